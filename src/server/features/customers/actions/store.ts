import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { contactsAtMost } from '../../../../domain/contacts/request.ts';
import { placeholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Sets the status of a customer, and keeps the previous status while they are archived. */
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

/** Sets the provider's own number and the room of a customer. */
export async function setCustomerId(
  tx: Tx,
  userId: string,
  placed: { customer_id: string | null; room: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...placed, updated_at: now })
    .where('id', '=', userId)
    .execute();
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

/**
 * Returns the error for a customer number that was taken, also when two requests set the same number at the same time; null for
 * other errors.
 */
export function takenIdIn(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  if (error.constraint !== 'users_provider_id_customer_id_key') return null;
  return new AppError('invalid', {
    fields: [{ field: 'customer_id', message: 'error.customer.idTaken' }],
    cause: error,
  });
}

/** Whether an account has an address, here or in the previous system. */
export async function isAddressKnown(tx: Tx, email: string, besides: string | null = null): Promise<boolean> {
  let query = tx
    .selectFrom('users')
    .select('id')
    .where((either) => either.or([either('email', '=', email), either('legacy_email', '=', email)]));
  if (besides !== null) query = query.where('id', '<>', besides);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Gives an invitation that was not accepted a new link and a new term. The previous link becomes invalid. */
export async function renewInvitation(tx: Tx, userId: string, now: Date): Promise<string> {
  const invitation_id = randomUUID();
  await tx
    .updateTable('users')
    .set({ invitation_id, invite_date: now, reminded_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute();
  return invitation_id;
}

/** Whether an account has a plan that was started, or a file. */
export async function holdsAnything(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select 1 from acps where user_id = ${userId} and (version > 0 or plan_version > 0))
      or exists (select 1 from files where user_id = ${userId}) as holds`.execute(tx);
  return rows[0]?.holds ?? false;
}

/** Changes an invited account back to one without an address, so that sign-in is not possible. */
export async function takeAddressAway(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...{ email: placeholderEmail(userId), email_designated_at: null, email_verified_at: null },
      ...{ status: 'active', invitation_id: null, invite_date: null, reminded_at: null },
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

/** Loads the names and addresses of a customer's trusted contacts, by name. A person has few. */
export function findContactAddresses(
  tx: Tx,
  userId: string,
): Promise<{ id: string; email: string; name: string }[]> {
  return tx
    .selectFrom('trusted_contacts')
    .select(['id', 'email', 'name'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .limit(contactsAtMost)
    .execute();
}

/**
 * Replaces the address by one that staff set, deletes the password, and makes the account an invited one. Returns the id of the
 * new invitation.
 */
export async function setDesignatedEmail(tx: Tx, userId: string, email: string, now: Date): Promise<string> {
  const invitation_id = randomUUID();
  await tx
    .updateTable('users')
    .set({
      ...{ email, legacy_email: null, email_designated_at: now, email_verified_at: null },
      ...{
        status: 'invited',
        invitation_id,
        invite_date: now,
        invite_accepted_date: null,
        reminded_at: null,
      },
      ...{ password_hash: null, legacy_reset: false, updated_at: now },
    })
    .where('id', '=', userId)
    .execute();
  return invitation_id;
}
