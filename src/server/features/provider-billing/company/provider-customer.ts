import type { Database, Services } from '../../../pipeline/context.ts';
import type { WatchedPayments } from '../../../ports/payments/port.ts';

/** Stores the customer that a provider is at the payment company, unless another run did. Returns the stored one. */
async function keepCustomer(db: Database, providerId: string, customerId: string): Promise<string> {
  const kept = await db
    .updateTable('providers')
    .set((eb) => ({ stripe_customer_id: eb.fn.coalesce('stripe_customer_id', eb.val(customerId)) }))
    .where('id', '=', providerId)
    .returning('stripe_customer_id')
    .executeTakeFirst();
  return kept?.stripe_customer_id ?? customerId;
}

/** Returns the provider's customer at the payment company, and creates it if needed. @throws PaymentProviderError */
export async function providerCustomer(
  { db }: Pick<Services, 'db'>,
  payments: WatchedPayments,
  providerId: string,
  known: string | null,
): Promise<string> {
  if (known !== null) return known;
  return keepCustomer(
    db,
    providerId,
    await payments.createProvider(providerId, `wattle-provider-${providerId}`),
  );
}
