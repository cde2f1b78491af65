import * as z from 'zod/mini';
import { isHeldSince } from '../../../../../domain/customers/conversations/conversations.ts';
import { remindableAt } from '../../../../../domain/customers/invitation.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { melbourneDate, melbourneTime } from '../../../../../domain/fields.ts';
import type { TextKey, TextParams } from '../../../../../domain/i18n/texts.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import type { Tries } from '../../../../pipeline/limits/limit.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { idempotencyKey } from '../../../../pipeline/repeated-calls/idempotency.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import type { Loading } from '../../../../pipeline/work.ts';
import { sealReceiver } from '../../../privacy/api.ts';
import { issueToken } from '../../../sign-in/api.ts';
import { findCustomerRow } from '../../customer-row.ts';
import { refusal, refuseUnoffered, rowAfter } from '../guard.ts';
import { hasInvitationLeft } from './held-invitations.ts';
import { eraseCustomer } from '../removing/remove-operation.ts';
import * as store from '../store.ts';
import { findActionSubject, type ActionSubject } from '../subject.ts';

const id = z.string().check(z.uuid());
/** The status that the caller saw. */
const seen = z.optional(z.nullable(z.string()));
const idSeen = z.strictObject({ id, seen });

const byId = ({ id: userId }: { id: string }, loading: Loading) => findActionSubject(userId, loading);

/** Rate limits for mails to an address that staff typed. */
export const invitingTries = (staffId: string, email: string): Tries => [
  { counted: ['customer-invite:account', staffId], counts: 'always' },
  { counted: ['customer-invite:recipient', email], counts: 'always' },
];

/** Returns the message that an invitation cannot be sent again before a time. */
export const reminderWait = (next: Date): { message: TextKey; params: TextParams } => ({
  message: 'error.customer.reminderWait',
  params: { time: melbourneTime(next) },
});

/** Whether the customer declined a conversation in the last year, so that no reminder is sent (N-07). A first invitation is none. */
export const isHeld = ({ declined_on, awaitsInvitation }: ActionSubject, now: Date) =>
  !awaitsInvitation && isHeldSince(declined_on, melbourneDate(now));

/** Returns when the invitation of a customer can be sent again; null for immediately, and if it has not been sent. */
export const sendableAt = ({ invite_date, awaitsInvitation }: ActionSubject, now: Date): Date | null =>
  awaitsInvitation ? null : remindableAt(invite_date, now);

/**
 * Sends an invitation again with a new link; the previous link becomes invalid (CACT-05, GAP-78). A customer whose invitation waits
 * with those of a list is invited now, and not once more with the list. The activity of the invitation was recorded with the list.
 * @throws AppError `conflict` with the current row, also if the customer declined a conversation in the last year; `rate-limited`
 * within an hour of the last one
 */
export const sendReminder = operation({
  name: 'sendReminder',
  kind: 'write',
  input: z.strictObject({ id, seen, idempotency_key: idempotencyKey }),
  access: { action: 'customer.change', subject: byId },
  // A refused call sends nothing, so it does not count.
  limit: async ({ subject, actor, now }) =>
    subject.status === 'invited' && sendableAt(subject, now) === null && !isHeld(subject, now)
      ? invitingTries(callerId(actor), subject.email)
      : [],
  async run(work) {
    const { subject, actor, tx, now, emit } = work;
    await refuseUnoffered(work, 'reminder');
    if (isHeld(subject, now))
      throw refusal('error.customer.declined', await findCustomerRow(tx, subject.ownerId));
    const next = sendableAt(subject, now);
    if (next !== null)
      throw new AppError('rate-limited', {
        fields: [{ field: 'form', ...reminderWait(next) }],
        details: { retryAfter: Math.ceil((next.getTime() - now.getTime()) / 1_000) },
      });
    const userId = subject.ownerId;
    const invitation_id = await store.renewInvitation(tx, userId, now);
    const kind = subject.awaitsInvitation ? 'invited' : 'reminder';
    if (kind === 'reminder')
      await recordActivity(tx, { template: kind, userId, actorId: callerId(actor), at: now }, {});
    emit('customer.invited', { user_id: userId, invitation_id, kind });
    return rowAfter(work);
  },
});

/**
 * Withdraws an invitation: the link becomes invalid, and the invited person is notified. A record that was never accepted is
 * erased (CACT-06, API-20); a record that already has a plan or files stays, as an account without an address.
 * @throws AppError `conflict` with the current row
 */
export const cancelInvite = operation({
  name: 'cancelInvite',
  kind: 'write',
  input: idSeen,
  access: { action: 'customer.change', subject: byId },
  async run(work) {
    const { subject, actor, tx, now, services, emit, auditDetails } = work;
    await refuseUnoffered(work, 'cancelInvitation');
    const { ownerId: user_id, provider_id } = subject;
    const receiver = sealReceiver(services, { ...subject, userId: user_id });
    const staffId = callerId(actor);
    const hasLeft = await hasInvitationLeft(tx, user_id);
    const kept = await store.holdsAnything(tx, user_id);
    if (kept) await store.takeAddressAway(tx, user_id, now);
    else await eraseCustomer(work);
    const about = kept ? user_id : staffId;
    await recordActivity(
      tx,
      { template: 'invitationCancelled', userId: about, actorId: staffId, at: now },
      {},
    );
    // Sends no mail about the end of an invitation that was never sent.
    if (hasLeft)
      emit('customer.invitation-cancelled', { user_id, receiver, provider_id, ...(kept && { kept: true }) });
    auditDetails({ kept });
    return { id: user_id, kept };
  },
});

/**
 * Mails an invited customer a link to set a password, which opens the account as the invitation does (CACT-07).
 * @throws AppError `conflict` with the current row; `rate-limited`
 */
export const resetCustomer = operation({
  name: 'resetCustomer',
  kind: 'write',
  input: idSeen,
  access: { action: 'customer.change', subject: byId },
  limit: async ({ subject, actor }) =>
    subject.status === 'invited' ? invitingTries(callerId(actor), subject.email) : [],
  async run(work) {
    const { subject, tx, now, emit } = work;
    await refuseUnoffered(work, 'reset');
    await issueToken(tx, now, 'reset-password', subject.ownerId);
    emit('account.reset-wanted', { user_id: subject.ownerId });
    return rowAfter(work);
  },
});
