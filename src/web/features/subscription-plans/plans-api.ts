import type { SubscriptionTerms } from '../../../domain/billing/subscriptions/rules.ts';
import { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, type Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Plans = graphql(`
  query getSubscriptions($status: String, $customer_type_id: String, $offset: Int) {
    getSubscriptions(status: $status, customer_type_id: $customer_type_id, offset: $offset) {
      count
      count_is_exact
      counts {
        active
        scheduled
        expired
      }
      data {
        id
        name
        fee
        customer_type_id
        duration
        recurrence
        partner_fee
        stripe
        no_of_customers
        no_of_beds
        start_date
        expiry_date
        scheduled_subscription_id
        state
        version
        follow_on_name
        payers
        may_expire
      }
    }
  }
`);

/** A subscription plan in the list. Amounts in Australian cents. */
export type Plan = ResultOf<typeof Plans>['getSubscriptions']['data'][number];
export type PlanPage = ResultOf<typeof Plans>['getSubscriptions'];

const names = ['SubscriptionPlan', 'SubscriptionPlanPage', 'ProviderSubscription'];

/** Reads a page of the subscription plans. */
export const usePlans = (request: ListRequest<typeof subscriptionList>): Read<PlanPage> =>
  mapRead(
    useListRead(subscriptionList, request, Plans, { types: names }),
    ({ getSubscriptions }) => getSubscriptions,
  );

const FollowOns = graphql(`
  query followOnSubscriptions($customer_type_id: String) {
    getSubscriptions(customer_type_id: $customer_type_id, limit: 50) {
      data {
        id
        name
        state
        start_date
      }
    }
  }
`);

/** A plan that can follow another one. */
export type Choice = ResultOf<typeof FollowOns>['getSubscriptions']['data'][number];

/** Returns the plans of a customer type that have not ended. @throws ApiError */
export async function findChoices(customerTypeId: number): Promise<Choice[]> {
  const { getSubscriptions } = await call(FollowOns, { customer_type_id: String(customerTypeId) });
  return getSubscriptions.data.filter(({ state }) => state !== 'expired');
}

const Add = graphql(`
  mutation insertSubscription(
    $name: String!
    $fee: Int!
    $customer_type_id: Int!
    $recurrence: String
    $duration: String
    $partner_fee: Int
    $stripe: Boolean
    $no_of_customers: Int
    $no_of_beds: Int
    $start_date: Date!
    $expiry_date: Date
    $scheduled_subscription_id: ID
    $idempotency_key: String
  ) {
    insertSubscription(
      name: $name
      fee: $fee
      customer_type_id: $customer_type_id
      recurrence: $recurrence
      duration: $duration
      partner_fee: $partner_fee
      stripe: $stripe
      no_of_customers: $no_of_customers
      no_of_beds: $no_of_beds
      start_date: $start_date
      expiry_date: $expiry_date
      scheduled_subscription_id: $scheduled_subscription_id
      idempotency_key: $idempotency_key
    ) {
      id
    }
  }
`);

/** Adds a subscription plan (API-57). The same idempotency key adds it once. @throws ApiError */
export const addPlan = (terms: SubscriptionTerms, idempotency_key: string) =>
  call(Add, { ...terms, idempotency_key }, { types: names });

const Update = graphql(`
  mutation updateSubscription(
    $id: ID!
    $name: String!
    $fee: Int!
    $customer_type_id: Int!
    $recurrence: String
    $duration: String
    $partner_fee: Int
    $stripe: Boolean
    $no_of_customers: Int
    $no_of_beds: Int
    $start_date: Date!
    $expiry_date: Date
    $scheduled_subscription_id: ID
    $version: Int
  ) {
    updateSubscription(
      id: $id
      name: $name
      fee: $fee
      customer_type_id: $customer_type_id
      recurrence: $recurrence
      duration: $duration
      partner_fee: $partner_fee
      stripe: $stripe
      no_of_customers: $no_of_customers
      no_of_beds: $no_of_beds
      start_date: $start_date
      expiry_date: $expiry_date
      scheduled_subscription_id: $scheduled_subscription_id
      version: $version
    ) {
      id
    }
  }
`);

/** Changes a subscription plan (API-58). @throws ApiError, `conflict` if another person saved meanwhile */
export const updatePlan = (plan: Pick<Plan, 'id' | 'version'>, terms: SubscriptionTerms) =>
  call(Update, { id: plan.id, version: plan.version, ...terms }, { types: names });

const Expire = graphql(`
  mutation setSubscriptionExpired($id: ID!) {
    setSubscriptionExpired(id: $id) {
      id
    }
  }
`);

/** Expires an active plan (API-59). @throws ApiError */
export const expirePlan = (id: string) => call(Expire, { id }, { types: names });
