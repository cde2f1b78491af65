import { sql } from 'kysely';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { storedExternalId } from '../../../../domain/providers/external-id.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { lockNames } from '../../../db/organisation-locks.ts';
import type { Tx } from '../../../pipeline/context.ts';

/**
 * Refuses an e-mail address or external id that another provider has, and the address of an account outside the provider's own
 * staff (ERR-31, ERR-32). Locks them against other calls until the end of the transaction. `path` ends with the provider itself,
 * or with the parent of a new one; an empty text is not checked.
 * @throws AppError `invalid` at `external_id`, `existingUser` at `email`
 */
export async function refuseTaken(
  tx: Tx,
  { id, path }: { id: string | null; path: readonly string[] },
  { external_id, email }: { external_id: string; email: string },
): Promise<void> {
  const external = storedExternalId(external_id);
  if (external === null && email === '') return;
  await lockNames(tx);
  const others = tx.selectFrom('providers').select('id').where('id', 'is distinct from', id);
  if (external !== null && (await others.where('external_id', '=', external).executeTakeFirst()))
    refuseInvalid([{ field: 'external_id', message: 'error.externalIdExists' }]);
  if (email === '') return;
  const isTaken =
    (await others.where('email', '=', email).executeTakeFirst()) ?? (await findStranger(tx, path, email));
  if (isTaken)
    throw new AppError('existingUser', { fields: [{ field: 'email', message: 'error.email_in_use' }] });
}

/** Selects an account with an address, unless it belongs to the staff of the provider or of one above it. */
const findStranger = (tx: Tx, path: readonly string[], email: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where((where) => where.or([where('email', '=', email), where('legacy_email', '=', email)]))
    .where(
      sql<boolean>`(permission_role_id = ${customerRole} or provider_id is null or provider_id <> all(${path}::uuid[]))`,
    )
    .executeTakeFirst();
