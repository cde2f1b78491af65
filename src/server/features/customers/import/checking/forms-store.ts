import type { Tx } from '../../../../pipeline/context.ts';
import type { FoundForm } from './check-list.ts';
import type { KnownForm } from '../reading/form.ts';

/** How the last list of a provider was matched by staff; null where none was. */
export async function findForm(tx: Tx, providerId: string): Promise<KnownForm | null> {
  const row = await tx
    .selectFrom('import_forms')
    .select(['heads', 'columns', 'century'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Remembers how staff matched the columns of a list, for the next list of the provider. */
export async function keepForm(
  tx: Tx,
  providerId: string,
  { heads, columns, century }: FoundForm,
  now: Date,
): Promise<void> {
  const values = { heads: [...heads], columns: JSON.stringify(columns), century, updated_at: now };
  await tx
    .insertInto('import_forms')
    .values({ provider_id: providerId, ...values })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
    .execute();
}

/** What is kept of how a list was read, so that it is read the same way again. */
export const storedForm = ({ encoding, columns, century }: FoundForm): string =>
  JSON.stringify({ encoding, columns, century });
