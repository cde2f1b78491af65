import type { NotificationTemplate } from '../../../domain/activities.ts';
import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { OwnScope } from '../../../domain/access/scope.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { notificationList } from '../../../domain/lists/definitions/notifications.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { customerRole } from '../../db/customer-role.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import type { Tx } from '../../pipeline/context.ts';
import { account } from '../../pipeline/subjects.ts';
import type { NotificationsTable } from '../../db/tables/notifications.ts';
import { newsChannel } from './broadcast.ts';
import { findNotified } from './settings-store.ts';

/** A person named by a notification or an activity. */
export type NamedPerson = { id: string; first_name: string | null; last_name: string | null };

/**
 * A notification (ENT-11). `user` is the person it is about. `actor` is the person who did it and `provider` the place, if its
 * metadata contains `actor_id` and `provider_id`.
 */
export type Notification = Selectable<NotificationsTable> & {
  user: NamedPerson | null;
  actor: NamedPerson | null;
  provider: string | null;
};

export type NotificationList = { count: number; unread: number; data: Notification[] };

const mine = (tx: Tx, scope: OwnScope) =>
  tx.selectFrom('notifications').where('receiver_id', '=', scope.people === 'one' ? scope.userId : null);

const source = listSource(notificationList, {
  rows: (tx, scope: OwnScope) => mine(tx, scope).selectAll(),
  id: 'notifications.id',
  filters: {},
  sorts: { created_at: 'notifications.created_at' },
});

/** Loads the caller's own notifications, newest first, with their number and the number of unread ones (ENT-12). */
export async function findNotifications(
  tx: Tx,
  scope: OwnScope,
  query: ListQuery<typeof notificationList>,
): Promise<NotificationList> {
  const totals = mine(tx, scope)
    .select([sql<number>`count(*)`.as('count'), sql<number>`count(*) filter (where not read)`.as('unread')])
    .executeTakeFirstOrThrow();
  const counted = { ...source, count: async () => (await totals).count };
  const [{ unread }, { count, data }] = await Promise.all([totals, readPage(tx, counted, scope, query)]);
  return { count, unread, data: await withNames(tx, data) };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the id in metadata under a name; null if it is not a UUID, so that data of an older release cannot break a list. */
function idIn(metadata: Record<string, unknown>, name: string): string | null {
  const value = metadata[name];
  return typeof value === 'string' && uuid.test(value) ? value : null;
}

const isId = (id: string | null): id is string => id !== null;

async function withNames(tx: Tx, rows: Selectable<NotificationsTable>[]): Promise<Notification[]> {
  const personIds = rows
    .flatMap(({ user_id, metadata }) => [user_id, idIn(metadata, 'actor_id')])
    .filter(isId);
  const providerIds = rows.map(({ metadata }) => idIn(metadata, 'provider_id')).filter(isId);
  const [people, providers] = await Promise.all([
    personIds.length === 0
      ? []
      : tx
          .selectFrom('users')
          .select(['id', 'first_name', 'last_name'])
          .where('id', 'in', [...new Set(personIds)])
          .execute(),
    providerIds.length === 0
      ? []
      : tx
          .selectFrom('providers')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(providerIds)])
          .execute(),
  ]);
  const personOf = (id: string | null) => people.find((person) => person.id === id) ?? null;
  return rows.map((row) => ({
    ...row,
    user: personOf(row.user_id),
    actor: personOf(idIn(row.metadata, 'actor_id')),
    provider: providers.find(({ id }) => id === idIn(row.metadata, 'provider_id'))?.name ?? null,
  }));
}

/** Returns the receiver of a notification, and locks it against other changes. Null for an unknown id. */
export async function findReceiver(
  tx: Tx,
  id: string,
  { lock }: { lock: boolean },
): Promise<Subjects['account'] | null> {
  const found = tx.selectFrom('notifications').select('receiver_id').where('id', '=', id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  return row ? account(row.receiver_id) : null;
}

/** Marks one notification as read. @throws for an unknown id */
export async function markRead(tx: Tx, id: string): Promise<Notification> {
  const row = await tx
    .updateTable('notifications')
    .set({ read: true })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return (await withNames(tx, [row]))[0]!;
}

/** Marks all notifications of one person as read. Returns how many were unread. */
export async function markAllRead(tx: Tx, receiverId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read: true })
    .where('receiver_id', '=', receiverId)
    .where('read', '=', false)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Stores when a person last opened the bell (GAP-74). */
export async function setLastViewed(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_viewed_notifications: now }).where('id', '=', userId).execute();
}

/** A notification to several people about one person. `metadata` contains ids and numbers, never a name or an answer. */
export type Announcement = {
  /** Identifies the event: announcing the same event twice creates no second notification. */
  eventId: string;
  template: NotificationTemplate;
  metadata: Record<string, string | number | boolean>;
  userId: string;
  at: Date;
};

/** Returns an id that is always the same for an event and a receiver. */
function idFor(eventId: string, receiverId: string): string {
  const hex = createHash('sha256').update(`${eventId}/${receiverId}`).digest('hex');
  // Format of a version 8 UUID (RFC 9562), with 122 bits of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Adds the notification to the list of each receiver whose settings allow it, once, and updates their open pages. Both happen
 * with the commit of the caller's transaction, or not at all.
 */
export async function announce(
  tx: Tx,
  announcement: Announcement,
  receiverIds: readonly string[],
): Promise<void> {
  if (receiverIds.length === 0) return;
  const { eventId, template, userId, at } = announcement;
  const receivers = await findNotified(tx, receiverIds, template);
  if (receivers.length === 0) return;
  const metadata = JSON.stringify(announcement.metadata);
  const rows = receivers.map((receiver_id) => ({
    id: idFor(eventId, receiver_id),
    template,
    metadata,
    receiver_id,
    user_id: userId,
    created_at: at,
  }));
  await tx
    .with('added', (db) =>
      db
        .insertInto('notifications')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'receiver_id']),
    )
    .selectFrom('added')
    .select(sql`pg_notify(${newsChannel}, receiver_id || ' ' || id)`.as('sent'))
    .execute();
}

/** Returns the platform's staff with active accounts. */
export async function findAdministrators(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select staff.id from users staff where ${isPlatform} and staff.status = 'active' order by staff.id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** The role numbers are literals in the statement, because otherwise PostgreSQL cannot use the partial indexes of staff. */
const isPlatform = sql`staff.permission_role_id in (4, 6, 7)`;

/**
 * Returns the staff to notify about a customer: those of the customer's provider and of the providers above it, and the
 * administrators (GAP-72). Only people whose account is active.
 */
export async function findStaffFor(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select staff.id from users staff
    join permission_roles role on role.id = staff.permission_role_id and role.role in ('provideradmin', 'providerview')
    where staff.permission_role_id <> ${customerRole} and staff.status = 'active' and staff.id <> ${userId}
      and staff.provider_id = any(array(
        select unnest(p.path) from users u join providers p on p.id = u.provider_id where u.id = ${userId}))
    union all
    select staff.id from users staff
    join permission_roles role on role.id = staff.permission_role_id and role.role in ('admin', 'tlcadmin')
    where ${isPlatform} and staff.status = 'active' and staff.id <> ${userId}
    order by id`.execute(tx);
  return rows.map((row) => row.id);
}

/** A manager of a house, with the data for mails. */
type Manager = { id: string; email: string; language: 'en' | 'zh'; first_name: string | null };

/**
 * Returns the managers of a house: its active provider administrators who can change customers or the organisation; if it has
 * none, those of the nearest provider above.
 */
export async function findManagersOfHouse(tx: Tx, houseId: string): Promise<Manager[]> {
  const { rows } = await sql<Manager>`
    with manager as (
      select staff.id, staff.email, staff.language, staff.first_name, place.depth
      from providers house
      cross join lateral unnest(house.path) with ordinality as place(id, depth)
      join users staff on staff.provider_id = place.id and staff.permission_role_id <> ${customerRole} and staff.status = 'active'
      join permission_roles role on role.id = staff.permission_role_id and role.role = 'provideradmin'
        and (role.can_manage_acp or role.can_manage_all)
      where house.id = ${houseId}
    )
    select id, email, language, first_name from manager
    where depth = (select max(depth) from manager) order by id`.execute(tx);
  return rows;
}

/** Returns the staff who manage the integrations of a provider: its active administrators, and those above, who manage everything. */
export async function findIntegrationManagers(tx: Tx, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select staff.id from providers p
    cross join lateral unnest(p.path) as place(id)
    join users staff on staff.provider_id = place.id and staff.permission_role_id <> ${customerRole} and staff.status = 'active'
    join permission_roles role on role.id = staff.permission_role_id and role.role = 'provideradmin' and role.can_manage_all
    where p.id = ${providerId} order by staff.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Returns the managers of the customer's current house; none for a person without a house. */
export async function findManagersOf(tx: Tx, userId: string): Promise<Manager[]> {
  const customer = await tx
    .selectFrom('users')
    .select('provider_id')
    .where('id', '=', userId)
    .executeTakeFirst();
  const houseId = customer?.provider_id ?? null;
  return houseId === null ? [] : findManagersOfHouse(tx, houseId);
}

/**
 * Returns the people to notify about a staff member: those who can see the staff of the same provider and of the providers above
 * it, and the administrators (GAP-72).
 */
export async function findStaffManagers(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select staff.id from users staff
    join permission_roles role on role.id = staff.permission_role_id and role.role = 'provideradmin' and role.can_manage_user
    where staff.permission_role_id <> ${customerRole} and staff.status = 'active' and staff.id <> ${userId}
      and staff.provider_id = any(array(
        select unnest(p.path) from users u join providers p on p.id = u.provider_id where u.id = ${userId}))
    union all
    select staff.id from users staff
    join permission_roles role on role.id = staff.permission_role_id and role.role in ('admin', 'tlcadmin')
    where ${isPlatform} and staff.status = 'active' and staff.id <> ${userId}
    order by id`.execute(tx);
  return rows.map((row) => row.id);
}
