import { isCardBrand } from '../../../domain/billing/cards/card.ts';
import type { KeptCard } from '../../../domain/billing/payment-company/provider-facts.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Database, Services } from '../../pipeline/context.ts';
import { findCardTry } from './company/card-tries.ts';
import { companyOf } from './payer.ts';

/** Returns the columns of a card that is shown; null for none, and for a card of an unsupported brand. */
function shownOf(card: KeptCard | null) {
  if (card === null || !isCardBrand(card.brand)) return null;
  const { brand, last4, exp_month, exp_year } = card;
  return { brand, last4, exp_month, exp_year };
}

/** Updates our row of a person's card, unless it was updated from data that was read later. */
async function keepOfPerson(
  db: Database,
  user_id: string,
  card: KeptCard | null,
  readAt: Date,
): Promise<void> {
  const shown = shownOf(card);
  if (card === null || shown === null) {
    await db
      .deleteFrom('payment_cards')
      .where('user_id', '=', user_id)
      .where('updated_at', '<=', readAt)
      .execute();
    return;
  }
  const values = { payment_method_id: card.id, ...shown, updated_at: readAt };
  await db
    .insertInto('payment_cards')
    .values({ user_id, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('payment_cards.updated_at', '<=', readAt),
    )
    .execute();
}

/** Updates our row of a provider's card, unless it was updated from data that was read later. */
async function keepOfProvider(
  db: Database,
  provider_id: string,
  card: KeptCard | null,
  readAt: Date,
): Promise<void> {
  const shown = shownOf(card);
  if (shown === null) {
    await db
      .deleteFrom('provider_cards')
      .where('provider_id', '=', provider_id)
      .where('updated_at', '<=', readAt)
      .execute();
    return;
  }
  const tried = await findCardTry(db, provider_id, card?.id ?? '');
  const values = { ...shown, updated_at: readAt };
  await db
    .insertInto('provider_cards')
    .values({ provider_id, ...values, ...tried })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet(({ eb, ref }) => {
          const isSame = eb.and([
            eb('provider_cards.brand', '=', shown.brand),
            eb('provider_cards.last4', '=', shown.last4),
          ]);
          // Of a card that has changed only its expiry, the manager is still known after the tries are deleted.
          const kept = <Column extends 'added_by' | 'added_at'>(column: Column) =>
            eb
              .case()
              .when(isSame)
              .then(ref(`provider_cards.${column}`))
              .end();
          return { ...values, ...(tried ?? { added_by: kept('added_by'), added_at: kept('added_at') }) };
        })
        .where('provider_cards.updated_at', '<=', readAt),
    )
    .execute();
}

/**
 * Reads the stored card of a customer of the payment company again, a person or a provider, and updates our row. Never inside a
 * transaction. A card of an unsupported brand is not shown. @throws PaymentProviderError
 */
export async function settleCard(services: Services, customerId: string): Promise<void> {
  const { db } = services;
  const readAt = await databaseTime(db);
  const card = await companyOf(services).cardOf(customerId);
  const ownerIn = (table: 'users' | 'providers') =>
    db.selectFrom(table).select('id').where('stripe_customer_id', '=', customerId).executeTakeFirst();
  const user = await ownerIn('users');
  if (user) return keepOfPerson(db, user.id, card, readAt);
  const provider = await ownerIn('providers');
  if (provider) await keepOfProvider(db, provider.id, card, readAt);
}
