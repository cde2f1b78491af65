import { useMemo, useState } from 'react';
import { subscriptionStates, type SubscriptionState } from '../../../domain/billing/subscriptions/life.ts';
import { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import { mapRead } from '../../api/use-read.ts';
import { useText } from '../../app/texts.tsx';
import { ListTable } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { useList } from '../../lists/use-list.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useLazyDialog } from '../../ui/dialogs/use-lazy-dialog.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useColumns } from './columns.tsx';
import type { ExpireDialogProps } from './expire-dialog.tsx';
import type { PlanDialogProps } from './plan-dialog.tsx';
import { usePlans, type Plan } from './plans-api.ts';
import css from './plans.module.css';

const loadForm = () => import('./plan-dialog.tsx').then((module) => module.PlanDialog);
const loadExpire = () => import('./expire-dialog.tsx').then((module) => module.ExpireDialog);

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
