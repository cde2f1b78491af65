import { dollars } from '../../../domain/billing/money.ts';
import { providerPaymentList } from '../../../domain/lists/definitions/billing/booked-payments.ts';
import { useShortDate } from '../../app/dates.ts';
import { MessagePage } from '../../app/gates/message-page.tsx';
import { useSession } from '../../app/session.tsx';
import { site } from '../../app/site.ts';
import { useText } from '../../app/texts.tsx';
import { useList } from '../../lists/use-list.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { useColumns } from './columns.tsx';
import { sharedFilters } from './filters.ts';
import { PaymentsView } from './payments-view.tsx';
import { useProviderBilling, useProviderPayments, type ProviderBilling } from './transactions-api.ts';
import { ProviderCardPanel, UnpaidInvoices } from './provider-paying.tsx';
import { useProviderPaying, type ProviderPaying } from './provider-paying-api.ts';
import css from './transactions.module.css';

/** Billing of a provider, for its managers: plan, fee, next invoice, trial, and the invoices (GAP-103, D-46). */
export function Page() {
  const t = useText();
  const user = useSession();
  if (!user) return null;
  if (user.provider_id === null || !user.permission_role.can_manage_all) {
    const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  return <Billing providerId={user.provider_id} />;
}

function Billing({ providerId }: { providerId: string }) {
  const t = useText();
  const read = useProviderBilling(providerId);
  const paying = useProviderPaying(providerId);
  const retry = () => {
    read.retry();
    if (paying.failed) paying.retry();
  };
  return (
    <>
      <div className="pagehead">
        <PageTitle>{t('providerBilling.title')}</PageTitle>
      </div>
      <div className={css.covers}>
        <Notice icon="circle-check">{t('providerBilling.covers')}</Notice>
      </div>
      <Loaded read={{ ...read, retry }}>
        {(billing) => (
          <div className={css.cards}>
            <PlanCard billing={billing} />
            <OwedCard billing={billing} paying={paying.data} />
            <Loaded read={paying}>{(data) => <ProviderCardPanel paying={data} />}</Loaded>
          </div>
        )}
      </Loaded>
      <Invoices />
    </>
  );
}

const money = (cents: number) => dollars(cents, { exact: true });

/** The payment plan with its fee, or the trial. */
function PlanCard({ billing }: { billing: ProviderBilling }) {
  const t = useText();
  return (
    <Card title={t('providerBilling.plan')}>
      {billing.plan_name !== null ? (
        <>
          <p className={css.big}>
            <OwnWords>{billing.plan_name}</OwnWords>
          </p>
          <Fee billing={billing} />
        </>
      ) : billing.paid_by !== null ? (
        <p>
          <OwnWords>{t('providerBilling.paidBy', { provider: billing.paid_by })}</OwnWords>
        </p>
      ) : (
        <>
          <p className={css.big}>{t('providerBilling.planNone')}</p>
          <Trial billing={billing} />
        </>
      )}
      <p>{t('providerBilling.contactUs', { helpPhone: site.helpPhone, helpEmail: site.helpEmail })}</p>
    </Card>
  );
}

/** The days left of the trial, or what waits after it. */
function Trial({ billing: { trial_ends, trial_days_left } }: { billing: ProviderBilling }) {
  const t = useText();
  const shortDate = useShortDate();
  if (trial_ends === null || trial_days_left === null) return null;
  if (trial_days_left > 0) return <p>{t('trial.left', { count: trial_days_left })}</p>;
  return (
    <>
      <p>{t('trial.over', { date: shortDate(trial_ends) })}</p>
      <p>{t('trial.overBody')}</p>
    </>
  );
}

/** How the fee is counted, and the days of the payment plan. */
function Fee({ billing }: { billing: ProviderBilling }) {
  const t = useText();
  const shortDate = useShortDate();
  const { unit, count, price, fee, starts_on, ends_on } = billing;
  if (price === null || fee === null) return null;
  const counted = Math.max(1, count ?? 0);
  const sum = { count: counted, price: money(price), amount: money(fee) };
  return (
    <>
      <p>{t('providerBilling.feeTerm')}</p>
      <p className="num">
        {unit === null
          ? money(fee)
          : t(unit === 'beds' ? 'providerBilling.feeBeds' : 'providerBilling.feeCustomers', sum)}
      </p>
      {unit !== null && count === 0 && <p>{t('providerBilling.feeMinimum')}</p>}
      {starts_on !== null && <p>{t('providerBilling.startsOn', { date: shortDate(starts_on) })}</p>}
      {ends_on !== null && <p>{t('providerBilling.endsOn', { date: shortDate(ends_on) })}</p>}
    </>
  );
}

/** Amounts due and overdue, and the next invoice. */
function OwedCard({ billing, paying }: { billing: ProviderBilling; paying: ProviderPaying | undefined }) {
  const t = useText();
  const shortDate = useShortDate();
  const { due, due_on, overdue, overdue_since, next_billing_date: next, fee } = billing;
  return (
    <Card title={t('providerBilling.owed')}>
      {overdue > 0 && overdue_since !== null && (
        <p className={css.big}>
          {t('providerBilling.overdue', { amount: money(overdue), date: shortDate(overdue_since) })}
        </p>
      )}
      {due > 0 && due_on !== null && (
        <p className={css.big}>{t('providerBilling.due', { amount: money(due), date: shortDate(due_on) })}</p>
      )}
      {billing.at_company && due + overdue > 0 && <p>{t('providerBilling.payOnline')}</p>}
      {paying && <UnpaidInvoices paying={paying} />}
      {due === 0 && overdue === 0 && <p className={css.big}>{t('providerBilling.nothingOwed')}</p>}
      {next !== null && fee !== null && (
        <p>
          {t('providerBilling.next')}:{' '}
          {t('providerBilling.nextValue', { amount: money(fee), date: shortDate(next) })}
        </p>
      )}
    </Card>
  );
}

/** The invoices of the provider and of those below it. */
function Invoices() {
  const t = useText();
  const state = useList(providerPaymentList);
  const read = useProviderPayments(state.request);
  const columns = useColumns<typeof providerPaymentList>({ payer: t('transactions.col.provider') });
  return (
    <section aria-labelledby="invoices" className={css.invoices}>
      <h2 id="invoices">{t('providerBilling.invoices')}</h2>
      <PaymentsView
        state={state}
        read={read}
        columns={columns}
        filters={{ ...sharedFilters(t), provider_id: null }}
        none={t('providerBilling.invoicesEmpty')}
      />
    </section>
  );
}
