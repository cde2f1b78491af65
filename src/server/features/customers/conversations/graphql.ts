import {
  conversationAnswers,
  conversationOutcomes,
} from '../../../../domain/customers/conversations/conversations.ts';
import { builder } from '../../../graphql/builder.ts';
import {
  answerConversation,
  getCustomerConversations,
  getMyConversations,
  recordConversation,
  takeBackConversation,
} from './operations.ts';
import type { Conversation, Conversations } from './store.ts';

const ConversationOutcome = builder.enumType('ConversationOutcome', { values: conversationOutcomes });
const ConversationAnswer = builder.enumType('ConversationAnswer', { values: conversationAnswers });

const ConversationRef = builder.objectRef<Conversation>('Conversation').implement({
  description: 'A conversation of staff with a customer about planning ahead (N-07).',
  fields: (t) => ({
    id: t.exposeID('id'),
    outcome: t.expose('outcome', { type: ConversationOutcome }),
    held_on: t.expose('held_on', { type: 'Date', description: 'The day in Melbourne.' }),
    next_on: t.expose('next_on', { type: 'Date', nullable: true, description: 'The day of the next one.' }),
    recorded_at: t.expose('recorded_at', { type: 'DateTime' }),
    by: t.exposeString('by', {
      nullable: true,
      description: 'The staff member; null for staff of another house, and after the account is deleted.',
    }),
    house: t.exposeString('house', { nullable: true, description: 'House that recorded it.' }),
    answer: t.expose('answer', {
      type: ConversationAnswer,
      nullable: true,
      description: 'What the customer says about the record.',
    }),
    answered_at: t.expose('answered_at', { type: 'DateTime', nullable: true }),
    take_back_until: t.expose('take_back_until', {
      type: 'DateTime',
      nullable: true,
      description: 'Set while the caller can take it back.',
    }),
  }),
});

const ConversationsRef = builder.objectRef<Conversations>('Conversations').implement({
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'All of them, not only those in `data`.' }),
    data: t.expose('data', { type: [ConversationRef] }),
    held_until: t.expose('held_until', {
      type: 'Date',
      nullable: true,
      description: 'First day on which reminders are sent again; null if none are held.',
    }),
  }),
});

const TakenBackRef = builder.objectRef<{ id: string }>('ConversationTakenBack').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.queryFields((t) => ({
  getCustomerConversations: t.field({
    type: ConversationsRef,
    args: { id: t.arg.id({ required: true }), offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => getCustomerConversations.call(context, args),
  }),
  getMyConversations: t.field({
    type: ConversationsRef,
    args: { offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => getMyConversations.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  recordConversation: t.field({
    type: ConversationRef,
    description: 'Records a conversation with a customer. The same one sent again is recorded once.',
    args: {
      user_id: t.arg.id({ required: true }),
      outcome: t.arg.string({ required: true, description: conversationOutcomes.join(', ') }),
      held_on: t.arg.string({ required: true, description: 'DD/MM/YYYY or YYYY-MM-DD, not after today.' }),
      next_on: t.arg.string({ description: 'After today; without it there is no next day.' }),
    },
    resolve: (_, args, context) => recordConversation.call(context, args),
  }),
  takeBackConversation: t.field({
    type: TakenBackRef,
    description: 'Takes back a conversation that the caller recorded in the last ten minutes.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => takeBackConversation.call(context, args),
  }),
  answerConversation: t.field({
    type: ConversationRef,
    description: 'Records what the customer says about the record.',
    args: {
      id: t.arg.id({ required: true }),
      answer: t.arg({ type: ConversationAnswer, required: true }),
    },
    resolve: (_, args, context) => answerConversation.call(context, args),
  }),
}));
