import { sql, type RawBuilder } from 'kysely';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { PlanProgress } from '../../../../domain/customers/plan-state.ts';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { customersReport } from '../../../../domain/reports/report-lists.ts';
import type { Days } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { lastDayOf } from '../../../../domain/reports/months.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import { onDays } from '../../../db/lists/list-filters.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Scope } from '../../../../domain/access/scope.ts';
import { ofPlaces, type Places } from '../places.ts';

/** A customer with status and dates. Contains nothing of a plan's answers. */
export type CustomersReportRow = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  customer_id: string | null;
  room: string | null;
  /** Null while the account has a placeholder address. */
  email: string | null;
  provider: string | null;
  status: AccountStatus;
  plan: PlanProgress;
  added_on: IsoDate;
  accepted_on: IsoDate | null;
  /** Only of a complete plan (D-05). */
  signed_on: IsoDate | null;
  changed_on: IsoDate | null;
  on_behalf: boolean;
};

/** Customers of a period, by the state of the account. */
export type CustomerNumbers = {
  customers: number;
  invited: number;
  active: number;
  suspended: number;
  archived: number;
};

/** Returns the chosen days as whole months; open where no day is chosen. */
export const wholeMonths = ({ from, to }: Days): Days => ({
  from: from === null ? null : `${from.slice(0, 7)}-01`,
  to: to === null ? null : lastDayOf(to),
});

type Asked = { places: Places; period: Days; status: AccountStatus | null };

/** Counts the customers who were added in a period, from the numbers by month. */
export async function countAdded(tx: Tx, places: Places, { from, to }: Days): Promise<CustomerNumbers> {
  const within = ofPlaces(places, 'provider_id');
  const table = places.ids === null ? sql`report_month_totals` : sql`report_months`;
  const stored = places.ids === null ? sql`true` : within;
  const months: RawBuilder<boolean> = sql<boolean>`
    (${from}::date is null or month >= ${from}::date) and (${to}::date is null or month <= ${to}::date)`;
  const of = (status: AccountStatus) =>
    sql`coalesce(sum(joined) filter (where status = ${sql.lit(status)}), 0)::int`;
  const { rows } = await sql<CustomerNumbers>`
    select coalesce(sum(joined), 0)::int as customers, ${of('invited')} as invited, ${of('active')} as active,
      ${of('suspended')} as suspended, ${of('archived')} as archived
    from (
      select status, month, joined from ${table} where ${stored}
      union all
      select status, month, joined from report_month_changes where ${within}
    ) numbers where ${months}`.execute(tx);
  return rows[0]!;
}

const day = (column: string) =>
  sql<IsoDate | null>`(${sql.ref(column)} at time zone 'Australia/Melbourne')::date::text`;

function sourceOf({ places, period, status }: Asked, counting: Promise<number> | null) {
  return listSource(customersReport, {
    rows: (tx: Tx, _scope: Scope) =>
      tx
        .selectFrom('customer_list')
        .innerJoin('users', 'users.id', 'customer_list.user_id')
        .leftJoin('providers', 'providers.id', 'customer_list.provider_id')
        .leftJoin('customer_milestones', 'customer_milestones.user_id', 'customer_list.user_id')
        .where(ofPlaces(places, 'customer_list.provider_id'))
        // As literals: a generic plan could not use the partial indexes.
        .where(
          status === null
            ? sql<boolean>`customer_list.status <> 'archived'`
            : sql<boolean>`customer_list.status = ${sql.lit(status)}`,
        )
        .$if(period.from !== null || period.to !== null, (query) =>
          query.where(onDays('customer_list.created_at', period)),
        )
        .select([
          'customer_list.user_id as id',
          'users.first_name',
          'users.last_name',
          'users.customer_id',
          'users.room',
          'users.email',
          'providers.name as provider',
          'customer_list.status',
          'customer_list.plan',
          sql<IsoDate>`(customer_list.created_at at time zone 'Australia/Melbourne')::date::text`.as(
            'added_on',
          ),
          day('users.invite_accepted_date').as('accepted_on'),
          sql<IsoDate | null>`customer_milestones.completed_on::text`.as('signed_on'),
          day('customer_list.latest_update').as('changed_on'),
          sql<boolean>`not users.for_my_self`.as('on_behalf'),
        ]),
    id: 'customer_list.user_id',
    filters: {
      period: () => sql<boolean>`true`,
      provider_id: () => sql<boolean>`true`,
      below: () => sql<boolean>`true`,
      status: () => sql<boolean>`true`,
    },
    sorts: { created_at: 'customer_list.created_at' },
    groups: () =>
      places.ids !== null && places.ids.length > 1
        ? { column: 'customer_list.provider_id', ids: places.ids }
        : null,
    count: async () => counting,
  });
}

type Found = Omit<CustomersReportRow, 'id'> & { id: string };

const rowOf = (found: Found): CustomersReportRow => {
  const { id, first_name, last_name, customer_id, room, provider, status, plan, on_behalf, ...dates } = found;
  const { email, added_on, accepted_on, signed_on, changed_on } = dates;
  return {
    ...{ id, first_name, last_name, customer_id, room, provider, status, plan, on_behalf },
    ...{ added_on, accepted_on, signed_on: plan === 'complete' ? signed_on : null, changed_on },
    email: email === null || isPlaceholderEmail(email) ? null : email,
  };
};

const noFilter = { period: { from: null, to: null }, provider_id: null, below: null, status: null };

/** Loads a page of the customers of a report, the newest first. Archived ones are only shown by their own status. */
export async function findReported(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof customersReport>,
  asked: Asked,
  counting: Promise<CustomerNumbers>,
): Promise<Page<CustomersReportRow>> {
  const { status } = asked;
  const count = counting.then((numbers) =>
    status === null ? numbers.customers - numbers.archived : numbers[status],
  );
  const page = await readPage(tx, sourceOf(asked, count), scope, { ...query, filters: noFilter });
  return { ...page, data: page.data.map(rowOf) };
}

/** Yields all of them, in batches. */
export async function* readReported(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof customersReport>,
  asked: Asked,
): AsyncGenerator<CustomersReportRow[], void, void> {
  for await (const rows of readBatches(tx, sourceOf(asked, null), scope, { ...query, filters: noFilter }))
    yield rows.map(rowOf);
}
