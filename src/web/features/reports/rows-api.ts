import { auditReport, customersReport, subscriptionsReport } from '../../../domain/reports/report-lists.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Customers = graphql(`
  query getCustomersReport(
    $period_from: String
    $period_to: String
    $provider_id: String
    $below: String
    $status: String
    $offset: Int
    $order_by: String
  ) {
    getCustomersReport(
      period_from: $period_from
      period_to: $period_to
      provider_id: $provider_id
      below: $below
      status: $status
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      summary {
        customers
        invited
        active
        suspended
        archived
        from
        to
      }
      data {
        id
        first_name
        last_name
        customer_id
        room
        provider
        status
        plan
        added_on
        accepted_on
        signed_on
        changed_on
        on_behalf
      }
    }
  }
`);

export type CustomersReport = ResultOf<typeof Customers>['getCustomersReport'];
export type CustomersRow = CustomersReport['data'][number];

/** Reads a page of the report of customers with its numbers. It is read again when the page is shown again. */
export const useCustomersReport = (
  request: ListRequest<typeof customersReport>,
): Read<{ getCustomersReport: CustomersReport }> =>
  useListRead(customersReport, request, Customers, { types: ['CustomersReport'] });

const Subscriptions = graphql(`
  query getSubscriptionsReport(
    $period_from: String
    $period_to: String
    $provider_id: String
    $below: String
    $payer: String
    $offset: Int
    $order_by: String
  ) {
    getSubscriptionsReport(
      period_from: $period_from
      period_to: $period_to
      provider_id: $provider_id
      below: $below
      payer: $payer
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      summary {
        count
        paid
        pending
        overdue
        partner_fees
      }
      data {
        id
        payment_plan
        payer
        start
        next
        end
        units
        fee
        discount
        paid
        open
        status
      }
    }
  }
`);

export type SubscriptionsReport = ResultOf<typeof Subscriptions>['getSubscriptionsReport'];
export type SubscriptionsRow = SubscriptionsReport['data'][number];

/** Reads a page of the report of subscriptions with its numbers. It is read again when the page is shown again. */
export const useSubscriptionsReport = (
  request: ListRequest<typeof subscriptionsReport>,
): Read<{ getSubscriptionsReport: SubscriptionsReport }> =>
  useListRead(subscriptionsReport, request, Subscriptions, { types: ['SubscriptionsReport'] });

const Audit = graphql(`
  query getAuditReport(
    $period_from: String
    $period_to: String
    $provider_id: String
    $below: String
    $user_id: String
    $actor_id: String
    $event: String
    $offset: Int
    $order_by: String
  ) {
    getAuditReport(
      period_from: $period_from
      period_to: $period_to
      provider_id: $provider_id
      below: $below
      user_id: $user_id
      actor_id: $actor_id
      event: $event
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      summary {
        entries
        more
        plans
        people
        period {
          from
          to
        }
        check {
          checked_at
          entries
          broken_chains
        }
      }
      data {
        id
        at
        event
        by
        person
        role
        organisation
        customer_user_id
        customer
        customer_id
        plan_version
        acting
        beside
        place
        entry
      }
    }
  }
`);

export type AuditReport = ResultOf<typeof Audit>['getAuditReport'];
export type AuditRow = AuditReport['data'][number];

/** Reads a page of the audit report with its numbers. It is read again when the page is shown again. */
export const useAuditReport = (
  request: ListRequest<typeof auditReport>,
): Read<{ getAuditReport: AuditReport }> =>
  useListRead(auditReport, request, Audit, { types: ['AuditReport'] });
