import type { EventName } from '../../../../domain/events.ts';
import type { SubscriptionFacts } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { PaymentProvider } from '../../../ports/payments/port.ts';

/**
 * Records that the subscription and the card of a person or a provider have to be removed at the payment company, before their row
 * is deleted. Part of the deletion's transaction.
 */
export async function leavePaymentCompany(
  tx: Tx,
  id: string,
  table: 'users' | 'providers' = 'users',
): Promise<void> {
  const row = await tx.selectFrom(table).select('stripe_customer_id').where('id', '=', id).executeTakeFirst();
  const customerId = row?.stripe_customer_id;
  if (!customerId) return;
  await tx
    .insertInto('payment_customers_leaving')
    .values({ stripe_customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('outbox')
    .values({
      type: 'payment.customer-leaving' satisfies EventName,
      payload: JSON.stringify({ customer_id: customerId }),
    })
    .execute();
}

/**
 * Cancels a subscription at the payment company, and its unpaid invoice: a payment that arrives at the same moment wins.
 * @throws PaymentProviderError
 */
export async function endThere(payments: PaymentProvider, subscription: SubscriptionFacts): Promise<void> {
  if (subscription.status === 'ended') return;
  const { id, latestInvoiceId } = subscription;
  const invoice = latestInvoiceId === null ? null : await payments.findInvoice(latestInvoiceId);
  if (invoice?.status === 'open' || invoice?.status === 'draft')
    await payments.giveUp({ subscriptionId: id, invoiceId: invoice.id });
  else await payments.endSubscription(id);
}

/** Maximum number of pages of one customer's invoices. A person has one invoice a year. */
const mostPages = 10;

/**
 * Ends at the payment company what belongs to a deleted account: cancels the subscriptions and open invoices of a person, and
 * removes the card of a person or a provider. A deleted provider still owes its invoices, so they stay open and can be paid on the
 * payment company's pages. At the end, our last row with the customer's id is deleted. Running it twice has the same result.
 * @throws PaymentProviderError
 */
export async function endCustomerThere({ db, payments }: Services, customerId: string): Promise<void> {
  if (payments === null) return;
  for (const subscription of await payments.subscriptionsOf(customerId))
    await endThere(payments, subscription);
  let after: string | null = null;
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows, next }: Awaited<ReturnType<typeof payments.invoicesOf>> = await payments.invoicesOf(
      customerId,
      after,
    );
    for (const { id, status, term } of rows)
      if (term === null && (status === 'open' || status === 'draft'))
        await payments.giveUp({ subscriptionId: null, invoiceId: id });
    if (next === null) break;
    after = next;
  }
  await payments.removeCards(customerId);
  await db.deleteFrom('payment_customers_leaving').where('stripe_customer_id', '=', customerId).execute();
}

/** Loads customers who still have to be deleted at the payment company, recorded before a time, after the given one. */
export async function findLeaving(tx: Tx, before: Date, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_customers_leaving')
    .select('stripe_customer_id')
    .where('created_at', '<', before)
    .where('stripe_customer_id', '>', after)
    .orderBy('stripe_customer_id')
    .limit(limit)
    .execute();
  return rows.map(({ stripe_customer_id }) => stripe_customer_id);
}
