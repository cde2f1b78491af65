import { sql } from 'kysely';
import { graceDays } from '../../../../domain/accounts/deletion.ts';
import { timeZone, type IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Leaving } from '../api.ts';
import { noRemoval } from './removal-store.ts';

/**
 * Stores the date of the deletion and returns it; null if a date is already stored. Never earlier than the database's clock
 * allows: otherwise a server with a slow clock would cause the deletion in the next nightly run.
 */
export async function askForDeletion(
  tx: Tx,
  userId: string,
  deleteOn: IsoDate,
  now: Date,
): Promise<IsoDate | null> {
  const row = await tx
    .updateTable('users')
    .set({
      delete_on: sql<IsoDate>`greatest(${deleteOn}::date, (now() at time zone ${timeZone})::date + ${graceDays}::int)`,
      deletion_requested_at: now,
      deletion_reminded_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('delete_on', 'is', null)
    .returning('delete_on')
    .executeTakeFirst();
  return row?.delete_on ?? null;
}

/** Removes the date of the deletion, and returns its origin: a removal by staff, a request of the person, or none. */
export async function forgetDeletion(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<'removal' | 'request' | null> {
  const before = await tx
    .selectFrom('users')
    .select('removal_requested_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const row = await tx
    .updateTable('users')
    .set({
      ...{ delete_on: null, deletion_requested_at: null, deletion_reminded_at: null, updated_at: now },
      ...noRemoval,
    })
    .where('id', '=', userId)
    .where('delete_on', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  return before?.removal_requested_at ? 'removal' : 'request';
}

/** A person with a deletion date, and the staff member who removed them if only staff did. */
type Due = Leaving & {
  status: 'invited' | 'active' | 'suspended' | 'archived';
  provider_id: string | null;
  removal: { staffId: string | null } | null;
};

/** Returns the person, locked until the transaction ends; null if no deletion is due, or they are already deleted. */
export async function findDueForChange(tx: Tx, userId: string): Promise<Due | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id as userId', 'delete_on', 'email', 'language', 'first_name', 'last_name', 'for_my_self'])
    .select([
      'status',
      'provider_id',
      'deletion_requested_at',
      'removal_requested_at',
      'removal_requested_by',
    ])
    .where('id', '=', userId)
    .where('delete_on', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.delete_on) return null;
  const { deletion_requested_at, removal_requested_at, removal_requested_by, ...person } = row;
  const isRemoval = removal_requested_at !== null && deletion_requested_at === null;
  return {
    ...person,
    delete_on: row.delete_on,
    removal: isRemoval ? { staffId: removal_requested_by } : null,
  };
}

/** A document that a residential-care system has of a customer. */
export type SentPlan = { integration_id: string; resident_id: string; document_id: string };

/** Returns the documents of a customer that systems have, of links in use, for the deletion of the account. */
export async function findSentPlans(tx: Tx, userId: string): Promise<SentPlan[]> {
  return tx
    .selectFrom('integration_links as l')
    .innerJoin('acps as a', (join) => join.onRef('a.user_id', '=', 'l.user_id').on('a.type', '=', 'active'))
    .select(['l.integration_id', 'l.resident_id', 'a.id as document_id'])
    .where('l.user_id', '=', userId)
    .where('l.unlinked_at', 'is', null)
    .where('l.withdrawn_at', 'is', null)
    .where((where) =>
      where.or([where('l.sent_version', 'is not', null), where('l.sending_at', 'is not', null)]),
    )
    .execute();
}
