import { issuesOfCard, medicareCard, type IsoDate } from '../../../domain/fields.ts';
import { medicarePlace } from './account-secrets.ts';
import type { Database } from '../connection/connect.ts';
import type { Keyring } from './seal.ts';

/**
 * The values that identify one person on a Medicare card (D-38): the ten digits, and the ISO birth date, null if it is not known.
 */
export type MedicarePerson = { number: string; birthDate: IsoDate | null };

const cardIndexes = (keyring: Keyring, number: string) =>
  keyring.blindIndexes('medicare-card', medicareCard(number));

/** Returns the columns that store an account's Medicare number, for one statement; an empty number removes it. */
export function medicareColumns(keyring: Keyring, userId: string, number: string) {
  if (number === '')
    return { medicare_sealed: null, medicare_index: null, medicare_card: null, medicare_card_of: null };
  const index = keyring.blindIndex('medicare', number);
  return {
    medicare_sealed: keyring.seal(medicarePlace(userId), number),
    medicare_index: index,
    medicare_card: keyring.blindIndex('medicare-card', medicareCard(number)),
    medicare_card_of: index,
  };
}

/**
 * True if another account belongs to the same person. An account whose card is not indexed yet is found by its whole number, for
 * any issue of the card. Accounts without a birth date are compared only with each other.
 */
export async function isHeldByAnother(
  tx: Database,
  keyring: Keyring,
  { number, birthDate }: MedicarePerson,
  ownId: string,
): Promise<boolean> {
  const ofAnyIssue = issuesOfCard(number).flatMap((each) => keyring.blindIndexes('medicare', each));
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where((where) =>
      where.or([
        where('medicare_card', 'in', cardIndexes(keyring, number)),
        where('medicare_index', 'in', ofAnyIssue),
      ]),
    )
    .where('dob', 'is not distinct from', birthDate)
    .where('id', '<>', ownId)
    .executeTakeFirst();
  return other !== undefined;
}

/** The unique index that prevents two accounts for one person, also in concurrent transactions. */
export const onePersonIndex = 'users_one_person';

const isSecondOfOne = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === onePersonIndex;

/** Accounts that one statement reads. */
const pageSize = 500;

/**
 * Indexes the cards of numbers stored by an earlier release or sealed with another key since, while servers run. A second account
 * of one person, which earlier releases allowed on a re-issued card, stays unchanged, and is still found by its whole number. A
 * number that does not open does not stop the others.
 * @returns how many were indexed
 * @throws the first failure, after all were tried
 */
export async function indexMedicareCards(db: Database, keyring: Keyring): Promise<number> {
  const failures: unknown[] = [];
  let indexed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'medicare_sealed', 'medicare_index'])
      .whereRef('medicare_index', 'is distinct from', 'medicare_card_of')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      try {
        if (await indexCard(db, keyring, row)) indexed += 1;
      } catch (error) {
        if (!isSecondOfOne(error)) failures.push(error);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = last.id;
  }
  if (failures.length > 0) throw failures[0];
  return indexed;
}

type Held = { id: string; medicare_sealed: Buffer | null; medicare_index: Buffer | null };

/** Indexes one number; false if it was changed meanwhile. */
async function indexCard(
  db: Database,
  keyring: Keyring,
  { id, medicare_sealed, medicare_index }: Held,
): Promise<boolean> {
  const number = medicare_sealed === null ? null : keyring.open(medicarePlace(id), medicare_sealed);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      medicare_card: number === null ? null : keyring.blindIndex('medicare-card', medicareCard(number)),
      medicare_card_of: medicare_index,
    })
    .where('id', '=', id)
    .where('medicare_index', 'is not distinct from', medicare_index)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
