import type { SavedCard } from '../../../../domain/billing/cards/card.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Maximum number of unpaid invoices that the billing page lists. */
const unpaidAtMost = 12;

/** An invoice of the payment company that is not paid. */
export type UnpaidInvoice = {
  id: string;
  invoice_number: string;
  /** Amount due, in Australian cents. */
  amount: number;
  due_date: IsoDate | null;
  charge_failed: boolean;
};

/** Loads the card that is charged for the invoices of a provider; null if there is none. */
export async function findProviderCard(tx: Tx, providerId: string): Promise<SavedCard | null> {
  const row = await tx
    .selectFrom('provider_cards')
    .select(['brand', 'last4', 'exp_month', 'exp_year'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads the unpaid invoices of a provider that are made at the payment company, the oldest first. */
export async function findUnpaid(tx: Tx, providerId: string): Promise<UnpaidInvoice[]> {
  const rows = await tx
    .selectFrom('transactions')
    .select(['id', 'invoice_number', 'amount', 'refunded', 'due_date', 'charge_failed'])
    .where('provider_id', '=', providerId)
    .where('status', 'in', ['pending', 'overdue'])
    .where('at_company', '=', true)
    .where('stripe_invoice_id', 'is not', null)
    .orderBy('invoice_date')
    .orderBy('id')
    .limit(unpaidAtMost)
    .execute();
  return rows.map(({ amount, refunded, invoice_number, ...row }) => ({
    ...row,
    invoice_number: invoice_number ?? '',
    amount: amount - refunded,
  }));
}

/** Loads a provider's customer id at the payment company, and whether its plan is billed there. The provider must exist. */
export async function findPayingThere(
  tx: Tx,
  providerId: string,
): Promise<{ customerId: string | null; isBilledThere: boolean }> {
  const row = await tx
    .selectFrom('providers')
    .leftJoin('subscriptions as plan', 'plan.id', 'providers.subscription_id')
    .select(['providers.stripe_customer_id as customerId', 'plan.stripe'])
    .where('providers.id', '=', providerId)
    .executeTakeFirstOrThrow();
  return { customerId: row.customerId, isBilledThere: row.stripe ?? false };
}

/** Loads an invoice with its ids at the payment company; null if it is not made there. */
export async function findInvoiceThere(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('transactions')
    .select(['status', 'stripe_invoice_id as invoiceId', 'stripe_customer_id as customerId'])
    .where('id', '=', id)
    .where('at_company', '=', true)
    .executeTakeFirst();
  const { invoiceId = null, customerId = null } = row ?? {};
  if (!row || invoiceId === null || customerId === null) return null;
  return { status: row.status, invoiceId, customerId };
}
