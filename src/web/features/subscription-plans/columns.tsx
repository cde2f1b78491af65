import { dollars } from '../../../domain/billing/money.ts';
import type { SubscriptionState } from '../../../domain/billing/subscriptions/life.ts';
import type { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import type { Column } from '../../lists/list-table.tsx';
import { StatusDot, type DotColour } from '../../ui/messages/badge.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import type { Plan } from './plans-api.ts';
import css from './plans.module.css';
import { feeName, stateOfPlan, termName, termsOfPlan, typeName } from './words.ts';

type PlanColumn = Column<typeof subscriptionList, Plan>;

const colours: Record<SubscriptionState, DotColour> = { active: 'green', scheduled: 'blue', expired: 'grey' };

/** Actions on a plan in each state (SUB-09, SUB-10). */
const actionOf = {
  scheduled: 'subscriptions.action.edit',
  active: 'subscriptions.action.view',
  expired: 'subscriptions.action.view',
} as const satisfies Record<SubscriptionState, unknown>;

type ColumnsOptions = { onOpen: (plan: Plan) => void; onExpire: (plan: Plan) => void };

/** Returns the columns of the list of subscription plans. */
export function useColumns({ onOpen, onExpire }: ColumnsOptions): [PlanColumn, ...PlanColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return [
    {
      title: t('subscriptions.col.name'),
      cell: ({ name }) => (
        <span className={css.name}>
          <OwnWords>{name}</OwnWords>
        </span>
      ),
    },
    { title: t('subscriptions.col.type'), cell: (plan) => typeName(t, plan.customer_type_id) },
    { title: t('subscriptions.col.fee'), cell: (plan) => <Fee plan={plan} /> },
    { title: t('subscriptions.col.term'), cell: (plan) => termName(t, termsOfPlan(plan)) },
    {
      title: t('subscriptions.col.start'),
      cell: ({ start_date }) => <span className="num">{shortDate(start_date)}</span>,
    },
    { title: t('subscriptions.col.end'), cell: (plan) => <End plan={plan} /> },
    {
      title: t('subscriptions.col.payers'),
      numeric: true,
      cell: ({ payers }) => <span className="num">{payers}</span>,
    },
    {
      title: t('subscriptions.col.status'),
      cell: (plan) => {
        const state = stateOfPlan(plan);
        return <StatusDot colour={colours[state]}>{t(`subscriptions.status.${state}`)}</StatusDot>;
      },
    },
    {
      title: t('common.actions'),
      quietTitle: true,
      inCards: 'foot',
      cell: (plan) => <Actions plan={plan} onOpen={onOpen} onExpire={onExpire} />,
    },
  ];
}

/** The fee, and the partner fee below it. */
function Fee({ plan }: { plan: Plan }) {
  const t = useText();
  return (
    <>
      {feeName(t, termsOfPlan(plan))}
      {plan.partner_fee !== null && (
        <small className={css.under}>
          {t('subscriptions.form.partnerFee')} {dollars(plan.partner_fee, { exact: true })}
        </small>
      )}
    </>
  );
}

/** The last day, and the plan that follows below it. */
function End({ plan: { expiry_date, follow_on_name } }: { plan: Plan }) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <span className={follow_on_name === null ? undefined : css.ends}>
      <span className="num">
        {expiry_date === null ? t('subscriptions.row.noEnd') : shortDate(expiry_date)}
      </span>
      {follow_on_name !== null && (
        <small className={css.under}>
          {t('subscriptions.col.next')} <OwnWords>{follow_on_name}</OwnWords>
        </small>
      )}
    </span>
  );
}

/** Buttons to open a plan, and to expire an active one that the payment page does not offer (SUB-09, SUB-10). */
function Actions({ plan, onOpen, onExpire }: ColumnsOptions & { plan: Plan }) {
  const t = useText();
  const state = stateOfPlan(plan);
  const open = t(actionOf[state]);
  const expire = t('subscriptions.action.expire');
  return (
    <div className={css.actions}>
      <button
        type="button"
        className="mini"
        aria-haspopup="dialog"
        aria-label={`${open}: ${plan.name}`}
        onClick={() => onOpen(plan)}
      >
        {open}
      </button>
      {plan.may_expire && (
        <button
          type="button"
          className="mini"
          aria-haspopup="dialog"
          aria-label={`${expire}: ${plan.name}`}
          onClick={() => onExpire(plan)}
        >
          {expire}
        </button>
      )}
    </div>
  );
}
