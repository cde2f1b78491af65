import type { Services } from '../../pipeline/context.ts';
import { paymentsOf, type Payer } from './payer.ts';

/** Returns the person's id at the payment company, and creates it there if needed. @throws PaymentProviderError */
export async function customerOf(
  services: Services,
  { userId, email, language, customerId }: Pick<Payer, 'userId' | 'email' | 'language' | 'customerId'>,
): Promise<string> {
  if (customerId !== null) return customerId;
  const made = await paymentsOf(services).createCustomer(
    { userId, email, language },
    `wattle-customer-${userId}`,
  );
  const kept = await services.db
    .updateTable('users')
    .set((eb) => ({ stripe_customer_id: eb.fn.coalesce('stripe_customer_id', eb.val(made)) }))
    .where('id', '=', userId)
    .returning('stripe_customer_id')
    .executeTakeFirst();
  return kept?.stripe_customer_id ?? made;
}
