import { Link } from '@tanstack/react-router';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { initials } from '../../../../domain/names.ts';
import { useClockTime, useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { OpenDialog } from '../actions/use-customer-dialogs.tsx';
import { customerPath } from '../paths.ts';
import { actionsOf, customerName } from '../staff.ts';
import type { Need } from './today-api.ts';
import css from './today.module.css';

type NeedLineProps = { need: Need; staff: CustomerStaff; open: OpenDialog };

/** One resident: name, house, the reason in one line, and one action. */
export function NeedLine({ need, staff, open }: NeedLineProps) {
  const t = useText();
  const shortDate = useShortDate();
  const clockTime = useClockTime();
  const { customer } = need;
  const name = customerName(customer);
  const date = shortDate(need.at);
  return (
    <li>
      <span className="ava" aria-hidden="true">
        {customer.image ? <img src={customer.image} alt="" /> : initials(customer) || name.slice(0, 1)}
      </span>
      <div className={css.name}>
        <Link to={customerPath(staff)} params={{ customerId: customer.id }}>
          <OwnWords>{name}</OwnWords>
        </Link>
        {customer.provider !== null && (
          <small>
            <OwnWords>{customer.provider}</OwnWords>
          </small>
        )}
      </div>
      <p>{reasonOf(need, t, { date, time: clockTime(need.at) })}</p>
      <ThingToDo need={need} staff={staff} open={open} />
    </li>
  );
}

function reasonOf(
  { kind, declined, back, customer }: Need,
  t: Translate,
  { date, time }: { date: string; time: string },
): string {
  switch (kind) {
    case 'emergency':
      return t('today.emergency.reason', { date, time });
    case 'decider':
      return t(declined ? 'today.decider.declined' : 'today.decider.reason', { date });
    case 'none':
      if (customer.placeholder_email) return t('today.none.noEmail', { date });
      return t(customer.customer_status === 'invited' ? 'today.none.invited' : 'today.none.added', { date });
    case 'again':
      return t(back ? 'today.again.back' : 'today.again.reason', { date });
    case 'papers':
    case 'lapsing':
      return t(`today.${kind}.reason`, { date });
  }
}

/** Reminds or begins together where that is the next step and these staff may; otherwise opens the page of the customer. */
function ThingToDo({ need: { kind, customer }, staff, open }: NeedLineProps) {
  const t = useText();
  const name = customerName(customer);
  const offered = kind === 'none' || kind === 'lapsing' ? actionsOf(staff, customer) : [];
  if (offered.includes('reminder'))
    return (
      <Button
        variant="two"
        aria-haspopup="dialog"
        aria-label={t('today.remindOf', { customer: name })}
        onClick={() => open('reminder', customer)}
      >
        {t('today.remind')}
      </Button>
    );
  if (offered.includes('beginTogether'))
    return (
      <Button
        variant="two"
        aria-haspopup="dialog"
        aria-label={t('today.togetherOf', { customer: name })}
        onClick={() => open('beginTogether', customer)}
      >
        {t('customers.action.beginTogether')}
      </Button>
    );
  return (
    <LinkButton
      variant="two"
      to={customerPath(staff)}
      params={{ customerId: customer.id }}
      aria-label={t('today.openOf', { customer: name })}
    >
      {t('today.open')}
    </LinkButton>
  );
}
