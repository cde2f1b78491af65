import { sql } from 'kysely';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { Days } from '../../../../domain/lists/list.ts';
import { onDays } from '../../../db/lists/list-filters.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { isPlace, ofPlaces, type Asked, type Places } from '../places.ts';

/** Most residents that one paper may be about: its numbers are counted when it is made, not kept as those of the reports are. */
export const residentsOnPaper = 5_000;

/** Rows of houses on the paper. */
export const housesOnPaper = 200;

/** Loads the houses of the pack, by name. */
export async function findHouses(tx: Tx, scope: Scope, asked: Asked) {
  return tx
    .selectFrom('providers')
    .select(['id', 'name'])
    .where(isPlace(scope, asked) ?? sql<boolean>`true`)
    .orderBy('search')
    .orderBy('id')
    .limit(housesOnPaper)
    .execute();
}

/** Residents on the paper, whose rows of other tables are read by their ids. */
const present = (places: Places) =>
  sql`select user_id from customer_list
    where ${ofPlaces(places, 'customer_list.provider_id')} and customer_list.status <> 'archived'
    limit ${sql.lit(residentsOnPaper)}`;

/** Complete plans that are older than a year, and those of them that were signed again or changed since. */
type LookedAgain = { due: number; looked: number };

/** Counts the plans that were due for review, a year before `to`. */
export async function countLookedAgain(tx: Tx, places: Places, to: IsoDate): Promise<LookedAgain> {
  const yearAgo = sql`(${to}::date - interval '1 year')::date`;
  const { rows } = await sql<LookedAgain>`
    with residents as materialized (${present(places)})
    select count(*)::int as due,
      count(*) filter (where exists (select from unnest(m.changed_on) day where day > ${yearAgo} and day <= ${to}::date))::int as looked
    from residents cross join lateral (
      select changed_on from customer_milestones
      where user_id = residents.user_id and completed_on <= ${yearAgo} offset 0
    ) m`.execute(tx);
  return rows[0]!;
}

/** Who opened plans: staff, readers of an emergency page, trusted contacts. */
export const openers = ['staff', 'emergency', 'contact'] as const;

type Opener = (typeof openers)[number];

/** Times that plans were opened, and how many plans. */
type Opened = { times: number; plans: number };

/** Entries of the audit trail that are counted; more would take too long. */
export const countedEntries = 20_000;

/** Counts the openings of plans in a period, of the newest entries; `more` if there are more entries than are counted. */
export async function countOpenings(
  tx: Tx,
  places: Places,
  period: Days,
): Promise<{ by: Record<Opener, Opened>; more: boolean }> {
  const { rows } = await sql<{ opener: Opener | null; times: number; plans: number }>`
    with entries as materialized (
      select user_id, seq from plan_entries
      where ${ofPlaces(places, 'plan_entries.provider_id')} and ${onDays('plan_entries.at', period)}
      order by at desc, id desc limit ${sql.lit(countedEntries + 1)}
    ), opened as (
      select e.user_id, case
        when l.action in ('openCustomerPlan', 'downloadCustomerPlan', 'openCustomerFile')
          or (l.action = 'readCustomerEmergency' and l.details ?| array['handover', 'table']) then 'staff'
        when l.action in ('openEmergency', 'readCustomerEmergency', 'recordEmergencyFile') then 'emergency'
        when l.action in ('openSharedPlan', 'openPlanSharedWithMe', 'openSharedFile') then 'contact' end as opener
      from entries e join audit_log l on l.chain = e.user_id::text and l.seq = e.seq
    )
    select opener, count(*)::int as times, count(distinct user_id)::int as plans from opened group by opener`.execute(
    tx,
  );
  const of = (opener: Opener): Opened => {
    const { times = 0, plans = 0 } = rows.find((row) => row.opener === opener) ?? {};
    return { times, plans };
  };
  const entries = rows.reduce((sum, { times }) => sum + times, 0);
  return {
    by: { staff: of('staff'), emergency: of('emergency'), contact: of('contact') },
    more: entries > countedEntries,
  };
}

/** Actions of staff for their customers, by the templates of recent activities. */
export const staffActions = [
  'customerAdded',
  'invited',
  'reminder',
  'LOGIN_AS_CUSTOMER',
  'contactSuggested',
] as const;

type StaffAction = (typeof staffActions)[number];

/** Counts the actions of staff for the present customers in a period. The end of a visit in an account does not count. */
export async function countStaffActions(
  tx: Tx,
  places: Places,
  period: Days,
): Promise<Record<StaffAction, number>> {
  const { rows } = await sql<{ template: string; times: number }>`
    with residents as materialized (${present(places)})
    select a.template, count(*)::int as times
    from residents cross join lateral (
      select template from recent_activities
      where user_id = residents.user_id and ${onDays('recent_activities.created_at', period)}
        and template = any(${[...staffActions]}::text[]) and not metadata ? 'ended' offset 0
    ) a
    group by a.template`.execute(tx);
  const of = (action: StaffAction) => rows.find(({ template }) => template === action)?.times ?? 0;
  return {
    customerAdded: of('customerAdded'),
    invited: of('invited'),
    reminder: of('reminder'),
    LOGIN_AS_CUSTOMER: of('LOGIN_AS_CUSTOMER'),
    contactSuggested: of('contactSuggested'),
  };
}

/** Dates of the steps of one plan, without anything that names the person. */
type Example = {
  added: IsoDate;
  invited: IsoDate | null;
  begun: IsoDate | null;
  signed: IsoDate;
  looked: IsoDate | null;
};

/** Number of examples on the paper. */
const exampleCount = 3;

/** Loads the dates of plans that were signed in a period, chosen at random. Plans that consist of papers were not signed here. */
export async function findExamples(tx: Tx, places: Places, { from, to }: { from: IsoDate; to: IsoDate }) {
  const { rows } = await sql<Example>`
    with residents as materialized (${present(places)})
    select m.joined_on::text as added, melbourne_day(users.invite_date)::text as invited, m.started_on::text as begun,
      m.completed_on::text as signed,
      (select max(day)::text from unnest(m.changed_on) day where day > m.completed_on) as looked
    from residents cross join lateral (
      select joined_on, started_on, completed_on, changed_on, user_id from customer_milestones
      where user_id = residents.user_id and not external and completed_on between ${from}::date and ${to}::date offset 0
    ) m join users on users.id = m.user_id
    order by random() limit ${sql.lit(exampleCount)}`.execute(tx);
  return rows;
}
