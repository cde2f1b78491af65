import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../context.ts';
import type { NotificationsTable, RecentActivitiesTable } from '../../db/tables.ts';

/** Somebody a notification or an activity names. */
export type NamedPerson = { id: string; first_name: string | null; last_name: string | null };

/** A notification (ENT-11). `user` is the person it is about. */
export type Notification = Selectable<NotificationsTable> & { user: NamedPerson | null };

/** A line of the recent-activity list (ENT-23). `actor` is who did it, null when that was the product or is unknown. */
export type Activity = Pick<
  Selectable<RecentActivitiesTable>,
  'id' | 'template' | 'metadata' | 'user_id' | 'created_at'
> & {
  actor: NamedPerson | null;
};

type NameColumns = { named_id: string | null; first_name: string | null; last_name: string | null };

function withName<Row extends NameColumns>(row: Row): [Omit<Row, keyof NameColumns>, NamedPerson | null] {
  const { named_id, first_name, last_name, ...rest } = row;
  return [rest, named_id === null ? null : { id: named_id, first_name, last_name }];
}

/** One person's notifications, newest first, with how many there are and how many are not read (ENT-12). */
export async function findNotifications(
  tx: Tx,
  receiverId: string,
  page: { offset: number; limit: number },
): Promise<{ count: number; unread: number; data: Notification[] }> {
  const mine = tx.selectFrom('notifications').where('receiver_id', '=', receiverId);
  const counts = await mine
    .select([sql<number>`count(*)`.as('count'), sql<number>`count(*) filter (where not read)`.as('unread')])
    .executeTakeFirstOrThrow();
  const rows = await mine
    .leftJoin('users as about', 'about.id', 'notifications.user_id')
    .selectAll('notifications')
    .select(['about.id as named_id', 'about.first_name', 'about.last_name'])
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const data = rows.map((row) => {
    const [notification, user] = withName(row);
    return { ...notification, user };
  });
  return { count: counts.count, unread: counts.unread, data };
}

/** What happened to one person's account and plan, newest first. */
export async function findActivities(tx: Tx, userId: string, limit: number): Promise<Activity[]> {
  const rows = await tx
    .selectFrom('recent_activities as activity')
    .leftJoin('users as actor', 'actor.id', 'activity.actor_id')
    .select([
      'activity.id',
      'activity.template',
      'activity.metadata',
      'activity.user_id',
      'activity.created_at',
    ])
    .select(['actor.id as named_id', 'actor.first_name', 'actor.last_name'])
    .where('activity.user_id', '=', userId)
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const [activity, actor] = withName(row);
    return { ...activity, actor };
  });
}

/** A notification to several people about one person. `metadata` holds ids and numbers, never a name or an answer. */
export type Announcement = {
  /** Names the event: the same event told twice makes no second notification. */
  eventId: string;
  template: string;
  metadata: Record<string, string | number | boolean>;
  userId: string;
  at: Date;
};

/** An id that the same event gives the same receiver each time. */
function idFor(eventId: string, receiverId: string): string {
  const hex = createHash('sha256').update(`${eventId}/${receiverId}`).digest('hex');
  // The shape of a version 8 UUID (RFC 9562): 122 bits of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Puts the announcement into each receiver's list, once. */
export async function announce(
  tx: Tx,
  announcement: Announcement,
  receiverIds: readonly string[],
): Promise<void> {
  if (receiverIds.length === 0) return;
  const { eventId, template, userId, at } = announcement;
  const metadata = JSON.stringify(announcement.metadata);
  await tx
    .insertInto('notifications')
    .values(
      receiverIds.map((receiver_id) => ({
        id: idFor(eventId, receiver_id),
        template,
        metadata,
        receiver_id,
        user_id: userId,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The staff who are told about a customer: those of the customer's provider and of the providers above it, and the
 * administrators (GAP-72). Only people whose account is active.
 */
export async function findStaffFor(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as staff')
    .innerJoin('permission_roles as role', 'role.id', 'staff.permission_role_id')
    .select('staff.id')
    .where('staff.status', '=', 'active')
    .where('staff.id', '<>', userId)
    .where((either) =>
      either.or([
        either('role.role', 'in', ['admin', 'tlcadmin']),
        either.and([
          either('role.role', 'in', ['provideradmin', 'providerview']),
          sql<boolean>`staff.provider_id in (
            select unnest(array_append(p.path, p.id)) from users u join providers p on p.id = u.provider_id where u.id = ${userId})`,
        ]),
      ]),
    )
    .orderBy('staff.id')
    .execute();
  return rows.map((row) => row.id);
}
