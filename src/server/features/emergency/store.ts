import type { Services, Tx } from '../../context.ts';
import { pinPlace } from '../accounts/card-secrets.ts';

/** A card that opens a signed plan. */
export type Card = { userId: string; pin: string };

/** The card of a share id; null when nobody has it, when its owner may not use the product, or when nothing is signed. */
export async function findCard(tx: Tx, { keyring }: Pick<Services, 'keyring'>, shareId: string): Promise<Card | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('acps', 'acps.user_id', 'users.id')
    .select(['users.id', 'users.pin_sealed'])
    .where('users.share_id', '=', shareId)
    .where('users.status', 'in', ['active', 'invited'])
    .where('acps.type', '=', 'active')
    .where('acps.status', '=', 'complete')
    .executeTakeFirst();
  return row ? { userId: row.id, pin: keyring.open(pinPlace(row.id), row.pin_sealed) } : null;
}

/** When the signed state of a plan version was made; null when the person never signed such a version. */
export async function findSignedAt(tx: Tx, userId: string, planVersion: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('acps')
    .select(['updated_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'complete')
    .where('plan_version', '=', planVersion)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}
