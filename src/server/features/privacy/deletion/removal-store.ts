import { sql } from 'kysely';
import { deletionDate, graceDays } from '../../../../domain/accounts/deletion.ts';
import { melbourneDate, timeZone, type IsoDate } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

const reasonPlace = (userId: string) => place('users', 'removal_reason_sealed', userId);

type Removal = { userId: string; staffId: string; reason: string };

/**
 * Marks a customer as removed by staff, and returns the date of the deletion. An earlier date that the person requested is kept,
 * and no date is earlier than the database's clock allows.
 */
export async function requestRemoval(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  { userId, staffId, reason }: Removal,
  now: Date,
): Promise<IsoDate> {
  const wanted = deletionDate(melbourneDate(now));
  const { delete_on } = await tx
    .updateTable('users')
    .set({
      delete_on: sql<IsoDate>`coalesce(delete_on,
        greatest(${wanted}::date, (now() at time zone ${timeZone})::date + ${graceDays}::int))`,
      removal_requested_at: now,
      removal_requested_by: staffId,
      removal_reason_sealed: reason === '' ? null : keyring.seal(reasonPlace(userId), reason),
      updated_at: now,
    })
    .where('id', '=', userId)
    .returning('delete_on')
    .executeTakeFirstOrThrow();
  return delete_on!;
}

/** The values of an account's columns without a removal. */
export const noRemoval = {
  removal_requested_at: null,
  removal_requested_by: null,
  removal_reason_sealed: null,
} as const;

/** Reverses a removal. A deletion that the person requested is kept. */
export async function takeRemovalBack(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...noRemoval,
      delete_on: sql<IsoDate | null>`case when deletion_requested_at is null then null else delete_on end`,
      deletion_reminded_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

/** A removal that is not carried out yet, with the facts for mails about it. */
export type PendingRemoval = {
  deleteOn: IsoDate;
  at: Date;
  /** The staff member who removed the customer; null for a deleted account. */
  staff: { id: string; name: string | null; organisation: string | null } | null;
  reason: string | null;
  status: 'invited' | 'active' | 'suspended' | 'archived';
  provider: string | null;
};

/** Returns the removal of a customer by staff; null if there is none now. */
export async function findRemoval(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  userId: string,
): Promise<PendingRemoval | null> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('users as staff', 'staff.id', 'users.removal_requested_by')
    .leftJoin('providers as employer', 'employer.id', 'staff.provider_id')
    .select([
      'users.delete_on',
      'users.removal_requested_at',
      'users.removal_reason_sealed',
      'users.status',
      'providers.name as provider',
      'staff.id as staff_id',
      'staff.first_name',
      'staff.last_name',
      'employer.name as organisation',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row?.delete_on || !row.removal_requested_at) return null;
  const sealed = row.removal_reason_sealed;
  return {
    deleteOn: row.delete_on,
    at: row.removal_requested_at,
    staff:
      row.staff_id === null
        ? null
        : { id: row.staff_id, name: fullName(row) || null, organisation: row.organisation },
    reason: sealed && keyring.open(reasonPlace(userId), sealed),
    status: row.status,
    provider: row.provider,
  };
}
