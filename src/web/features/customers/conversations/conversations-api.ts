import type { NewConversation } from '../../../../domain/inputs/customers/conversation.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const CustomerConversations = graphql(`
  query getCustomerConversations($id: ID!, $limit: Int) {
    getCustomerConversations(id: $id, limit: $limit) {
      count
      held_until
      data {
        id
        outcome
        held_on
        next_on
        by
        house
        answer
        take_back_until
      }
    }
  }
`);

/** Conversations with a customer, as far as they are loaded. */
export type Conversations = ResultOf<typeof CustomerConversations>['getCustomerConversations'];

/** Reads the conversations that staff recorded with a customer, the newest first. */
export function useConversations(id: string, limit: number): Read<Conversations> {
  const read = useRead(CustomerConversations, { id, limit }, { refresh: true, types: ['Conversation'] });
  return mapRead(read, ({ getCustomerConversations }) => getCustomerConversations);
}

const Record = graphql(`
  mutation recordConversation($user_id: ID!, $outcome: String!, $held_on: String!, $next_on: String) {
    recordConversation(user_id: $user_id, outcome: $outcome, held_on: $held_on, next_on: $next_on) {
      id
      outcome
    }
  }
`);

const TakeBack = graphql(`
  mutation takeBackConversation($id: ID!) {
    takeBackConversation(id: $id) {
      id
    }
  }
`);

/** Types of pages that a conversation makes out of date: a person who declined needs nothing today. */
const types = ['Conversation', 'Conversations', 'Today'];

/** Records a conversation with a customer (N-07). The same one sent again is recorded once. @throws ApiError */
export const recordConversation = (user_id: string, conversation: NewConversation) =>
  call(Record, { user_id, ...conversation }, { types });

/** Takes back a conversation that was recorded in the last ten minutes. @throws ApiError */
export const takeBackConversation = (id: string) => call(TakeBack, { id }, { types });
