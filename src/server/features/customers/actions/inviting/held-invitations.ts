import { sql } from 'kysely';
import type { InvitationKind } from '../../../../../domain/events.ts';
import type { AccountStatus } from '../../../../../domain/customers/status.ts';
import type { Database, Tx } from '../../../../pipeline/context.ts';
import type { Work } from '../../../../pipeline/work.ts';
import type { ActionSubject } from '../subject.ts';

export type HeldInvitation = { user_id: string; invitation_id: string; kind: InvitationKind };

/** Statuses in which a customer gets no invitation, but in which the invitation stays valid. */
const holding: readonly AccountStatus[] = ['suspended', 'archived'];

/** Whether the mail of an invitation is held because the customer is suspended, archived or to be removed. */
export const holdsInvitations = (customer: { status: string; removal_requested_at: Date | null }): boolean =>
  customer.removal_requested_at !== null || holding.some((state) => state === customer.status);

/**
 * Stores an invitation whose mail was not sent because its customer is suspended, archived or to be removed. Returns false when
 * the customer was restored meanwhile: the customer's row is locked, so that the restore either finds the invitation or happened
 * before.
 */
export function holdInvitation(
  db: Database,
  { user_id, invitation_id, kind }: HeldInvitation,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('users')
      .select(['status', 'removal_requested_at'])
      .where('id', '=', user_id)
      .where('invitation_id', '=', invitation_id)
      .forUpdate()
      .executeTakeFirst();
    if (!customer || !holdsInvitations(customer)) return false;
    await tx
      .insertInto('held_invitations')
      .values({ user_id, invitation_id, kind })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ invitation_id, kind }))
      .execute();
    return true;
  });
}

/**
 * Releases the held invitation of a customer who is invited again, with a full new term; null if none is held. The caller has
 * locked the customer's row.
 */
async function releaseInvitation(tx: Tx, userId: string, now: Date): Promise<HeldInvitation | null> {
  const held = await tx
    .deleteFrom('held_invitations')
    .where('user_id', '=', userId)
    .returning(['user_id', 'invitation_id', 'kind'])
    .executeTakeFirst();
  if (!held) return null;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ invite_date: now, updated_at: now })
    .where('id', '=', userId)
    .where('invitation_id', '=', held.invitation_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? held : null;
}

/**
 * Whether the invitation of a customer is being sent or was mailed: false while it waits for its import, or when it was held and
 * never sent before.
 */
export async function hasInvitationLeft(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from customer_import_additions a join users on users.id = a.user_id
      where a.user_id = ${userId} and users.reminded_at is null
    union all select 1 from held_invitations where user_id = ${userId} and kind = 'invited'
    limit 1`.execute(db);
  return rows.length === 0;
}

/** Sends the invitation that was held while the customer was suspended, archived or to be removed. */
export async function sendHeldInvitation(
  { subject, tx, now, emit }: Pick<Work<unknown, ActionSubject>, 'subject' | 'tx' | 'now' | 'emit'>,
  status: AccountStatus,
): Promise<void> {
  const held = status === 'invited' ? await releaseInvitation(tx, subject.ownerId, now) : null;
  if (held) emit('customer.invited', held);
}
