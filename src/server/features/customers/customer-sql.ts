import { isDuplicateRecord } from '../../db/duplicate-record.ts';
import { lookAgainMonths } from '../../../domain/plan/look-again.ts';
import { sql, type RawBuilder } from 'kysely';
import { trialsEndingSoon } from '../../../domain/billing/trial.ts';
import { invitationDays, invitationOver } from '../../../domain/customers/invitation.ts';
import { isPlaceholderEmail } from '../../../domain/customers/placeholder-email.ts';
import { acpStatusOf, planStateOf } from '../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import { timeZone, type IsoDate } from '../../../domain/fields.ts';
import type {
  CustomerField,
  CustomerFilters,
  CustomerRow,
  CustomerSort,
  customerStatuses,
} from '../../../domain/lists/definitions/customers/customer-columns.ts';
import {
  lapsesWithinDays,
  recentDays,
  type customerList,
} from '../../../domain/lists/definitions/customers.ts';
import type { FiltersOf } from '../../../domain/lists/list.ts';
import type { Tx } from '../../pipeline/context.ts';
import { ofProviders, type CustomerScope } from './list/places.ts';
import { hasTerms, type Search } from './list/search/search.ts';

/**
 * Selects the columns of a row. Each row of `customer_list` has its person: joined in this order, a query that only needs to know
 * which rows exist reads no other table.
 */
export const customerRows = (tx: Tx) =>
  tx
    .selectFrom('customer_list')
    .leftJoin('users', 'users.id', 'customer_list.user_id')
    .leftJoin('providers', 'providers.id', 'customer_list.provider_id')
    .select([
      'customer_list.user_id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.email_designated_at',
      'users.image',
      'users.customer_id',
      'users.room',
      'customer_list.provider_id',
      'providers.name as provider',
      'customer_list.plan',
      'customer_list.locked',
      'customer_list.review',
      'customer_list.latest_update',
      'customer_list.status',
      'customer_list.removal_on',
      'users.status as account_status',
      'customer_list.created_at',
      'users.invite_date',
      'users.reminded_at',
      'customer_list.trial_end_date',
      'users.integrations',
    ])
    .select((query) =>
      query
        .selectFrom('hospital_stays')
        .select('began_at')
        .whereRef('hospital_stays.user_id', '=', 'customer_list.user_id')
        .where('back_at', 'is', null)
        .as('in_hospital_since'),
    )
    .select(isDuplicateRecord('customer_list.user_id').as('is_duplicate'))
    .$narrowType<{ email: string; integrations: unknown[]; account_status: AccountStatus }>();

export type FoundCustomer = Awaited<ReturnType<ReturnType<typeof customerRows>['executeTakeFirstOrThrow']>>;

const isIntegration = (value: unknown): value is { type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns the value of each field of a customer. A missing field does not compile. */
export const customerValues: { [Field in CustomerField]: (found: FoundCustomer) => CustomerRow[Field] } = {
  id: ({ user_id }) => user_id,
  first_name: ({ first_name }) => first_name,
  last_name: ({ last_name }) => last_name,
  // A placeholder address is not shown.
  email: ({ email }) => (isPlaceholderEmail(email) ? null : email),
  designated_email: ({ email_designated_at }) => email_designated_at !== null,
  placeholder_email: ({ email }) => isPlaceholderEmail(email),
  image: ({ image }) => image,
  customer_id: ({ customer_id }) => customer_id,
  room: ({ room }) => room,
  provider_id: ({ provider_id }) => provider_id,
  provider: ({ provider }) => provider,
  acp_status: ({ plan }) => acpStatusOf(plan),
  plan_state: (found) => planStateOf(found.plan, found),
  latest_update: ({ latest_update }) => latest_update,
  // A customer who is to be removed is listed as archived, and keeps the status of the account.
  customer_status: ({ account_status }) => account_status,
  created_at: ({ created_at }) => created_at,
  invite_date: ({ invite_date }) => invite_date,
  invitation_expires: ({ account_status, invite_date }) =>
    account_status === 'invited' && invite_date !== null ? invitationOver(invite_date) : null,
  last_reminder: ({ reminded_at }) => reminded_at,
  trial_end_date: ({ trial_end_date }) => trial_end_date,
  removal_on: ({ removal_on }) => removal_on,
  in_hospital_since: ({ in_hospital_since }) => in_hospital_since,
  is_duplicate: ({ is_duplicate }) => is_duplicate,
  integrations: ({ integrations }) => integrations.filter(isIntegration).map(({ type }) => ({ type })),
};

/** The column of each sort key. A missing sort key does not compile. */
export const customerSorts: Record<CustomerSort, string> = {
  created_at: 'customer_list.created_at',
  name: 'customer_list.sort_name',
  room: 'customer_list.sort_room',
};

/** The indexes of `customer_list` for each order, in the direction of the first choice: over all providers, and within one. */
export const customerIndexes: Record<CustomerSort, { all: string; within: string }> = {
  created_at: { all: 'customer_list_newest', within: 'customer_list_provider' },
  name: { all: 'customer_list_name', within: 'customer_list_provider_name' },
  room: { all: 'customer_list_room', within: 'customer_list_provider_room' },
};

type Status = (typeof customerStatuses)[number];

/** Reference for "soon" and "recent": the moment, and its date in Melbourne. */
export type At = { now: Date; today: IsoDate };

const column = (name: string) => sql.ref(`customer_list.${name}`);

/** Whether a trial that ends on the date of a column ends soon (TRANS-02, TRANS-03). */
export function trialEndsSoon(end: RawBuilder<unknown>, today: IsoDate): RawBuilder<boolean> {
  const { from, to } = trialsEndingSoon(today);
  return sql<boolean>`(${end} >= ${from}::date and ${end} <= ${to}::date)`;
}

/** The time a year before `now`: plans that are unchanged since then are due for review. */
export const yearBefore = ({ now }: Pick<At, 'now'>) =>
  sql`${now.toISOString()}::timestamptz - ${`${lookAgainMonths} months`}::interval`;

/** The condition that a complete plan was not signed, changed or said to be still right for a year. */
export const isOldPlan = ({ now }: Pick<At, 'now'>): RawBuilder<boolean> =>
  sql<boolean>`(${column('plan')} = 'complete' and ${isOld(now)})`;

const isOld = (now: Date) =>
  sql<boolean>`(not ${column('review')} and ${column('plan_since')} <= ${yearBefore({ now })})`;

/**
 * Selects the customers of a scope who are back from hospital and whose plan was not reviewed since, by the rules of `hospitalState` of
 * the domain (N-14), with the time `at` of their return.
 */
export const backFromHospital = (within: CustomerScope) => sql`
  select stay.user_id, max(stay.back_at) as at
  from hospital_stays stay ${
    within.providers === null
      ? // Read by the key of each stay: joined otherwise, all customers would be read.
        sql`cross join lateral (select * from customer_list where user_id = stay.user_id offset 0) back`
      : sql`join customer_list back on back.user_id = stay.user_id`
  }
  where ${ofProviders(within, 'back.provider_id')} and back.status <> 'archived' and back.plan = 'complete'
    and stay.back_at is not null and stay.looked_at is null and back.plan_since <= stay.back_at
    and not exists (select 1 from hospital_stays again where again.user_id = stay.user_id and again.back_at is null)
  group by stay.user_id`;

/** The condition that a customer is one of them, on the row of the list alone. */
export const isBackFromHospital = sql<boolean>`(${column('plan')} = 'complete' and ${column('plan_since')} <= ${column('back_since')})`;

/** Returns the condition for each status filter. Archived customers are shown only by their own filters. */
export function hasStatus(status: Status, { now, today }: At): RawBuilder<boolean> {
  const at = now.toISOString();
  switch (status) {
    case 'draft':
      return sql<boolean>`${column('plan')} = 'draft'`;
    case 'none':
      return sql<boolean>`${column('plan')} = 'none'`;
    case 'lapsing':
      return sql<boolean>`(${column('status')} = 'invited'
        and ${column('invite_date')} > ${at}::timestamptz - ${`${invitationDays} days`}::interval
        and ${column('invite_date')} <= ${at}::timestamptz - ${`${invitationDays - lapsesWithinDays} days`}::interval)`;
    case 'recent':
      return sql<boolean>`${column('created_at')} > ${at}::timestamptz - ${`${recentDays} days`}::interval`;
    case 'month':
      return sql<boolean>`${column('created_at')} >= date_trunc('month', ${today}::date::timestamp) at time zone ${sql.lit(timeZone)}`;
    case 'again':
      return sql<boolean>`(${column('plan')} = 'complete' and (${isOld(now)} or ${isBackFromHospital}))`;
    case 'noConversation':
      return sql<boolean>`not ${column('has_conversation')}`;
    case 'trial':
      return trialEndsSoon(column('trial_end_date'), today);
    case 'review':
      return column('review') as RawBuilder<boolean>;
    case 'archived':
      return sql<boolean>`(${column('status')} = 'archived' and ${column('removal_on')} is null)`;
    case 'removing':
      return sql<boolean>`${column('removal_on')} is not null`;
    case 'archivedHouse':
      return sql<boolean>`true`;
    case 'invited':
    case 'suspended':
      return sql<boolean>`${column('status')} = ${sql.lit(status)}`;
  }
}

type Conditions = {
  [Name in keyof CustomerFilters]: (
    value: NonNullable<FiltersOf<typeof customerList>[Name]>,
  ) => RawBuilder<boolean>;
};

/** Returns the condition of each filter. A missing filter does not compile. */
export const customerConditions = ({ at, search }: { at: At; search: Search }): Conditions => ({
  search: () => hasTerms(search),
  // The scope of the list already limits it to the provider.
  provider_id: () => sql<boolean>`true`,
  view: () => sql<boolean>`${column('plan')} = 'complete'`,
  status: (status) => hasStatus(status, at),
});
