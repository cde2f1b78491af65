import type { InvoiceFacts, TermFacts } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { dueOnOf, termInvoiceAfter } from '../../../../domain/billing/payment-company/term-invoice.ts';
import type { BookedInvoice } from '../../../../domain/billing/lifecycle.ts';
import type { Event } from '../../../../domain/events.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { inTransaction, type Finish } from '../../../db/transactions/transaction.ts';
import { recording } from '../../../pipeline/audit/audit.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { noteRefusedCharge } from './refused-charge.ts';

/** Result of settling, as for customers. */
type SettledTerm = 'changed' | 'unchanged' | 'no-person';

type Row = BookedInvoice & {
  id: string;
  provider_id: string | null;
  amount: number;
  stripe_invoice_id: string | null;
  hosted_url: string | null;
  charge_failed: boolean;
};

const columns = [
  'id',
  'provider_id',
  'status',
  'refunded',
  'amount',
  'stripe_invoice_id',
  'hosted_url',
  'charge_failed',
] as const;

/** Loads and locks our row of an invoice: by its own id there, or by the id that we wrote on it before that was known. */
async function lockRow(tx: Tx, invoice: InvoiceFacts, term: TermFacts): Promise<Row | null> {
  const row = await tx
    .selectFrom('transactions')
    .select(columns)
    .where(({ eb, or, and }) =>
      or([
        eb('stripe_invoice_id', '=', invoice.id),
        and([
          eb('id', '=', term.transactionId),
          eb('at_company', '=', true),
          eb('stripe_invoice_id', 'is', null),
        ]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Inserts a row that was lost, as it was when the invoice was made. Returns null for a customer that is no provider here, and if
 * the term has another invoice.
 */
async function restoreRow(tx: Tx, invoice: InvoiceFacts, term: TermFacts): Promise<Row | null> {
  const provider = await tx
    .selectFrom('providers')
    .select('id')
    .where('id', '=', term.providerId)
    .where('stripe_customer_id', '=', invoice.customerId)
    .executeTakeFirst();
  if (!provider) return null;
  const row = await tx
    .insertInto('transactions')
    .values({
      ...{ id: term.transactionId, provider_id: provider.id, subscription_id: term.planId },
      ...{ plan_name: term.planName, amount: invoice.total, at_company: true, status: 'pending' },
      ...{ quantity: invoice.quantity, unit: term.unit, unit_price: invoice.unitPrice },
      ...{ period_start: term.start, period_end: term.end, invoice_date: melbourneDate(invoice.createdAt) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the columns of an invoice in a state. */
function valuesOf(invoice: InvoiceFacts, row: Row, after: BookedInvoice, now: Date) {
  const isPaid = invoice.status === 'paid' && invoice.paidAt !== null;
  return {
    ...after,
    amount: invoice.total,
    refunded_at: after.refunded > row.refunded ? now : undefined,
    due_date: dueOnOf(invoice),
    invoice_number: invoice.number,
    stripe_invoice_id: invoice.id,
    stripe_customer_id: invoice.customerId,
    hosted_url: invoice.hostedUrl,
    charge_failed: invoice.chargeFailed,
    ...(isPaid && {
      payment_date: melbourneDate(invoice.paidAt ?? now),
      card_brand: invoice.card?.brand ?? null,
      card_last4: invoice.card?.last4 ?? null,
    }),
  };
}

const isAlike = (row: Row, after: BookedInvoice, invoice: InvoiceFacts): boolean =>
  row.status === after.status &&
  row.refunded === after.refunded &&
  row.amount === invoice.total &&
  row.hosted_url === invoice.hostedUrl &&
  row.charge_failed === invoice.chargeFailed &&
  row.stripe_invoice_id === invoice.id;

/** Updates our row of a provider's invoice to the payment company's facts, inside a transaction. */
async function write(
  tx: Tx,
  services: Services,
  invoice: InvoiceFacts,
  term: TermFacts,
): Promise<Finish<SettledTerm>> {
  const unchanged = { output: 'unchanged', last: null } as const;
  if (invoice.status === 'draft') return unchanged;
  const now = services.clock();
  const found = await lockRow(tx, invoice, term);
  const row = found ?? (await restoreRow(tx, invoice, term));
  if (!row?.provider_id) return { ...unchanged, output: 'no-person' };
  const settled = termInvoiceAfter(row, invoice, melbourneDate(now));
  if (settled === null) return unchanged;
  const refused = await noteRefusedCharge(tx, row.id, invoice);
  if (refused === null && isAlike(row, settled, invoice)) return unchanged;
  await tx
    .updateTable('transactions')
    .set(valuesOf(invoice, row, settled, now))
    .where('id', '=', row.id)
    .execute();
  const facts = { provider_id: row.provider_id, transaction_id: row.id };
  const events: Event[] = [];
  // A row that was lost was announced before.
  if (found?.stripe_invoice_id === null) events.push({ type: 'provider-invoice.issued', payload: facts });
  if (found?.status === 'pending' && settled.status === 'overdue')
    events.push({ type: 'provider-invoice.overdue', payload: facts });
  if (refused !== null)
    events.push({ type: 'provider-invoice.charge-refused', payload: { ...facts, charge_id: refused } });
  const entry = {
    chain: 'platform',
    at: now,
    actor: { kind: 'system' as const },
    action: 'settlePayment',
    subjectId: row.provider_id,
    details: { ...facts, ...settled, invoice: invoice.id, ...(refused !== null && { refused }) },
  };
  return { output: 'changed', last: recording(services.secrets, entry, { events }) };
}

/** Updates our books to the facts of a provider's invoice. A second call changes nothing more. */
export async function settleTerm(
  services: Services,
  invoice: InvoiceFacts,
  term: TermFacts,
): Promise<SettledTerm> {
  const settled = await inTransaction(services.db, (tx) => write(tx, services, invoice, term));
  if (settled === 'changed') services.eventsWaiting();
  return settled;
}
