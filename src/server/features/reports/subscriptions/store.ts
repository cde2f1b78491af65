import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { subscriptionsReport } from '../../../../domain/reports/report-lists.ts';
import type { Days } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { ofPlaces, type Places } from '../places.ts';

/** State of a subscription's payments: `none` before the first invoice. */
export type PaymentState = 'paid' | 'pending' | 'overdue' | 'ended' | 'none';

/** A subscription of a provider or of a person. Amounts are in cents. */
export type SubscriptionsRow = {
  id: string;
  payment_plan: string;
  payer: string;
  customer_type: string;
  start: IsoDate | null;
  next: IsoDate | null;
  end: IsoDate | null;
  /** Beds or customers that are paid for. */
  units: number;
  fee: number;
  discount: number;
  paid: number;
  open: number;
  status: PaymentState;
};

export type Counted = {
  count: number;
  paid: number;
  pending: number;
  overdue: number;
  /** Cents that are owed to partners for one term of the providers' plans (D-47). */
  partner_fees: number;
};

type Asked = { places: Places; period: Days };

/** True if the days from `start` to `end` have one in common with the period. */
const runsIn = (
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  { from, to }: Days,
): RawBuilder<boolean> =>
  sql<boolean>`(${to}::date is null or ${start} is null or ${start} <= ${to}::date)
    and (${from}::date is null or ${end} is null or ${end} >= ${from}::date)`;

const invoices = (owner: 'provider_id' | 'user_id', id: string) => sql`
  from transactions t where t.${sql.ref(owner)} = ${sql.ref(id)}`;
const amount = (owner: 'provider_id' | 'user_id', id: string, states: readonly string[]) =>
  sql<number>`coalesce((select sum(t.amount - t.refunded) ${invoices(owner, id)} and t.status in (${sql.join(
    states.map((state) => sql.lit(state)),
  )})), 0)::int`;

/** Beds or customers that a provider pays for. */
const units = sql<number>`greatest(coalesce(providers.no_of_beds, providers.no_of_customers, 1), 1)`;

const providerState = sql<PaymentState>`case
  when exists (select 1 ${invoices('provider_id', 'providers.id')} and t.status = 'overdue') then 'overdue'
  when exists (select 1 ${invoices('provider_id', 'providers.id')} and t.status = 'pending') then 'pending'
  when exists (select 1 ${invoices('provider_id', 'providers.id')} and t.status = 'paid') then 'paid'
  else 'none' end`;

const personState = sql<PaymentState>`case payment_plans.state
  when 'past_due' then 'overdue' when 'ended' then 'ended' else 'paid' end`;

const personEnd = sql<IsoDate | null>`coalesce(
  (payment_plans.ended_at at time zone 'Australia/Melbourne')::date,
  case when payment_plans.cancel_at_period_end or payment_plans.stripe_subscription_id is null
    then (payment_plans.period_end at time zone 'Australia/Melbourne')::date end)`;

/** Providers with a subscription. */
const providersWithOne = (tx: Tx, { places, period }: Asked) =>
  tx
    .selectFrom('providers')
    .innerJoin('subscriptions', 'subscriptions.id', 'providers.subscription_id')
    .where(ofPlaces(places, 'providers.id'))
    .where(
      runsIn(sql.ref('providers.subscription_start_date'), sql.ref('subscriptions.expiry_date'), period),
    );

/** People with a payment plan of their own, also an ended one. */
const peopleWithOne = (tx: Tx, { places, period }: Asked) =>
  tx
    .selectFrom('payment_plans')
    .innerJoin('customer_list', 'customer_list.user_id', 'payment_plans.user_id')
    .innerJoin('users', 'users.id', 'payment_plans.user_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'payment_plans.subscription_id')
    .where(ofPlaces(places, 'customer_list.provider_id'))
    .where(runsIn(sql.ref('payment_plans.since'), personEnd, period));

const filters = {
  period: () => sql<boolean>`true`,
  provider_id: () => sql<boolean>`true`,
  below: () => sql<boolean>`true`,
  payer: () => sql<boolean>`true`,
};

const customerType = sql<string>`(select label from customer_types where id = subscriptions.customer_type_id)`;

const ofProviders = (asked: Asked) =>
  listSource(subscriptionsReport, {
    rows: (tx: Tx, _scope: Scope) =>
      providersWithOne(tx, asked).select([
        'providers.id as id',
        'subscriptions.name as payment_plan',
        'providers.name as payer',
        customerType.as('customer_type'),
        sql<IsoDate | null>`providers.subscription_start_date::text`.as('start'),
        sql<IsoDate | null>`providers.next_billing_date::text`.as('next'),
        sql<IsoDate | null>`subscriptions.expiry_date::text`.as('end'),
        units.as('units'),
        sql<number>`coalesce(providers.fee, subscriptions.fee)`.as('fee'),
        sql<number>`0`.as('discount'),
        amount('provider_id', 'providers.id', ['paid']).as('paid'),
        amount('provider_id', 'providers.id', ['pending', 'overdue']).as('open'),
        providerState.as('status'),
      ]),
    id: 'providers.id',
    filters,
    sorts: { name: 'providers.search' },
  });

const ofPeople = (asked: Asked) =>
  listSource(subscriptionsReport, {
    rows: (tx: Tx, _scope: Scope) =>
      peopleWithOne(tx, asked).select([
        'payment_plans.user_id as id',
        'subscriptions.name as payment_plan',
        sql<string>`coalesce(nullif(trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')), ''), users.email)`.as(
          'payer',
        ),
        customerType.as('customer_type'),
        sql<IsoDate | null>`payment_plans.since::text`.as('start'),
        sql<IsoDate | null>`case when payment_plans.state <> 'ended' and not payment_plans.cancel_at_period_end
          and payment_plans.stripe_subscription_id is not null
          then (payment_plans.period_end at time zone 'Australia/Melbourne')::date::text end`.as('next'),
        sql<IsoDate | null>`(${personEnd})::text`.as('end'),
        sql<number>`1`.as('units'),
        'subscriptions.fee',
        sql<number>`coalesce(payment_plans.promotion_amount_off,
          round(subscriptions.fee * payment_plans.promotion_percent_off / 100), 0)::int`.as('discount'),
        amount('user_id', 'payment_plans.user_id', ['paid']).as('paid'),
        sql<number>`coalesce(payment_plans.overdue_amount, 0)`.as('open'),
        personState.as('status'),
      ]),
    id: 'payment_plans.user_id',
    filters,
    sorts: { name: 'customer_list.sort_name' },
  });

const noFilter = { period: { from: null, to: null }, provider_id: null, below: null, payer: null };
type Query = ListQuery<typeof subscriptionsReport>;

/** Loads a page of the subscriptions of providers, or of people. */
export function findSubscriptions(
  tx: Tx,
  scope: Scope,
  query: Query,
  asked: Asked,
): Promise<Page<SubscriptionsRow>> {
  const bare = { ...query, filters: noFilter };
  return query.filters.payer === 'individual'
    ? readPage(tx, ofPeople(asked), scope, bare)
    : readPage(tx, ofProviders(asked), scope, bare);
}

/** Yields all subscriptions of providers, or of people, in batches. */
export function readSubscriptions(
  tx: Tx,
  scope: Scope,
  query: Query,
  asked: Asked,
): AsyncGenerator<SubscriptionsRow[], void, void> {
  const bare = { ...query, filters: noFilter };
  return query.filters.payer === 'individual'
    ? readBatches(tx, ofPeople(asked), scope, bare)
    : readBatches(tx, ofProviders(asked), scope, bare);
}

/** Counts the subscriptions of providers and of people together, by the state of their payments. Ended ones are left out. */
export async function countSubscriptions(tx: Tx, asked: Asked): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*)::int as count, count(*) filter (where status = 'paid')::int as paid,
      count(*) filter (where status in ('pending', 'none'))::int as pending,
      count(*) filter (where status = 'overdue')::int as overdue,
      least(coalesce(sum(partner_fee), 0), 2147483647)::int as partner_fees
    from (
      ${providersWithOne(tx, asked).select([
        providerState.as('status'),
        sql<number | null>`subscriptions.partner_fee::bigint * ${units}`.as('partner_fee'),
      ])}
      union all
      ${peopleWithOne(tx, asked)
        .where('payment_plans.state', '<>', 'ended')
        .select([personState.as('status'), sql<number | null>`null::bigint`.as('partner_fee')])}
    ) each`.execute(tx);
  return rows[0]!;
}
