import type { Database } from '../../../pipeline/context.ts';

/** Days in which a bank's confirmation of a card can arrive. */
const keptDays = 30;

type CardTry = { providerId: string; paymentMethodId: string; userId: string | null; now: Date };

/** Stores who wants to save a card of a provider, and deletes the old tries. The first try of a card counts. */
export async function noteCardTry(
  db: Database,
  { providerId, paymentMethodId, userId, now }: CardTry,
): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  await db
    .deleteFrom('provider_card_tries')
    .where('provider_id', '=', providerId)
    .where('tried_at', '<', oldest)
    .execute();
  await db
    .insertInto('provider_card_tries')
    .values({
      ...{ provider_id: providerId, payment_method_id: paymentMethodId },
      ...{ added_by: userId, tried_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Loads who added a card of a provider, and when; null if that is not stored. */
export async function findCardTry(
  db: Database,
  providerId: string,
  paymentMethodId: string,
): Promise<{ added_by: string | null; added_at: Date } | null> {
  const row = await db
    .selectFrom('provider_card_tries')
    .select(['added_by', 'tried_at'])
    .where('provider_id', '=', providerId)
    .where('payment_method_id', '=', paymentMethodId)
    .executeTakeFirst();
  return row ? { added_by: row.added_by, added_at: row.tried_at } : null;
}
