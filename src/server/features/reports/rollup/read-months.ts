import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '../../../../domain/fields.ts';
import { monthKinds, type MonthNumbers, type Months } from '../../../../domain/reports/months.ts';
import { countsBy, customersCounted } from '../../../db/lists/customer-counts.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { ofPlaces, type Places } from '../places.ts';

const columns = sql.join(monthKinds.map((kind) => sql.ref(kind)));
const sums = sql.join(monthKinds.map((kind) => sql`sum(${sql.ref(kind)})::int as ${sql.ref(kind)}`));

/** Returns the stored numbers of some providers, or of all, and the later differences. */
function numbersOf(places: Places): RawBuilder<unknown> {
  if (places.ids !== null) return numbersWhere(ofPlaces(places, 'provider_id'));
  return sql`(
    select null::uuid as provider_id, status, month, ${columns} from report_month_totals
    union all
    select provider_id, status, month, ${columns} from report_month_changes
  ) numbers`;
}

const numbersWhere = (within: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select provider_id, status, month, ${columns} from report_months where ${within}
    union all
    select provider_id, status, month, ${columns} from report_month_changes where ${within}
  ) numbers`;

/** Returns the month of a row. Months before `from` become one month, because the report needs only their sum. */
const monthFrom = (from: IsoDate) => sql`greatest(month, (${from}::date - interval '1 month')::date)::text`;

/**
 * Loads the numbers of each month that has any, of some providers together, or of all customers. Months before the first one are added up
 * in the month before it.
 */
export async function readMonths(tx: Tx, places: Places, { from, to }: Months): Promise<MonthNumbers[]> {
  const { rows } = await sql<MonthNumbers>`
    select ${monthFrom(from)} as month, status = 'archived' as archived, ${sums} from ${numbersOf(places)}
    where month <= ${to}::date group by 1, 2 order by 1`.execute(tx);
  return rows;
}

const happenedKinds = [
  'completed',
  'external',
  'changed',
  'started',
  'days_7',
  'days_28',
  'days_90',
  'days_more',
] as const;

/** Numbers of events in a period, and of drafts at its end. */
export type Completions = Record<(typeof happenedKinds)[number] | 'drafts', number>;

/**
 * Returns the numbers of events in a period at the provider of a row, `providers.id`, as a value of a statement: a page of providers has its
 * numbers in the same round trip.
 */
export function completionsOfRow({ from, to }: Months): RawBuilder<Completions> {
  const sumsOfPeriod = happenedKinds.map(
    (kind) =>
      sql`coalesce(sum(${sql.ref(kind)}) filter (where month >= ${from}::date), 0)::int as ${sql.ref(kind)}`,
  );
  return sql<Completions>`(
    select row_to_json(happened) from (
      select ${sql.join(sumsOfPeriod)},
        coalesce(sum(started - finished) filter (where status <> 'archived'), 0)::int as drafts
      from ${numbersWhere(sql`provider_id = providers.id`)} where month <= ${to}::date) happened)`;
}

/** Loads the numbers of each month for each of some providers. */
export async function readMonthsOfEach(
  tx: Tx,
  ids: readonly string[],
  { from, to }: Months,
): Promise<ReadonlyMap<string, MonthNumbers[]>> {
  const { rows } = await sql<MonthNumbers & { provider_id: string }>`
    select provider_id, ${monthFrom(from)} as month, status = 'archived' as archived, ${sums} from ${numbersOf({ ids })}
    where month <= ${to}::date group by 1, 2, 3 order by 2`.execute(tx);
  const byProvider = new Map<string, MonthNumbers[]>(ids.map((id) => [id, []]));
  for (const { provider_id, ...numbers } of rows) byProvider.get(provider_id)?.push(numbers);
  return byProvider;
}

/** Numbers of customers who are not archived, by account and plan. */
export type CustomersNow = {
  customers: number;
  invited: number;
  active: number;
  suspended: number;
  archived: number;
  complete: number;
  drafts: number;
};

const present = sql`filter (where status <> 'archived')`;
const nowColumns = sql`
  coalesce(sum(customers) ${present}, 0)::int as customers,
  coalesce(sum(customers) filter (where status = 'invited'), 0)::int as invited,
  coalesce(sum(customers) filter (where status = 'active'), 0)::int as active,
  coalesce(sum(customers) filter (where status = 'suspended'), 0)::int as suspended,
  coalesce(sum(customers) filter (where status = 'archived'), 0)::int as archived,
  coalesce(sum(customers) filter (where status <> 'archived' and plan = 'complete'), 0)::int as complete,
  coalesce(sum(customers) filter (where status <> 'archived' and plan = 'draft'), 0)::int as drafts`;

/** Counts the customers of some providers together, or all of them, as they are now. */
export async function countNow(tx: Tx, places: Places): Promise<CustomersNow> {
  const { rows } =
    await sql<CustomersNow>`select ${nowColumns} from (${countsBy(places.ids === null ? 'all' : ofPlaces(places, 'provider_id'), ['status', 'plan'])}) counted`.execute(
      tx,
    );
  return rows[0]!;
}

/** Returns the numbers of the customers of the provider of a row, `providers.id`, as a query for a statement. */
export const countNowOfRow: RawBuilder<CustomersNow> = sql<CustomersNow>`
  select ${nowColumns} from ${customersCounted(sql`provider_id = providers.id`)} counted`;

/** Counts the customers of each of some providers. A provider without customers is not in the result. */
export async function countNowOfEach(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomersNow>> {
  const { rows } = await sql<CustomersNow & { provider_id: string }>`
    select provider_id, ${nowColumns} from ${customersCounted(ofPlaces({ ids }, 'provider_id'))} counted group by provider_id`.execute(
    tx,
  );
  return new Map(rows.map(({ provider_id, ...numbers }) => [provider_id, numbers]));
}
