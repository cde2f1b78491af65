import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import type { PlanEvent } from '../../../../domain/reports/audit-events.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { customPlan } from '../../../db/connection/prepared-statements.ts';
import { onDays } from '../../../db/lists/list-filters.ts';
import { inScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { findPlaces, ofPlaces, type Places } from '../places.ts';

/**
 * Filters of a report: the customer whose plan it is, the person who did something, and what was done. A filter is null when the caller
 * did not set it: the report then has all values.
 */
export type EntryFilters = { user_id: string | null; actor_id: string | null; event: PlanEvent | null };

/** Selects the entries of a report. `named` is true when every entry has its event (migration 0067). */
export type AskedEntries = EntryFilters & {
  places: Places;
  period: { from: IsoDate; to: IsoDate };
  named: boolean;
};

/** True if every entry has its event. Entries from before migration 0067 get it from a background job. */
export async function areNamed(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select not exists (select from plan_entries where event is null) as named`.execute(tx);
  return rows[0]?.named ?? false;
}

function isEvent(event: PlanEvent, named: boolean): RawBuilder<boolean> {
  if (named) return sql<boolean>`plan_entries.event = ${event}`;
  return sql<boolean>`coalesce(plan_entries.event, (
    select plan_entry_event(l.action, l.details) from audit_log l
    where l.chain = plan_entries.user_id::text and l.seq = plan_entries.seq)) = ${event}`;
}

/** Returns the condition on the entries of a report. */
export function isAsked({
  places,
  period,
  user_id,
  actor_id,
  event,
  named,
}: AskedEntries): RawBuilder<boolean> {
  const conditions = [
    ofPlaces(places, 'plan_entries.provider_id'),
    onDays('plan_entries.at', period),
    user_id !== null && sql<boolean>`plan_entries.user_id = ${user_id}::uuid`,
    // Planned for this value. A plan for any person reads all entries of the person, up to a hundred thousand, instead of those of the
    // provider.
    actor_id !== null && customPlan(sql<boolean>`plan_entries.actor_id = ${actor_id}::uuid`),
    event !== null && isEvent(event, named),
  ].filter((condition) => condition !== false);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Names of the two people by whom the caller filters the report. A name is null when the caller set no such filter, when the caller has
 * no access to the person, or when the person has no name.
 */
export type AskedPeople = { customer: string | null; person: string | null };

/**
 * Loads the names of the two people by whom the caller filters the report. The caller has access to the names of customers in the scope,
 * of staff in the scope, and of people who opened or changed the plan of one of these customers: the rows of the report show the same names.
 * `counting`: the numbers of the report. If it has entries, the person of the filter made one of them, and no search is needed.
 */
export async function findAskedPeople(
  tx: Tx,
  scope: Scope,
  { user_id, actor_id }: Pick<EntryFilters, 'user_id' | 'actor_id'>,
  counting: Promise<{ entries: number }>,
): Promise<AskedPeople> {
  if (user_id === null && actor_id === null) return { customer: null, person: null };
  const [places, { entries }] = await Promise.all([
    findPlaces(tx, scope, { provider_id: null, below: null }),
    counting,
  ]);
  const name = async (id: string | null, isVisible: RawBuilder<boolean>) => {
    if (id === null) return null;
    const found = await tx
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', id)
      .where(isVisible)
      .executeTakeFirst();
    return found ? fullName(found) || null : null;
  };
  const [customer, person] = await Promise.all([
    name(
      user_id,
      sql<boolean>`exists (
        select from customer_list c where c.user_id = users.id and ${ofPlaces(places, 'c.provider_id')})`,
    ),
    name(
      actor_id,
      // The search is slow for a person with many entries, few of them about customers of the scope.
      entries > 0
        ? sql<boolean>`true`
        : sql<boolean>`(
        (users.permission_role_id <> ${customerRole}
          and ${inScope(scope, { person: 'users.id', provider: 'users.provider_id' }, { archived: false })})
        or exists (select from plan_entries e where e.actor_id = users.id and ${ofPlaces(places, 'e.provider_id')}))`,
    ),
  ]);
  return { customer, person };
}
