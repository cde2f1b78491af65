import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { countsBy, type CountedBy, type CustomerKind } from '../../../db/lists/customer-counts.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { placesOf, type CustomerScope, type Houses } from './places.ts';

/** Number of customers of each kind. */
export type CustomerCounts = readonly CountedBy<'status' | 'plan'>[];

const kinds = ['status', 'plan'] as const;

/** Counts all customers exactly. */
const countAll = async (tx: Tx): Promise<CustomerCounts> => (await countsBy('all', kinds).execute(tx)).rows;

/** The providers of a list's customers, and the number of customers of each kind, which may be known later. */
type Counting = { within: CustomerScope; counts: Promise<CustomerCounts> };

/**
 * Returns the providers of a scope, or of one provider in it, and the exact numbers of their customers, without reading
 * customers. One statement for both, because every page of the list needs them first. For all providers, a page does not have to
 * wait for the numbers. The caller must await them.
 */
export async function beginCounting(
  tx: Tx,
  scope: Scope,
  providerId: string | null,
  houses: Houses = 'working',
): Promise<Counting> {
  const places = placesOf(scope, providerId, houses);
  if (places === 'all') return { within: { ...scope, providers: null }, counts: countAll(tx) };
  if (places === 'none') return { within: { ...scope, providers: [] }, counts: Promise.resolve([]) };
  const counted = countsBy(sql`provider_id = any(array(select id from place))`, kinds);
  const { rows } = await sql<{ providers: string[]; counts: CustomerCounts }>`
    with place as materialized (select id from providers where ${places})
    select array(select id from place) as providers,
      coalesce((select json_agg(counted) from (${counted}) counted), '[]') as counts`.execute(tx);
  const [found] = rows;
  return {
    within: { ...scope, providers: found?.providers ?? [] },
    counts: Promise.resolve(found?.counts ?? []),
  };
}

/** Does the same, and waits for the numbers. */
export async function countCustomers(
  tx: Tx,
  scope: Scope,
  providerId: string | null,
  houses: Houses = 'working',
): Promise<{ within: CustomerScope; counts: CustomerCounts }> {
  const { within, counts } = await beginCounting(tx, scope, providerId, houses);
  return { within, counts: await counts };
}

type Kind = Pick<CustomerKind, 'status' | 'plan'>;

/** Returns the number of customers of some kinds. */
export const countOf = (counts: CustomerCounts, isCounted: (kind: Kind) => boolean): number =>
  counts.reduce((sum, { customers, ...kind }) => (isCounted(kind) ? sum + customers : sum), 0);

/** Returns the totals of the list, without archived customers (CTABLE-09). */
export const totalsOf = (counts: CustomerCounts): { total: number; complete: number } => ({
  total: countOf(counts, ({ status }) => status !== 'archived'),
  complete: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'complete'),
});
