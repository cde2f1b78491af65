import type { ConversationAnswer } from '../../../domain/customers/conversations/conversations.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

const MyConversations = graphql(`
  query getMyConversations($limit: Int) {
    getMyConversations(limit: $limit) {
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
      }
    }
  }
`);

/** Conversations that staff recorded with the person, as far as they are loaded. */
export type OwnConversations = ResultOf<typeof MyConversations>['getMyConversations'];

/** Reads the conversations that staff recorded with the person, the newest first. */
export function useOwnConversations(limit: number): Read<OwnConversations> {
  const read = useRead(MyConversations, { limit }, { refresh: true, types: ['Conversation'] });
  return mapRead(read, ({ getMyConversations }) => getMyConversations);
}

const Answer = graphql(`
  mutation answerConversation($id: ID!, $answer: ConversationAnswer!) {
    answerConversation(id: $id, answer: $answer) {
      id
      answer
    }
  }
`);

/** Records what the person says about a conversation (N-07). @throws ApiError */
export const answerConversation = (id: string, answer: ConversationAnswer) =>
  call(Answer, { id, answer }, { types: ['Conversations'] });
