import type { Selectable } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { RecentActivitiesTable } from '../../db/tables/notifications.ts';
import { inScope } from '../../db/lists/scope.ts';
import type { NamedPerson } from './store.ts';

/**
 * A line of the recent-activity list (ENT-23). `user` is whose account and plan it is about, `actor` who did it: null when that
 * was the product or is unknown.
 */
export type Activity = Pick<
  Selectable<RecentActivitiesTable>,
  'id' | 'template' | 'metadata' | 'user_id' | 'created_at'
> & {
  user: NamedPerson;
  actor: NamedPerson | null;
};

/** What the owner alone may read of a line: names of files, and what was paid. */
const ownersOnly: ReadonlySet<string> = new Set(['file', 'amount']);

const withoutOwners = (metadata: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownersOnly.has(name)));

/** What happened to the people of a scope, newest first: one's own account, those under one's provider, or all. */
export const findActivities = (tx: Tx, scope: Scope, limit: number): Promise<Activity[]> =>
  find(tx, scope, limit, null);

/** What happened to one person of a scope, newest first. */
export const findActivitiesOf = (tx: Tx, scope: Scope, userId: string, limit: number): Promise<Activity[]> =>
  find(tx, scope, limit, userId);

async function find(tx: Tx, scope: Scope, limit: number, userId: string | null): Promise<Activity[]> {
  const rows = await tx
    .selectFrom('recent_activities as activity')
    .innerJoin('users as about', 'about.id', 'activity.user_id')
    .leftJoin('users as actor', 'actor.id', 'activity.actor_id')
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
    ])
    .where(inScope(scope, { person: 'activity.user_id', provider: 'about.provider_id' }))
    .$if(userId !== null, (activities) => activities.where('activity.user_id', '=', userId))
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ first_name, last_name, actor_id, actor_first_name, actor_last_name, ...activity }) => ({
    ...activity,
    metadata: scope.people === 'one' ? activity.metadata : withoutOwners(activity.metadata),
    user: { id: activity.user_id, first_name, last_name },
    actor:
      actor_id === null ? null : { id: actor_id, first_name: actor_first_name, last_name: actor_last_name },
  }));
}
