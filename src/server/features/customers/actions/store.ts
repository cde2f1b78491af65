import type { AccountStatus } from '../../../../domain/customers/status.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Gives a customer another status, and keeps the one of before while they are archived. */
export async function setStatus(
  tx: Tx,
  { ownerId, status: before }: { ownerId: string; status: AccountStatus },
  status: AccountStatus,
  now: Date,
): Promise<void> {
  const archived_from = status === 'archived' && before !== 'archived' ? before : null;
  await tx
    .updateTable('users')
    .set({ status, archived_from, updated_at: now })
    .where('id', '=', ownerId)
    .execute();
}

export async function setCustomerId(
  tx: Tx,
  userId: string,
  customer_id: string | null,
  now: Date,
): Promise<void> {
  await tx.updateTable('users').set({ customer_id, updated_at: now }).where('id', '=', userId).execute();
}

/** Whether another customer of the same provider has a number (GAP-84). */
export async function isIdTaken(
  tx: Tx,
  { ownerId, provider_id }: { ownerId: string; provider_id: string | null },
  customerId: string,
): Promise<boolean> {
  if (provider_id === null) return false;
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('provider_id', '=', provider_id)
    .where('customer_id', '=', customerId)
    .where('id', '<>', ownerId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Of two who set the same number at the same moment, one hears that it is taken. */
export function takenIdIn(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  if (error.constraint !== 'users_provider_id_customer_id_key') return null;
  return new AppError('invalid', {
    fields: [{ field: 'customer_id', message: 'error.customer.idTaken' }],
    cause: error,
  });
}

/** Whether an account has an address, now or in the system before. */
export async function isAddressKnown(tx: Tx, email: string, besides: string | null = null): Promise<boolean> {
  let query = tx
    .selectFrom('users')
    .select('id')
    .where((either) => either.or([either('email', '=', email), either('legacy_email', '=', email)]));
  if (besides !== null) query = query.where('id', '<>', besides);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
