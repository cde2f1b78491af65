import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isTrialOver } from '../../../../domain/billing/trial.ts';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { dotOf, knownPlanState } from '../../../../domain/customers/plan-state.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { systemName } from '../../../../domain/integrations/system-name.ts';
import { initials } from '../../../../domain/names.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { StatusDot } from '../../../ui/messages/badge.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { customerName, type ActionCustomer } from '../staff.ts';
import { leaveList } from '../list-place.ts';
import { customerPath } from '../paths.ts';
import type { CustomerRow } from './customers-api.ts';
import css from './table.module.css';

/** Name of the customer, as a link to the customer's page (CTABLE-02, CTABLE-03). */
export function Who({ customer, staff }: { customer: CustomerRow; staff: CustomerStaff }) {
  const t = useText();
  const name = customerName(customer);
  const { email, image, designated_email } = customer;
  return (
    <div className={`who ${css.who}`}>
      <span className="ava" aria-hidden="true">
        {image ? <img src={image} alt="" /> : initials(customer) || name.slice(0, 1).toUpperCase()}
      </span>
      <div>
        <Link
          to={customerPath(staff)}
          params={{ customerId: customer.id }}
          data-customer={customer.id}
          onClick={() => leaveList(customer.id)}
        >
          <OwnWords>{name}</OwnWords>
        </Link>
        {email !== name && (
          <small>
            {email === null
              ? t('customers.cell.noEmail')
              : designated_email
                ? t('customers.cell.designated', { email })
                : email}
          </small>
        )}
      </div>
    </div>
  );
}

/** State of the plan: a colour, always with its word (CTABLE-22). */
export function PlanDot({ state }: { state: CustomerRow['plan_state'] }) {
  const t = useText();
  return <StatusDot colour={dotOf(state)}>{t(`customers.acpStatus.${knownPlanState(state)}`)}</StatusDot>;
}

/** State of the account (CACT-01), and other facts about it. */
export function StatusCell({ customer }: { customer: CustomerRow }) {
  const t = useText();
  const shortDate = useShortDate();
  const { customer_status, trial_end_date, removal_on, integrations, in_hospital_since } = customer;
  const [today] = useState(() => melbourneDate(new Date()));
  return (
    <>
      {in_hospital_since !== null && (
        <>
          <span className={css.word}>{t('customers.cell.inHospital')}</span>
          <small className={css.also}>
            {t('customers.cell.inHospitalSince', { date: shortDate(in_hospital_since) })}
          </small>
        </>
      )}
      {(in_hospital_since === null || customer_status !== 'active' || removal_on !== null) && (
        <span className={css.word}>
          {t(removal_on === null ? `customers.status.${customer_status}` : 'customers.status.toBeRemoved')}
        </span>
      )}
      {removal_on !== null && (
        <small className={css.also}>{t('customers.cell.removedOn', { date: shortDate(removal_on) })}</small>
      )}
      {trial_end_date && (
        <small className={css.also}>
          {t(isTrialOver(trial_end_date, today) ? 'customers.cell.trialEnded' : 'customers.cell.trialEnds', {
            date: shortDate(trial_end_date),
          })}
        </small>
      )}
      {integrations.map(({ type }) => (
        <small key={type} className={css.also}>
          {t('customers.cell.linked', { system: systemName(type) })}
        </small>
      ))}
    </>
  );
}

type NamedCustomer = Pick<ActionCustomer, 'id' | 'first_name' | 'last_name' | 'email'>;

/** For an ambulance: a link to the facts that emergency staff need first, on one page to print. It opens in a new tab. */
export function EmergencyLink({ customer }: { customer: NamedCustomer }) {
  const t = useText();
  // The title is the accessible name: screen readers would read it after another name.
  const words = `${t('customers.cell.emergency', { customer: customerName(customer) })} ${t('common.newTab')}`;
  return (
    <a
      className="iconbtn"
      href={`/api/customers/${customer.id}/emergency`}
      target="_blank"
      rel="noopener"
      title={words}
    >
      <Icon name="health" />
    </a>
  );
}

/** The only action for staff without write access (CTABLE-04). */
export function ViewLink({ customer, staff }: { customer: ActionCustomer; staff: CustomerStaff }) {
  const t = useText();
  return (
    <Link
      className="mini"
      to={customerPath(staff)}
      params={{ customerId: customer.id }}
      aria-label={t('customers.cell.view', { customer: customerName(customer) })}
    >
      {t('customers.action.view')}
    </Link>
  );
}
