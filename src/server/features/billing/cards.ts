import { isCardBrand } from '../../../domain/billing/cards/card.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Services } from '../../pipeline/context.ts';
import { companyOf } from './payer.ts';

/**
 * Reads the stored card of a customer again and updates our row. Never inside a transaction. A card of an unsupported brand is
 * not shown. @throws PaymentProviderError
 */
export async function settleCard(services: Services, customerId: string): Promise<void> {
  const { db } = services;
  const readAt = await databaseTime(db);
  const card = await companyOf(services).cardOf(customerId);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst();
  if (!user) return;
  if (card === null || !isCardBrand(card.brand)) {
    await db
      .deleteFrom('payment_cards')
      .where('user_id', '=', user.id)
      .where('updated_at', '<=', readAt)
      .execute();
    return;
  }
  const { id, brand, last4, exp_month, exp_year } = card;
  const values = { payment_method_id: id, brand, last4, exp_month, exp_year, updated_at: readAt };
  await db
    .insertInto('payment_cards')
    .values({ user_id: user.id, ...values })
    .onConflict((conflict) =>
      // Keeps data that was read later.
      conflict.column('user_id').doUpdateSet(values).where('payment_cards.updated_at', '<=', readAt),
    )
    .execute();
}
