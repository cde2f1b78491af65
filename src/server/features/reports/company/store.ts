import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { companyReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { shownParts, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { countNowOfEach, type CustomersNow } from '../rollup/read-months.ts';
import { findProviders, providerSource, type ReportProvider } from '../provider-rows.ts';

/** A provider with its own customers, without those of the providers below it, as it is now (GAP-114). */
export type CompanyRow = ReportProvider & {
  customers: ShownNumber;
  invited: ShownNumber;
  active: ShownNumber;
  suspended: ShownNumber;
  complete: ShownNumber;
  drafts: ShownNumber;
  /** Users who are staff, without removed ones. */
  users: number;
  payment_plan: string | null;
  trial_end: IsoDate | null;
};

const noCustomers: CustomersNow = {
  ...{ customers: 0, invited: 0, active: 0, suspended: 0, archived: 0, complete: 0, drafts: 0 },
};

/**
 * Returns the numbers that a caller may see: all of them with `byName`, for callers who may see the customers by name; for others,
 * numbers below five are hidden (D-52).
 */
export function shownNow(now: CustomersNow, byName: boolean) {
  const { customers, invited, active, suspended, complete, drafts } = now;
  if (byName) return { customers, invited, active, suspended, complete, drafts };
  const accounts = shownParts(customers, { invited, active, suspended });
  const plans = shownParts(customers, { complete, drafts, none: customers - complete - drafts });
  return {
    customers: accounts.total,
    ...accounts.parts,
    complete: plans.parts.complete,
    drafts: plans.parts.drafts,
  };
}

type Facts = { id: string; users: number; payment_plan: string | null; trial_end: IsoDate | null };

async function withNumbers(
  tx: Tx,
  providers: readonly ReportProvider[],
  byName: boolean,
): Promise<CompanyRow[]> {
  const ids = providers.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [counts, { rows: facts }] = await Promise.all([
    countNowOfEach(tx, ids),
    sql<Facts>`
      select p.id, s.name as payment_plan, p.trial_expiry_date::text as trial_end,
        (select count(*)::int from users u
          where u.provider_id = p.id and u.permission_role_id <> ${customerRole} and u.status <> 'archived') as users
      from providers p left join subscriptions s on s.id = p.subscription_id
      where p.id = any(${ids}::uuid[])`.execute(tx),
  ]);
  const byId = new Map(facts.map(({ id, ...more }) => [id, more]));
  return providers.map((provider) => ({
    ...provider,
    ...shownNow(counts.get(provider.id) ?? noCustomers, byName),
    ...(byId.get(provider.id) ?? { users: 0, payment_plan: null, trial_end: null }),
  }));
}

/** Loads a page of the providers of a report, by name. */
export async function findCompanies(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof companyReport>,
  byName: boolean,
): Promise<Page<CompanyRow>> {
  const page = await findProviders(tx, companyReport, scope, query);
  return { ...page, data: await withNumbers(tx, page.data, byName) };
}

/** Yields all of them, in batches. */
export async function* readCompanies(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof companyReport>,
  byName: boolean,
): AsyncGenerator<CompanyRow[], void, void> {
  const filters = { ...query.filters, provider_id: null, below: null };
  const source = providerSource(companyReport, query.filters);
  for await (const providers of readBatches(tx, source, scope, { ...query, filters }))
    yield await withNumbers(tx, providers, byName);
}
