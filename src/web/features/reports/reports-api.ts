import { companyReport, completionsReport } from '../../../domain/reports/report-lists.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Company = graphql(`
  query getCompanyReport(
    $period_from: String
    $period_to: String
    $provider_id: String
    $below: String
    $offset: Int
    $order_by: String
  ) {
    getCompanyReport(
      period_from: $period_from
      period_to: $period_to
      provider_id: $provider_id
      below: $below
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      summary {
        customers
        complete
        names_shown
        before {
          month
          customers
          complete
        }
        months {
          month
          customers
          complete
        }
        period {
          from
          to
        }
      }
      data {
        id
        name
        above
        archived
        customers
        invited
        active
        suspended
        complete
        drafts
        users
        payment_plan
        trial_end
      }
    }
  }
`);

export type CompanyReport = ResultOf<typeof Company>['getCompanyReport'];
export type CompanyRow = CompanyReport['data'][number];

/** Reads a page of the company report with its numbers. It is read again when the page is shown again. */
export const useCompanyReport = (
  request: ListRequest<typeof companyReport>,
): Read<{ getCompanyReport: CompanyReport }> =>
  useListRead(companyReport, request, Company, { types: ['CompanyReport'] });

const Completions = graphql(`
  query getCompletionsReport(
    $period_from: String
    $period_to: String
    $provider_id: String
    $below: String
    $offset: Int
    $order_by: String
  ) {
    getCompletionsReport(
      period_from: $period_from
      period_to: $period_to
      provider_id: $provider_id
      below: $below
      offset: $offset
      order_by: $order_by
    ) {
      count
      count_is_exact
      summary {
        completed
        drafts
        days_7
        days_28
        days_90
        days_more
        months {
          month
          completed
          external
          changed
          started
          drafts
        }
        period {
          from
          to
        }
      }
      data {
        id
        name
        above
        archived
        completed
        external
        changed
        started
        drafts
      }
    }
  }
`);

export type CompletionsReport = ResultOf<typeof Completions>['getCompletionsReport'];
export type CompletionsRow = CompletionsReport['data'][number];

/** Reads a page of the report of completed plans with its numbers. It is read again when the page is shown again. */
export const useCompletionsReport = (
  request: ListRequest<typeof completionsReport>,
): Read<{ getCompletionsReport: CompletionsReport }> =>
  useListRead(completionsReport, request, Completions, { types: ['CompletionsReport'] });
