import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { isExpirable, stateOf, type SubscriptionState } from '../../../domain/billing/subscriptions/life.ts';
import type { FollowOn, SubscriptionTerms } from '../../../domain/billing/subscriptions/rules.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import type { Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { isConfiguredPlan } from '../billing/api.ts';

/** A subscription plan (ENT-20), with the data of its list. Amounts are Australian cents. */
export type Subscription = SubscriptionTerms & {
  id: string;
  stripe_price_id: string | null;
  /** As stored; `state` also knows the days. */
  status: 'active' | 'expired';
  state: SubscriptionState;
  created_at: Date;
  version: number;
  /** Name of the plan that follows; null for none. */
  follow_on_name: string | null;
  /** Number of customers and providers that pay with it. */
  payers: number;
  /** Whether it can be expired by hand: it is active, and the payment page of customers does not offer it. */
  may_expire: boolean;
};

const rowsOf = (tx: Tx) =>
  tx
    .selectFrom('subscriptions')
    .leftJoin('subscriptions as follow', 'follow.id', 'subscriptions.scheduled_subscription_id')
    .selectAll('subscriptions')
    .select([
      'follow.name as follow_on_name',
      sql<number>`(select count(*)::int from users where users.subscription_id = subscriptions.id)
        + (select count(*)::int from providers where providers.subscription_id = subscriptions.id)`.as(
        'payers',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** The date in Melbourne, and the configuration that names the plans of the payment page. */
export type Seen = { today: IsoDate; config: Services['config'] };

const planOf = (row: Row, { today, config }: Seen): Subscription => ({
  ...row,
  may_expire: isExpirable(row, today) && !isConfiguredPlan(config, row.stripe_price_id),
  customer_type_id: row.customer_type_id as SubscriptionTerms['customer_type_id'],
  state: stateOf(row, today),
});

/** True for a plan that was expired by hand, or whose last day has passed. `plan` is the name of the table in the statement. */
export const isOver = (plan: 'plan' | 'subscriptions', today: IsoDate) =>
  sql<boolean>`(${sql.ref(`${plan}.status`)} = 'expired'
    or coalesce(${sql.ref(`${plan}.expiry_date`)} < ${today}::date, false))`;

const conditions = {
  expired: (today: IsoDate) => isOver('subscriptions', today),
  scheduled: (today: IsoDate) =>
    sql<boolean>`(not ${isOver('subscriptions', today)} and subscriptions.start_date > ${today}::date)`,
  active: (today: IsoDate) =>
    sql<boolean>`(not ${isOver('subscriptions', today)} and subscriptions.start_date <= ${today}::date)`,
} as const satisfies Record<SubscriptionState, unknown>;

const sourceOn = (today: IsoDate) =>
  listSource(subscriptionList, {
    rows: (tx, _scope: Scope) => rowsOf(tx),
    id: 'subscriptions.id',
    filters: {
      status: (state) => conditions[state](today),
      customer_type_id: (id) => sql<boolean>`subscriptions.customer_type_id = ${Number(id)}`,
    },
    sorts: { start_date: 'subscriptions.start_date' },
  });

/** Loads a page of the subscription plans. */
export async function findSubscriptions(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof subscriptionList>,
  seen: Seen,
): Promise<Page<Subscription>> {
  const page = await readPage(tx, sourceOn(seen.today), scope, query);
  return { ...page, data: page.data.map((row) => planOf(row, seen)) };
}

/** Numbers of subscription plans by state. */
export async function countByState(tx: Tx, today: IsoDate): Promise<Record<SubscriptionState, number>> {
  return tx
    .selectFrom('subscriptions')
    .select([
      sql<number>`count(*) filter (where ${conditions.active(today)})::int`.as('active'),
      sql<number>`count(*) filter (where ${conditions.scheduled(today)})::int`.as('scheduled'),
      sql<number>`count(*) filter (where ${conditions.expired(today)})::int`.as('expired'),
    ])
    .executeTakeFirstOrThrow();
}

/** Loads a subscription plan; null if there is none. */
export async function findSubscription(tx: Tx, id: string, seen: Seen): Promise<Subscription | null> {
  const row = await rowsOf(tx).where('subscriptions.id', '=', id).executeTakeFirst();
  return row ? planOf(row, seen) : null;
}

/** Locks all changes of subscription plans until the end of the transaction: their rules compare plans with each other. */
export const lockPlans = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('subscription-plans', 0))`.execute(tx);

/** More plans than follow each other. */
const longestChain = 50;

/** Loads a plan that could follow, with those that follow it; null if there is none. */
export async function findFollowOn(tx: Tx, id: string): Promise<FollowOn | null> {
  const { rows } = await sql<FollowOn>`
    with recursive chain as (
      select id, scheduled_subscription_id, 0 as depth from subscriptions where id = ${id}
      union all
      select next.id, next.scheduled_subscription_id, depth + 1 from chain
      join subscriptions next on next.id = chain.scheduled_subscription_id where depth < ${longestChain}
    )
    select plan.id, plan.customer_type_id, plan.status, plan.start_date::text, plan.expiry_date::text,
      (select coalesce(array_agg(chain.id::text), '{}') from chain where depth > 0) as chain
    from subscriptions plan where plan.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** Whether another plan with this name and customer type runs on one of the days. */
export async function isNameTaken(tx: Tx, own: string | null, terms: SubscriptionTerms): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('customer_type_id', '=', terms.customer_type_id)
    .where('status', '=', 'active')
    .where(sql<boolean>`lower(name) = lower(${terms.name})`)
    .where(
      sql<boolean>`daterange(start_date, expiry_date, '[]') && daterange(${terms.start_date}::date, ${terms.expiry_date}::date, '[]')`,
    )
    .$if(own !== null, (query) => query.where('id', '<>', own))
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a subscription plan. Returns its id. */
export async function insertPlan(
  tx: Tx,
  id: string,
  terms: SubscriptionTerms,
  priceId: string | null,
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({ ...terms, id, stripe_price_id: priceId })
    .execute();
}

/** Replaces the terms of a subscription plan. */
export const updatePlan = (tx: Tx, id: string, terms: SubscriptionTerms, priceId: string | null) =>
  tx
    .updateTable('subscriptions')
    .set({ ...terms, stripe_price_id: priceId, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();

/** Sets the plan that follows. */
export const setFollowOn = (tx: Tx, id: string, followOn: string | null) =>
  tx
    .updateTable('subscriptions')
    .set({ scheduled_subscription_id: followOn, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();

/** Sets the status of a plan to expired, and its last day. */
export const setExpired = (tx: Tx, id: string, lastDay: IsoDate) =>
  tx
    .updateTable('subscriptions')
    .set({ status: 'expired', expiry_date: lastDay, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
