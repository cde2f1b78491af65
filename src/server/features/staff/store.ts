import { randomUUID } from 'node:crypto';
import { placeholderEmail } from '../../../domain/customers/placeholder-email.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import { AppError } from '../../../domain/errors.ts';
import type { StaffJob } from '../../../domain/staff/jobs.ts';
import type { Manager } from '../../../domain/staff/last-manager.ts';
import type { Tx } from '../../pipeline/context.ts';

type StaffFacts = {
  first_name: string;
  last_name: string;
  phone: string | null;
  role: StaffJob | null;
};

export async function saveFacts(tx: Tx, userId: string, facts: StaffFacts, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...facts, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Gives an invitation a new link and a new term, also to another address. The previous link becomes invalid. */
export async function renewInvitation(tx: Tx, userId: string, now: Date, email?: string): Promise<string> {
  const invitation_id = randomUUID();
  try {
    await tx
      .updateTable('users')
      .set({
        ...(email !== undefined && { email }),
        ...{ invitation_id, invite_date: now, reminded_at: now, updated_at: now },
      })
      .where('id', '=', userId)
      .execute();
  } catch (error) {
    // Another call took the address at the same moment.
    if (!(error instanceof Error) || !('constraint' in error) || error.constraint !== 'users_email_key')
      throw error;
    throw new AppError('existingUser', {
      fields: [{ field: 'email', message: 'error.userExists' }],
      cause: error,
    });
  }
  return invitation_id;
}

/** Loads the current rights of a permission role. @throws AppError `not-found` */
export async function findRole(tx: Tx, id: number): Promise<Omit<Manager, 'status'>> {
  const row = await tx
    .selectFrom('permission_roles')
    .select(['role', 'can_manage_user'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return { role: row.role, permission_role_id: id, flags: { can_manage_user: row.can_manage_user } };
}

export async function setRole(tx: Tx, userId: string, permission_role_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ permission_role_id, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

export async function setStatus(tx: Tx, userId: string, status: AccountStatus, now: Date): Promise<void> {
  await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', userId).execute();
}

/**
 * Removes a staff member from the account: the address becomes free, sign-in is no longer possible, and the person's
 * notifications are deleted. The name and the provider stay with their past actions.
 */
export async function takeAway(tx: Tx, userId: string, status: AccountStatus, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...{ status: 'archived', archived_from: status === 'archived' ? null : status },
      ...{ email: placeholderEmail(userId), legacy_email: null, phone: null, image: null },
      ...{ password_hash: null, legacy_reset: false, invitation_id: null, email_verified_at: null },
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
  for (const table of ['one_time_tokens', 'known_devices', 'notification_settings', 'pictures'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await tx.deleteFrom('notifications').where('receiver_id', '=', userId).execute();
}
