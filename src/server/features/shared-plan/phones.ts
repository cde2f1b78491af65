import type { Tx } from '../../pipeline/context.ts';

/** Telephone numbers that a contact can call: of the account, and of the house where the person lives. */
export type Phones = { account: string | null; house: { name: string; phone: string } | null };

const written = (phone: string | null): string | null => phone?.trim() || null;

/** Loads the numbers for a person's contacts. Numbers for codes at sign-in are not among them. */
export async function findNumbersToCall(tx: Tx, userId: string): Promise<Phones> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.phone', 'providers.name', 'providers.phone_number'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const house = written(row.phone_number);
  return {
    account: written(row.phone),
    house: row.name !== null && house !== null ? { name: row.name, phone: house } : null,
  };
}
