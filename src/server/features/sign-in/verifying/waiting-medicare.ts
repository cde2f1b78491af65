import { sql } from 'kysely';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { medicareCard } from '../../../../domain/fields.ts';
import { medicareColumns } from '../../../db/sealing/held-medicare.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import { refuseKnownMedicare } from '../../profile/api.ts';
import { AppError } from '../../../../domain/errors.ts';

type Keys = Pick<Services, 'keyring'>;

const waitingPlace = (tokenId: string) => place('one_time_tokens', 'medicare_sealed', tokenId);

/** Returns the Medicare number that is stored with a person's last link; null if there is none. */
export async function findWaitingMedicare(tx: Tx, { keyring }: Keys, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select(['id', 'medicare_sealed'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify-email')
    .where('medicare_sealed', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.medicare_sealed ? keyring.open(waitingPlace(row.id), row.medicare_sealed) : null;
}

/** Stores a Medicare number with a link, and removes it from others. */
export async function keepWaitingMedicare(
  tx: Tx,
  { keyring }: Keys,
  { userId, tokenId, number }: { userId: string; tokenId: string; number: string },
): Promise<void> {
  await forgetWaitingMedicare(tx, userId);
  await tx
    .updateTable('one_time_tokens')
    .set({ medicare_sealed: keyring.seal(waitingPlace(tokenId), number) })
    .where('id', '=', tokenId)
    .execute();
}

async function forgetWaitingMedicare(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('one_time_tokens')
    .set({ medicare_sealed: null })
    .where('user_id', '=', userId)
    .where('medicare_sealed', 'is not', null)
    .execute();
}

/** Moves the stored number to the account, unless the person already has another account; then the profile asks for it again. */
export async function takeWaitingMedicare(tx: Tx, services: Keys, userId: string): Promise<void> {
  const number = await findWaitingMedicare(tx, services, userId);
  if (number === null) return;
  await forgetWaitingMedicare(tx, userId);
  const { keyring } = services;
  // Two simultaneous address checks wait for each other here: the second one finds the number taken.
  const card = keyring.blindIndex('medicare-card', medicareCard(number)).toString('hex');
  await sql`select pg_advisory_xact_lock(hashtextextended(${card}, 0))`.execute(tx);
  const { dob: birthDate } = await tx
    .selectFrom('users')
    .select('dob')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  try {
    await refuseKnownMedicare(tx, services, { number, birthDate }, userId);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await tx
    .updateTable('users')
    .set(medicareColumns(keyring, userId, number))
    .where('id', '=', userId)
    .execute();
}
