import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Actor } from '../../../../domain/access/actors.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import {
  conversationAnswers,
  conversationTakeBackEnds,
  takeBackProblem,
} from '../../../../domain/customers/conversations/conversations.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { conversationForm } from '../../../../domain/inputs/customers/conversation.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import type { InputContext } from '../../../pipeline/input.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId, findCustomer, ownAccount } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { refuseUnoffered } from '../actions/guard.ts';
import { findActionSubject, type ActionSubject } from '../actions/subject.ts';
import * as store from './store.ts';

const id = z.string().check(z.uuid());
const offset = z.nullish(z.int().check(z.gte(0), z.lte(100_000)));
const limit = z.nullish(z.int().check(z.gte(1), z.lte(50)));
const pageSize = 10;

const readerOf = (actor: Actor): store.Reader => ({ userId: callerId(actor), scope: scopeOf(actor) });

const windowOf = (
  input: { offset?: number | null | undefined; limit?: number | null | undefined },
  now: Date,
) => ({ offset: input.offset ?? 0, limit: input.limit ?? pageSize, now, today: melbourneDate(now) });

const conflict = (message: TextKey) => new AppError('conflict', { fields: [{ field: 'form', message }] });

async function conversationAfter(...asked: Parameters<typeof store.findConversation>) {
  const found = await store.findConversation(...asked);
  if (!found) throw new AppError('not-found');
  return found;
}

/** Returns the conversations that staff recorded with a customer, the newest first (N-07). */
export const getCustomerConversations = operation({
  name: 'getCustomerConversations',
  kind: 'read',
  input: z.strictObject({ id, offset, limit }),
  access: { action: 'customer.read', subject: (input, loading) => findCustomer(input.id, loading) },
  run: ({ input, actor, tx, now }) =>
    store.findConversations(tx, input.id, readerOf(actor), windowOf(input, now)),
});

// Declares the parameter's type, without which `operation` could not infer the input.
const recordInput = ({ today }: InputContext) => formInput(conversationForm(today), { user_id: id });

/**
 * Records a conversation with a customer for the house where the customer lives now (N-07). The same conversation sent again is
 * recorded once. The customer is notified after the time in which it can be taken back.
 * @throws AppError `invalid` at the day or the next day; `conflict` if another staff member recorded this outcome for that day
 */
export const recordConversation = operation({
  name: 'recordConversation',
  kind: 'write',
  input: recordInput,
  access: {
    action: 'customer.change',
    subject: (input, loading) => findActionSubject(input.user_id, loading),
  },
  async run(work): Promise<store.Conversation> {
    const { input, subject, actor, tx, now, emit, auditDetails } = work;
    const { outcome, held_on, next_on } = input;
    const [user_id, staff_id] = [subject.ownerId, callerId(actor)];
    await refuseUnoffered({ ...work, input: {} }, 'talk');
    const same = await store.findSame(tx, user_id, input);
    if (same && (same.recorded_by !== staff_id || same.next_on !== next_on))
      throw conflict('error.conversation.already');
    const conversation_id = same?.id ?? randomUUID();
    auditDetails({ conversation_id });
    if (!same) {
      const { provider_id } = subject;
      const said = { outcome, held_on, next_on };
      const recorded = { recorded_by: staff_id, recorded_at: now };
      await store.insertConversation(tx, {
        id: conversation_id,
        user_id,
        provider_id,
        ...said,
        ...recorded,
      });
      const not_before = conversationTakeBackEnds(now).toISOString();
      emit('customer.conversation', { user_id, staff_id, conversation_id, not_before });
    }
    return conversationAfter(tx, user_id, conversation_id, readerOf(actor), now);
  },
});

/** Loads the customer of a conversation; null for an unknown conversation. */
async function customerOf(input: { id: string }, loading: Loading): Promise<ActionSubject | null> {
  const recorded = await store.findRecorded(loading.tx, input.id);
  return recorded ? findActionSubject(recorded.user_id, loading) : null;
}

/**
 * Takes back a conversation that the caller recorded by mistake in the last ten minutes. The customer is not notified.
 * @throws AppError `conflict` after that time, for a conversation of another staff member, and after the customer answered it
 */
export const takeBackConversation = operation({
  name: 'takeBackConversation',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'customer.change', subject: customerOf },
  async run({ input, actor, tx, subject, now, auditDetails }) {
    const recorded = await store.findRecorded(tx, input.id);
    // Another call undid it while this one waited for the customer's row.
    if (recorded?.user_id !== subject.ownerId) throw new AppError('not-found');
    const problem = takeBackProblem(recorded, callerId(actor), now);
    if (problem !== null) throw conflict(problem);
    if (!(await store.deleteConversation(tx, input.id))) throw conflict('error.conversation.answered');
    auditDetails({ conversation_id: input.id });
    return { id: input.id };
  },
});

/** Returns the conversations that staff recorded with the caller, the newest first (N-07). */
export const getMyConversations = operation({
  name: 'getMyConversations',
  kind: 'read',
  input: z.strictObject({ offset, limit }),
  access: { action: 'account.conversations', subject: ownAccount },
  run: ({ input, subject, actor, tx, now }) =>
    store.findConversations(tx, subject.ownerId, readerOf(actor), windowOf(input, now)),
});

/**
 * Records what the caller says about a conversation that staff recorded with them (N-07). A declined conversation that is not
 * right no longer holds reminders.
 */
export const answerConversation = operation({
  name: 'answerConversation',
  kind: 'write',
  input: z.strictObject({ id, answer: z.enum(conversationAnswers) }),
  access: { action: 'account.conversations', subject: ownAccount },
  async run({ input, subject, actor, tx, now, auditDetails }) {
    const { ownerId } = subject;
    if (!(await store.setAnswer(tx, ownerId, input, now))) throw new AppError('not-found');
    auditDetails({ conversation_id: input.id });
    return conversationAfter(tx, ownerId, input.id, readerOf(actor), now);
  },
});
