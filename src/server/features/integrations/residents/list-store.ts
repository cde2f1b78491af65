import { sql } from 'kysely';
import type { PlanState } from '../../../../domain/integrations/plan-state.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { planColumns, planOfRow, type PlanRow } from './plan-facts.ts';

export type ResidentMatch = 'linked' | 'suggested' | 'several' | 'differs' | 'none';

/** A customer as the list and the comparison show them. `medicare_same` is null if either number is not known. */
export type ComparedRow = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  birth_date: string | null;
  medicare_same: boolean | null;
};

export type ResidentRow = {
  resident_id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  match: ResidentMatch;
  customer: ComparedRow | null;
  plan: PlanState;
};

export type ResidentQuery = {
  integrationId: string;
  /** Ids of the provider and of those below it. */
  tree: readonly string[];
  search: string;
  show: 'all' | 'linked' | 'toCheck' | 'noCustomer';
  offset: number;
  limit: number;
};

/** Whether two hashes of a Medicare card are the same; null if one is missing, or not made with the current key. */
export const medicareSame = sql<boolean | null>`
  case when users.medicare_card = resident.medicare_card then true
    when users.medicare_card is null or resident.medicare_card is null
      or users.medicare_index is distinct from users.medicare_card_of then null
    else false end`;

/**
 * The active residents with their present match: a suggested customer counts only while the provider may link them. `customer_id`
 * is that customer, or the linked one while they belong to the provider or to one below it. People are looked
 * up by their id alone: with a condition on the provider in the join, PostgreSQL may read all of its customers for each resident.
 */
const listed = ({ integrationId, tree }: Pick<ResidentQuery, 'integrationId' | 'tree'>) => sql`
  select found.*,
    case when active_link is not null then 'linked'
      when match = 'suggested' and customer_id is null then 'none'
      when match = 'differs' and suggested_user_id is not null and customer_id is null then 'none'
      else match end as state
  from (
    select resident.*, link.id as active_link,
      case when users.provider_id = any(${[...tree]}::uuid[]) and users.removal_requested_at is null
        then users.id end as customer_id
    from integration_residents resident
    left join integration_links link on link.integration_id = resident.integration_id
      and link.resident_id = resident.resident_id and link.unlinked_at is null
    left join integration_links other on other.user_id = resident.suggested_user_id and other.unlinked_at is null
    left join users
      on users.id = coalesce(link.user_id, case when other.id is null then resident.suggested_user_id end)
    where resident.integration_id = ${integrationId}::uuid and resident.active) as found`;

const stateOf = {
  all: sql<boolean>`true`,
  linked: sql<boolean>`state = 'linked'`,
  toCheck: sql<boolean>`state in ('suggested', 'several', 'differs')`,
  noCustomer: sql<boolean>`state = 'none'`,
};

/** The condition for residents whose name or id contains the words. */
const containing = (words: string) =>
  words === ''
    ? sql<boolean>`true`
    : sql<boolean>`(strpos(lower(first_name || ' ' || last_name), lower(${words})) > 0
        or strpos(lower(last_name || first_name), lower(${words})) > 0
        or strpos(lower(resident_id), lower(${words})) > 0)`;

/** Returns the ids of a provider and of those below it. */
export async function findTree(tx: Tx, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from providers where path @> array[${providerId}::uuid] order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export type ResidentCounts = { all: number; linked: number; to_check: number; no_customer: number };

/** Counts the active residents of a connection by their match, all of them and those of a search. */
export async function countResidents(
  tx: Tx,
  query: ResidentQuery,
): Promise<{ counts: ResidentCounts; count: number }> {
  const { rows } = await sql<ResidentCounts & { count: number }>`
    select count(*)::int as "all", count(*) filter (where ${stateOf.linked})::int as linked,
      count(*) filter (where ${stateOf.toCheck})::int as to_check,
      count(*) filter (where ${stateOf.noCustomer})::int as no_customer,
      count(*) filter (where ${stateOf[query.show]} and ${containing(query.search)})::int as count
    from (${listed(query)}) as residents`.execute(tx);
  const { count = 0, ...counts } = rows[0] ?? { all: 0, linked: 0, to_check: 0, no_customer: 0 };
  return { counts, count };
}

type Row = Omit<ResidentRow, 'customer' | 'plan' | 'match'> &
  PlanRow & {
    state: ResidentMatch;
    customer_id: string | null;
    customer_first_name: string | null;
    customer_last_name: string | null;
    customer_birth_date: string | null;
    medicare_same: boolean | null;
  };

/** Returns a page of the active residents, by family name. */
export async function findResidents(tx: Tx, query: ResidentQuery): Promise<ResidentRow[]> {
  const { rows } = await sql<Row>`
    with page as (
      select * from (${listed(query)}) as residents where ${stateOf[query.show]} and ${containing(query.search)}
      order by lower(last_name), lower(first_name), resident_id limit ${query.limit} offset ${query.offset})
    select resident.resident_id, resident.first_name, resident.last_name, resident.birth_date, resident.state,
      resident.customer_id, users.first_name as customer_first_name, users.last_name as customer_last_name,
      users.dob as customer_birth_date, ${medicareSame} as medicare_same, ${planColumns}
    from page resident
    left join users on users.id = resident.customer_id
    left join integration_links link on link.id = resident.active_link and users.id is not null
    left join acps on acps.user_id = link.user_id and acps.type = 'active'
    order by lower(resident.last_name), lower(resident.first_name), resident.resident_id`.execute(tx);
  return rows.map((row) => ({
    ...{ resident_id: row.resident_id, first_name: row.first_name, last_name: row.last_name },
    ...{ birth_date: row.birth_date, match: row.state },
    customer:
      row.customer_id === null
        ? null
        : {
            id: row.customer_id,
            first_name: row.customer_first_name,
            last_name: row.customer_last_name,
            birth_date: row.customer_birth_date,
            medicare_same: row.medicare_same,
          },
    plan: planOfRow(row),
  }));
}
