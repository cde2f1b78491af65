import type { Tx } from '../../../../pipeline/context.ts';
import type { FoundForm } from './check-list.ts';
import type { KnownForm } from '../reading/form.ts';

/** Loads how staff matched the columns of the provider's last list; null if they never did. */
export async function findForm(tx: Tx, providerId: string): Promise<KnownForm | null> {
  const row = await tx
    .selectFrom('import_forms')
    .select(['heads', 'columns', 'century'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores how staff matched the columns of a list, for the next list of the provider. */
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

/** Returns the stored form of a list, so that it is read the same way again. */
export const storedForm = ({ encoding, columns, century }: FoundForm): string =>
  JSON.stringify({ encoding, columns, century });
