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
import { countNowOfRow, type CustomersNow } from '../rollup/read-months.ts';
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

type Numbers = CustomersNow & Pick<CompanyRow, 'users' | 'payment_plan' | 'trial_end'>;

/** The numbers of each provider, in the statement that reads the providers. */
const numbersOfRow = sql<Numbers>`(
  select row_to_json(numbers) from (
    select now.*, s.name as payment_plan, providers.trial_expiry_date::text as trial_end,
      (select count(*)::int from users u
        where u.provider_id = providers.id and u.permission_role_id <> ${customerRole} and u.status <> 'archived') as users
    from (${countNowOfRow}) now left join subscriptions s on s.id = providers.subscription_id) numbers)`;

function companyOf(
  { numbers, ...provider }: ReportProvider & { numbers: Numbers },
  byName: boolean,
): CompanyRow {
  const { users, payment_plan, trial_end } = numbers;
  return { ...provider, ...shownNow(numbers, byName), users, payment_plan, trial_end };
}

/** Loads a page of the providers of a report, by name. */
export async function findCompanies(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof companyReport>,
  byName: boolean,
): Promise<Page<CompanyRow>> {
  const page = await findProviders(tx, companyReport, scope, query, numbersOfRow);
  return { ...page, data: page.data.map((row) => companyOf(row, byName)) };
}

/** Yields all of them, in batches. */
export async function* readCompanies(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof companyReport>,
  byName: boolean,
): AsyncGenerator<CompanyRow[], void, void> {
  const filters = { ...query.filters, provider_id: null, below: null };
  const source = providerSource(companyReport, query.filters, numbersOfRow);
  for await (const rows of readBatches(tx, source, scope, { ...query, filters }))
    yield rows.map((row) => companyOf(row, byName));
}
