import { Link } from '@tanstack/react-router';
import { dateOfIso } from '../../../../domain/fields.ts';
import type { PlanState } from '../../../../domain/integrations/plan-state.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon, type IconName } from '../../../ui/drawings/icon.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import type { Resident } from '../residents-api.ts';
import { nameOr, reasonOf } from '../words.ts';

/** Name and id of a resident. */
export function ResidentName({ resident }: { resident: Resident }) {
  return (
    <span className={css.resident}>
      <b>
        <OwnWords>{nameOr(resident, resident.resident_id)}</OwnWords>
      </b>{' '}
      <span className="quiet num">{resident.resident_id}</span>
    </span>
  );
}

/** Date of birth of a resident. */
export function Born({ date }: { date: string | null }) {
  const t = useText();
  return <span className="num">{date === null ? t('integrations.link.unknown') : dateOfIso(date)}</span>;
}

const matchIcons: Record<Resident['match'], IconName> = {
  linked: 'circle-check',
  suggested: 'search',
  several: 'search',
  differs: 'circle-alert',
  none: 'info',
};

/** How the resident matches a customer, and the customer. */
export function MatchCell({
  resident: { match, customer },
  isPlatform,
}: {
  resident: Resident;
  isPlatform: boolean;
}) {
  const t = useText();
  const name = nameOr(customer, t('common.noneValue'));
  return (
    <span className={css.match} data-match={match}>
      <Icon name={matchIcons[match]} small />
      <span>
        {t(`integrations.match.${match}`)}
        {customer && (
          <small>
            {match === 'linked' ? (
              <Link
                to={isPlatform ? '/admin/customers/$customerId' : '/provider/customers/$customerId'}
                params={{ customerId: customer.id }}
              >
                <OwnWords>{name}</OwnWords>
              </Link>
            ) : (
              <OwnWords>{name}</OwnWords>
            )}
          </small>
        )}
      </span>
    </span>
  );
}

/** State of the plan in the residential-care system. */
export function PlanCell({ plan, isLinked }: { plan: PlanState; isLinked: boolean }) {
  const t = useText();
  const shortDate = useShortDate();
  if (!isLinked) return t('common.noneValue');
  const { state, version, sent_at, failure } = plan;
  const sent =
    version !== null && sent_at !== null
      ? t('integrations.sync.state.sent', { version, date: shortDate(sent_at) })
      : null;
  if (state === 'failed' || state === 'locked') {
    const reason = t(reasonOf(state === 'locked' ? 'locked' : failure));
    return t('integrations.sync.state.failed', { reason });
  }
  // The system has none: it cannot be an older one.
  if (state === 'old' && sent_at === null) return t('integrations.sync.state.unsent');
  if (state !== 'same') return t(`integrations.sync.state.${state}`);
  return (
    <span className={css.plan}>
      {t('integrations.sync.state.same')}
      {sent !== null && <small>{sent}</small>}
    </span>
  );
}
