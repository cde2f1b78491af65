import { sql, type RawBuilder } from 'kysely';
import type { customerStatuses } from '../../../../../domain/lists/definitions/customers/customer-columns.ts';
import {
  customerViewNames,
  type CustomerView,
} from '../../../../../domain/lists/definitions/customers/customer-views.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { hasStatus, isBackFromHospital, isOldPlan, type At } from '../../customer-sql.ts';
import { countOf, totalsOf, type CustomerCounts } from '../counts.ts';
import { ofProviders, type CustomerScope } from '../places.ts';

/** Statuses that the stored counts do not contain. They are counted along an index. */
const readStatuses = [
  'again',
  'review',
  'month',
  'noConversation',
] as const satisfies readonly (typeof customerStatuses)[number][];
export type ReadStatus = (typeof readStatuses)[number];

export const isReadStatus = (status: string | null): status is ReadStatus =>
  readStatuses.some((each) => each === status);

/** Counts along an index stop here, so that they stay fast among a million customers. */
const countedUpTo = 10_000;

type Counted = { count: number; isExact: boolean };

/** Counts the customers of a scope with a status, up to 10,000. */
export async function countStatus(
  tx: Tx,
  scope: CustomerScope,
  status: ReadStatus,
  at: At,
): Promise<Counted> {
  const most = sql.lit(countedUpTo + 1);
  const found = (condition: RawBuilder<boolean>) => sql`
    select 1 from customer_list
    where customer_list.status <> 'archived' and ${condition} and ${ofProviders(scope, 'customer_list.provider_id')}
    limit ${most}`;
  const isBackOnly = sql<boolean>`customer_list.back_since is not null and ${isBackFromHospital} and not ${isOldPlan(at)}`;
  // Each of the two kinds along its own index; the second is not read if the first has enough.
  const rowsFound =
    status === 'again'
      ? sql`(${found(isOldPlan(at))}) union all (${found(isBackOnly)}) limit ${most}`
      : found(hasStatus(status, at));
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${rowsFound}) found`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, countedUpTo), isExact: count <= countedUpTo };
}

/** Counts the customers of a scope who are to be removed, exactly: they are only those of the last thirty days. */
export async function countRemovals(
  tx: Tx,
  scope: CustomerScope,
  { completeOnly }: { completeOnly: boolean },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from customer_list
    where removal_on is not null and ${ofProviders(scope, 'customer_list.provider_id')}
      ${completeOnly ? sql`and plan = 'complete'` : sql``}`.execute(tx);
  return rows[0]?.number ?? 0;
}

export type ViewCount = Counted & { view: CustomerView };

type Parts = { within: CustomerScope; counts: CustomerCounts; ofArchivedHouses: CustomerCounts; at: At };

/** Returns the number of customers of each view: each equals the number of the list that the view shows. */
export async function countViews(
  tx: Tx,
  { within, counts, ofArchivedHouses, at }: Parts,
): Promise<ViewCount[]> {
  const [again, month, removing] = await Promise.all([
    countStatus(tx, within, 'again', at),
    countStatus(tx, within, 'month', at),
    countRemovals(tx, within, { completeOnly: false }),
  ]);
  const { total, complete } = totalsOf(counts);
  const known: Record<Exclude<CustomerView, 'again' | 'month'>, number> = {
    all: total,
    complete,
    none: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'none'),
    invited: countOf(counts, ({ status }) => status === 'invited'),
    removing,
    archived: countOf(counts, ({ status }) => status === 'archived') - removing,
    archivedHouse: totalsOf(ofArchivedHouses).total,
  };
  return customerViewNames.map((view) => ({
    view,
    ...(view === 'again' ? again : view === 'month' ? month : { count: known[view], isExact: true }),
  }));
}
