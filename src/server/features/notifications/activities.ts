import { sql, type Selectable } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { fullName } from '../../../domain/names.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { RecentActivitiesTable } from '../../db/tables/notifications.ts';
import { customerRole } from '../../db/customer-role.ts';
import { inScope } from '../../db/lists/scope.ts';
import { findImports, isNotOfImport } from './imports.ts';
import type { NamedPerson } from './store.ts';

/**
 * A line of the recent-activity list (ENT-23). `user` is the person whose account and plan it is about, `actor` the person who
 * did it: null for the product or if unknown.
 */
export type Activity = Pick<
  Selectable<RecentActivitiesTable>,
  'id' | 'template' | 'metadata' | 'user_id' | 'created_at'
> & {
  user: NamedPerson;
  actor: NamedPerson | null;
  /** Whether `user` is a customer, who has a page. */
  of_customer: boolean;
};

/** Fields of a line that only the owner can see: file names and amounts. */
const ownersOnly: ReadonlySet<string> = new Set(['file', 'amount']);

const withoutOwners = (metadata: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownersOnly.has(name)));

/** Replaces the id of the staff member beside the person by the name (N-08): '' for a deleted account. */
const withBeside = (
  metadata: Record<string, unknown>,
  beside: { first_name: string | null; last_name: string | null },
) => ('beside' in metadata ? { ...metadata, beside: fullName(beside) } : metadata);

/**
 * Maximum number of people whose own lines are searched one by one; for more, the newest lines of everyone are searched first.
 */
const fewPeople = 1_000;

/** Number of the newest lines of everyone that are searched. */
const windowLines = 5_000;

type Line = Pick<Selectable<RecentActivitiesTable>, 'id' | 'created_at'>;

/**
 * Loads the activities of the people of a scope, newest first: the caller's own account, the people under the caller's provider,
 * or all.
 */
export async function findActivities(tx: Tx, scope: Scope, limit: number): Promise<Activity[]> {
  const lines = await find(tx, scope, limit, null);
  if (scope.people === 'one') return lines;
  // An import of four hundred customers is one line.
  const all = [...lines, ...(await findImports(tx, scope, limit))];
  return all.toSorted((one, next) => next.created_at.getTime() - one.created_at.getTime()).slice(0, limit);
}

/** Loads the activities of one person of a scope, newest first. */
export const findActivitiesOf = (tx: Tx, scope: Scope, userId: string, limit: number): Promise<Activity[]> =>
  find(tx, scope, limit, userId);

async function find(tx: Tx, scope: Scope, limit: number, userId: string | null): Promise<Activity[]> {
  const lines = scope.people === 'subtree' && userId === null ? await linesOfSubtree(tx, scope, limit) : null;
  if (lines?.length === 0) return [];
  const rows = await tx
    .selectFrom('recent_activities as activity')
    .innerJoin('users as about', 'about.id', 'activity.user_id')
    .leftJoin('users as actor', 'actor.id', 'activity.actor_id')
    .leftJoin('users as beside', (join) =>
      join.on(sql<boolean>`beside.id = (activity.metadata->>'beside')::uuid`),
    )
    .select([
      'activity.id',
      'activity.template',
      'activity.metadata',
      'activity.user_id',
      'activity.created_at',
      'about.first_name',
      'about.last_name',
      'actor.id as actor_id',
      'actor.first_name as actor_first_name',
      'actor.last_name as actor_last_name',
      'beside.first_name as beside_first_name',
      'beside.last_name as beside_last_name',
    ])
    .select(sql<boolean>`about.permission_role_id = ${customerRole}`.as('of_customer'))
    .where(
      lines === null
        ? inScope(scope, { person: 'activity.user_id', provider: 'about.provider_id' })
        : sql<boolean>`activity.id = any(${lines.map(({ id }) => id)}::uuid[])`,
    )
    .$if(userId === null && scope.people !== 'one', (activities) => activities.where(isNotOfImport))
    .$if(userId !== null, (activities) => activities.where('activity.user_id', '=', userId))
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ first_name, last_name, actor_id, actor_first_name, actor_last_name, ...row }) => {
    const { beside_first_name, beside_last_name, ...activity } = row;
    const beside = { first_name: beside_first_name, last_name: beside_last_name };
    const metadata = withBeside(activity.metadata, beside);
    return {
      ...activity,
      metadata: scope.people === 'one' ? metadata : withoutOwners(metadata),
      user: { id: activity.user_id, first_name, last_name },
      actor:
        actor_id === null ? null : { id: actor_id, first_name: actor_first_name, last_name: actor_last_name },
    };
  });
}

/**
 * Loads the newest lines about the people of a provider and those under it. Without this, the planner scans everyone's lines
 * until it has enough, which for a small house means all of them.
 */
async function linesOfSubtree(tx: Tx, scope: Scope, limit: number): Promise<Line[]> {
  const isWithin = inScope(scope, { person: 'about.id', provider: 'about.provider_id' });
  const newest = sql`order by created_at desc, id desc limit ${limit}`;
  const { rows: people } = await sql<{ count: number }>`
    select count(*) as count from (select from users about where ${isWithin} limit ${fewPeople + 1}) probe`.execute(
    tx,
  );
  if ((people[0]?.count ?? 0) > fewPeople) {
    const { rows } = await sql<Line>`
      select line.id, line.created_at
      from (
        select id, created_at, user_id from recent_activities where ${isNotOfImport} order by created_at desc, id desc limit ${windowLines}
      ) line
      join users about on about.id = line.user_id
      where ${isWithin} ${newest}`.execute(tx);
    if (rows.length === limit) return rows;
  }
  const { rows } = await sql<Line>`
    select line.id, line.created_at
    from users about
    cross join lateral (select id, created_at from recent_activities where user_id = about.id and ${isNotOfImport} ${newest}) line
    where ${isWithin} ${newest}`.execute(tx);
  return rows;
}
