import { sql } from 'kysely';
import { dateOfIso, isoOfDate } from '../../../../domain/fields.ts';
import type { ProviderWords } from '../../../../domain/inputs/organisation/provider-form.ts';
import { shownExternalId, storedExternalId } from '../../../../domain/providers/external-id.ts';
import type { ProviderType } from '../../../../domain/providers/types.ts';
import type { Tx } from '../../../pipeline/context.ts';

const columns = [
  'name',
  'address',
  'state',
  'postcode',
  'location',
  'phone_number',
  'email',
  'type',
  'external_id',
  'government_id',
  'subscription_id',
  'subscription_start_date',
  'trial_expiry_date',
] as const;

type Columns = { [Column in Exclude<(typeof columns)[number], 'name' | 'type'>]: string | null } & {
  name: string;
  type: ProviderType;
};

const shownDay = (stored: string | null): string => (stored === null ? '' : dateOfIso(stored));

/** Converts the stored columns of a provider to the values of its form. */
function wordsOf(row: Columns): ProviderWords {
  const plain = Object.fromEntries(columns.map((column) => [column, row[column] ?? '']));
  return {
    ...(plain as ProviderWords),
    external_id: shownExternalId(row.external_id),
    subscription_start_date: shownDay(row.subscription_start_date),
    trial_expiry_date: shownDay(row.trial_expiry_date),
  };
}

/** Loads the values of a provider, with the number of its last save. */
export async function findWords(tx: Tx, id: string): Promise<{ version: number; words: ProviderWords }> {
  const { version, ...row } = await tx
    .selectFrom('providers')
    .select([...columns, 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { version, words: wordsOf(row) };
}

/** Converts the values of a form to columns, and drops everything else. */
export function columnsOf(words: ProviderWords): Columns {
  const stored = Object.fromEntries(columns.map((column) => [column, words[column] || null]));
  return {
    ...(stored as Columns),
    external_id: storedExternalId(words.external_id),
    subscription_start_date: isoOfDate(words.subscription_start_date) ?? null,
    trial_expiry_date: isoOfDate(words.trial_expiry_date) ?? null,
  };
}

/** Saves the values of a provider, and increments its version. */
export async function saveWords(tx: Tx, id: string, words: ProviderWords): Promise<void> {
  await tx
    .updateTable('providers')
    .set({ ...columnsOf(words), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
