import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { cardBrands, cardEnd } from '../../../domain/billing/cards/card.ts';
import { dollars } from '../../../domain/billing/money.ts';
import { declineReasons } from '../../../domain/billing/payment-company/provider-facts.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { oneOf } from '../../api/one-of.ts';
import { useShortDate } from '../../app/dates.ts';
import { MessagePage } from '../../app/gates/message-page.tsx';
import { useText } from '../../app/texts.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { useCardRecord, type CardRecord } from './provider-paying-api.ts';
import css from './transactions.module.css';

/** The card of a provider, its last charge and the fee of the next term, for the platform's staff, who only read (D-48). */
export function Page() {
  const { providerId = '' } = useParams({ strict: false });
  return <OfProvider key={providerId} id={providerId} />;
}

function OfProvider({ id }: { id: string }) {
  const t = useText();
  const read = useCardRecord(id);
  const code = read.failed?.code;
  if (!read.data && (code === 'not-found' || code === 'invalid')) {
    const home = <LinkButton to="/admin/billing/provider">{t('transactions.titleProvider')}</LinkButton>;
    return (
      <MessagePage title={t('system.notFound.title')} action={home}>
        {t('system.notFound.body')}
      </MessagePage>
    );
  }
  return (
    <Loaded read={read}>
      {(record) => (
        <>
          <div className="pagehead">
            <PageTitle browserTitle={t('transactions.titleProvider')}>
              <OwnWords>{record.name}</OwnWords>
            </PageTitle>
            <Link to="/admin/billing/provider" search={{ provider_id: record.id }} className="mini">
              {t('transactions.record.invoices')}
            </Link>
          </div>
          <div className={css.records}>
            <SavedCard record={record} />
            <LastCharge charge={record.last_charge} />
            <NextTerm record={record} />
          </div>
        </>
      )}
    </Loaded>
  );
}

type Fact = readonly [label: string, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns a function that names a card by its brand and last digits. */
function useCardName() {
  const t = useText();
  return (brand: string, last4: string) =>
    t('billing.card.value', { brand: t(`billing.brand.${oneOf(cardBrands, brand)}`), last4 });
}

/** The saved card, with a warning before and after its end. */
function SavedCard({ record: { card, at_company, added_by, added_on } }: { record: CardRecord }) {
  const t = useText();
  const shortDate = useShortDate();
  const nameOf = useCardName();
  const [today] = useState(() => melbourneDate(new Date()));
  if (card === null)
    return (
      <Card title={t('transactions.record.card')}>
        <p>{t(at_company ? 'transactions.record.cardNone' : 'transactions.record.notThere')}</p>
      </Card>
    );
  const { on, state } = cardEnd(card, today);
  const date = shortDate(on);
  return (
    <Card title={t('transactions.record.card')}>
      {state !== 'valid' && <Notice icon="alert">{t(`transactions.record.${state}`, { date })}</Notice>}
      <Facts
        facts={[
          [t('transactions.record.number'), nameOf(card.brand, card.last4)],
          [t('transactions.record.expires'), t('transactions.record.validUntil', { date })],
          [
            t('transactions.record.addedBy'),
            added_by === null ? t('transactions.record.notKnown') : <OwnWords>{added_by}</OwnWords>,
          ],
          [
            t('transactions.record.addedOn'),
            added_on === null ? t('transactions.record.notKnown') : shortDate(added_on),
          ],
        ]}
      />
      {!at_company && <p>{t('transactions.record.notThere')}</p>}
    </Card>
  );
}

/** The last charge and its result, with the reason of a refused one. */
function LastCharge({ charge }: { charge: CardRecord['last_charge'] }) {
  const t = useText();
  const shortDate = useShortDate();
  const nameOf = useCardName();
  if (charge === null)
    return (
      <Card title={t('transactions.record.last')}>
        <p>{t('transactions.record.lastNone')}</p>
      </Card>
    );
  const { on, amount, invoice_number, brand, last4, refusal, next_try_on: again } = charge;
  const facts: Fact[] = [
    [
      t('transactions.record.result'),
      refusal === null
        ? t('transactions.record.paid')
        : t(`transactions.refused.${oneOf(declineReasons, refusal)}`),
    ],
    [t('transactions.col.amount'), dollars(amount, { exact: true })],
    [t('transactions.record.date'), shortDate(on)],
    [t('transactions.col.number'), invoice_number ?? t('common.noneValue')],
  ];
  if (brand !== null && last4 !== null) facts.push([t('transactions.record.number'), nameOf(brand, last4)]);
  if (refusal !== null)
    facts.push([
      t('transactions.record.again'),
      again === null ? t('transactions.record.againNone') : shortDate(again),
    ]);
  return (
    <Card title={t('transactions.record.last')}>
      <Facts facts={facts} />
    </Card>
  );
}

/** The fee of the next term, and the day of its invoice. */
function NextTerm({ record: { plan_name, fee, next_billing_date: next } }: { record: CardRecord }) {
  const t = useText();
  const shortDate = useShortDate();
  if (plan_name === null || fee === null)
    return (
      <Card title={t('transactions.record.next')}>
        <p>{t('providerBilling.planNone')}</p>
      </Card>
    );
  return (
    <Card title={t('transactions.record.next')}>
      <Facts
        facts={[
          [t('transactions.record.fee'), dollars(fee, { exact: true })],
          [t('providerBilling.next'), next === null ? t('transactions.record.nextNone') : shortDate(next)],
          [t('transactions.col.plan'), <OwnWords key="plan">{plan_name}</OwnWords>],
        ]}
      />
    </Card>
  );
}
