import { conversationsReport, nextConversations } from '../../../domain/reports/report-lists.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Conversations = graphql(`
  query getConversationsReport(
    $period_from: String
    $period_to: String
    $provider_id: String
    $below: String
    $offset: Int
    $order_by: String
  ) {
    getConversationsReport(
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
        has_below
        residents
        without
        offered
        talked
        not_now
        declined
        looked_again
      }
    }
  }
`);

export type ConversationsReport = ResultOf<typeof Conversations>['getConversationsReport'];
export type ConversationsRow = ConversationsReport['data'][number];

/** Reads one page of houses with the numbers of their conversations; again each time the report is opened. */
export const useConversationsReport = (
  request: ListRequest<typeof conversationsReport>,
): Read<{ getConversationsReport: ConversationsReport }> =>
  useListRead(conversationsReport, request, Conversations, { types: ['Conversation'] });

const Next = graphql(`
  query getNextConversations($provider_id: String, $below: String, $offset: Int) {
    getNextConversations(provider_id: $provider_id, below: $below, offset: $offset) {
      count
      overdue
      too_many
      data {
        id
        first_name
        last_name
        customer_id
        room
        provider
        outcome
        held_on
        next_on
      }
    }
  }
`);

export type NextConversations = ResultOf<typeof Next>['getNextConversations'];
export type NextRow = NextConversations['data'][number];

/** Reads one page of the residents whose next conversation is due; again each time the report is opened. */
export const useNextConversations = (
  request: ListRequest<typeof nextConversations>,
): Read<{ getNextConversations: NextConversations }> =>
  useListRead(nextConversations, request, Next, { types: ['Conversation'] });
