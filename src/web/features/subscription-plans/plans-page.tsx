import { useMemo, useState } from 'react';
import { dollars } from '../../../domain/billing/money.ts';
import { subscriptionStates, type SubscriptionState } from '../../../domain/billing/subscriptions/life.ts';
import { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { useList } from '../../lists/use-list.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useLazyDialog } from '../../ui/dialogs/use-lazy-dialog.ts';
import { StatusDot, type DotColour } from '../../ui/messages/badge.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import type { ExpireDialogProps } from './expire-dialog.tsx';
import type { PlanDialogProps } from './plan-dialog.tsx';
import { usePlans, type Plan } from './plans-api.ts';
import css from './plans.module.css';
import { feeName, stateOfPlan, termName, termsOfPlan, typeName } from './words.ts';

type PlanColumn = Column<typeof subscriptionList, Plan>;

const loadForm = () => import('./plan-dialog.tsx').then((module) => module.PlanDialog);
const loadExpire = () => import('./expire-dialog.tsx').then((module) => module.ExpireDialog);

const colours: Record<SubscriptionState, DotColour> = { active: 'green', scheduled: 'blue', expired: 'grey' };

/** What can be done with a plan in each state (SUB-09, SUB-10). */
const actionOf = {
  scheduled: 'subscriptions.action.edit',
  active: 'subscriptions.action.view',
  expired: 'subscriptions.action.view',
} as const satisfies Record<SubscriptionState, unknown>;

/** Opens the dialogs of the page for a plan, or for a new one. */
function useDialogs() {
  const [plan, setPlan] = useState<Plan | null>(null);
  const form = useLazyDialog<PlanDialogProps>();
  const expire = useLazyDialog<ExpireDialogProps>();
  return {
    plan,
    form,
    expire,
    openForm(of: Plan | null) {
      setPlan(of);
      void form.open(loadForm, ['fields', 'success']);
    },
    openExpire(of: Plan) {
      setPlan(of);
      void expire.open(loadExpire, ['fields', 'success']);
    },
  };
}

/** Returns the texts of the filters. */
function useFilters() {
  const t = useText();
  return useMemo(
    () => ({
      status: {
        label: t('subscriptions.filter.status'),
        values: Object.fromEntries(
          subscriptionStates.map((each) => [each, t(`subscriptions.status.${each}`)]),
        ) as Record<SubscriptionState, string>,
      },
      customer_type_id: {
        label: t('subscriptions.filter.type'),
        values: Object.fromEntries(
          (['1', '2', '3', '4'] as const).map((each) => [each, t(`subscriptions.customerType.${each}`)]),
        ) as Record<'1' | '2' | '3' | '4', string>,
      },
    }),
    [t],
  );
}

/** Subscription plans of individuals and providers (GAP-103, SUB-01). */
export function Page() {
  const t = useText();
  const state = useList(subscriptionList);
  const read = usePlans(state.request);
  const { plan, form, expire, openForm, openExpire } = useDialogs();
  const columns = useColumns({ onOpen: openForm, onExpire: openExpire });
  const page = mapRead(read, (data) => ({ ...data, isExact: data.count_is_exact }));
  const filters = useFilters();
  const add = (
    <Button icon="plus" aria-haspopup="dialog" onClick={() => openForm(null)}>
      {t('subscriptions.add')}
    </Button>
  );
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('subscriptions.title')}</PageTitle>
          <p>{read.data ? t('subscriptions.result', read.data.counts) : t('subscriptions.lead')}</p>
          <p className={css.rule}>{t('subscriptions.rule')}</p>
        </div>
        <div className="acts">{add}</div>
      </div>
      {(form.failed || expire.failed) && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      <ListView
        state={state}
        read={page}
        filters={filters}
        found={(count) => t('subscriptions.found', { count })}
        none={<p>{t('subscriptions.empty')}</p>}
      >
        {(rows) => (
          <ListTable
            state={state}
            caption={t('subscriptions.col.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      {form.Part && <form.Part plan={plan} onDone={read.retry} onClose={form.close} />}
      {expire.Part && plan && <expire.Part plan={plan} onDone={read.retry} onClose={expire.close} />}
    </>
  );
}

type ColumnsOptions = { onOpen: (plan: Plan) => void; onExpire: (plan: Plan) => void };

/** Returns the columns of the plans. */
function useColumns({ onOpen, onExpire }: ColumnsOptions): [PlanColumn, ...PlanColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  const day = (date: string | null) => (
    <span className="num">{date === null ? t('subscriptions.row.noEnd') : shortDate(date)}</span>
  );
  return [
    { title: t('subscriptions.col.name'), cell: ({ name }) => <OwnWords>{name}</OwnWords> },
    { title: t('subscriptions.col.type'), cell: (plan) => typeName(t, plan.customer_type_id) },
    { title: t('subscriptions.col.fee'), cell: (plan) => feeName(t, termsOfPlan(plan)) },
    { title: t('subscriptions.col.term'), cell: (plan) => termName(t, termsOfPlan(plan)) },
    {
      title: t('subscriptions.form.partnerFee'),
      wideOnly: true,
      cell: ({ partner_fee }) =>
        partner_fee === null ? t('common.noneValue') : dollars(partner_fee, { exact: true }),
    },
    { title: t('subscriptions.col.start'), cell: ({ start_date }) => day(start_date) },
    { title: t('subscriptions.col.end'), cell: ({ expiry_date }) => day(expiry_date) },
    {
      title: t('subscriptions.col.next'),
      wideOnly: true,
      inCards: 'line',
      cell: ({ follow_on_name }) => <OwnWords>{follow_on_name ?? t('common.noneValue')}</OwnWords>,
    },
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

/** Buttons to open a plan, and to expire an active one (SUB-09, SUB-10). */
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
      {state === 'active' && (
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
