import * as z from 'zod/mini';
import { findContactsToNotify } from '../../shared-plan/api.ts';
import { deletionDate } from '../../../../domain/accounts/deletion.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { deletionForm } from '../../../../domain/inputs/deletion.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { passwordAgain } from '../../../pipeline/passwords/confirm.ts';
import { mailedChange } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing, ownAccount } from '../../../pipeline/subjects.ts';
import { getUser } from '../../profile/api.ts';
import { removeAccount, sealReceiver } from '../api.ts';
import { addNotices } from '../../clinical-access/api.ts';
import * as store from './deletion-store.ts';

/**
 * Requests the deletion of the account in thirty days (D-19). A repeated request changes nothing: the first date remains.
 * @throws AppError `invalid` at `confirm`, unless it is the word DELETE, and at `password`; `rate-limited`
 */
export const requestDeletion = operation({
  name: 'requestDeletion',
  kind: 'write',
  input: formInput(deletionForm),
  access: { action: 'account.delete', subject: ownAccount },
  confirm: passwordAgain('password'),
  prepare: { run: ({ subject, consume }) => consume(mailedChange(subject.ownerId)) },
  async run({ subject, tx, now, auditDetails, emit }) {
    const wanted = deletionDate(melbourneDate(now));
    const delete_on = await store.askForDeletion(tx, subject.ownerId, wanted, now);
    if (delete_on) emit('account.deletion-requested', { user_id: subject.ownerId });
    auditDetails({ asked: delete_on !== null, delete_on });
    return getUser(tx, subject.ownerId);
  },
});

/** Withdraws a deletion, also one by staff (D-62), and notifies the person. Does nothing if there is none. */
export const keepAccount = operation({
  name: 'keepAccount',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.delete', subject: ownAccount },
  async run({ subject, tx, now, auditDetails, emit }) {
    const kept = await store.forgetDeletion(tx, subject.ownerId, now);
    const userId = subject.ownerId;
    if (kept !== null) emit('account.deletion-withdrawn', { user_id: userId });
    if (kept === 'removal') {
      await recordActivity(tx, { template: 'removalTakenBack', userId, actorId: userId, at: now }, {});
      emit('customer.taken-back', { user_id: userId, actor_id: userId });
    }
    auditDetails({ kept: kept !== null, was: kept });
    return getUser(tx, subject.ownerId);
  },
});

/**
 * Deletes an account whose day has come, with all data about the person; the trail keeps the actions, under an id that no longer
 * identifies anyone. False if the deletion was withdrawn, or another process was faster.
 */
export const deleteAccount = operation({
  name: 'deleteAccount',
  kind: 'write',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, services, now, emit, auditDetails }) {
    const person = await store.findDueForChange(tx, input.user_id);
    if (!person || person.delete_on > melbourneDate(now)) return false;
    const { userId, status, provider_id, removal } = person;
    const receiver = sealReceiver(services, person);
    const byStaff = removal && { removed_by: { provider_id } };
    for (const contact of await findContactsToNotify(tx, services, userId))
      emit('contact.ended', { ...contact, ...byStaff });
    for (const left of await store.findSentPlans(tx, userId))
      emit('care-plan.left', { ...left, failures: 0 });
    const leaving = { eventId: userId, userId, change: 'withdrawn', isLeaving: true, now } as const;
    for (const notice_id of await addNotices(tx, leaving)) emit('clinical-notice.due', { notice_id });
    await removeAccount(tx, person);
    if (removal && status === 'invited') {
      emit('customer.invitation-cancelled', { user_id: userId, receiver, provider_id });
      emit('files.unowned', {});
    } else emit('account.deleted', { user_id: userId, receiver, ...byStaff });
    const staffId = removal?.staffId ?? null;
    if (staffId !== null)
      await recordActivity(tx, { template: 'removed', userId: staffId, actorId: staffId, at: now }, {});
    auditDetails({ delete_on: person.delete_on, ...(removal && { removed_by: staffId }) }, userId);
    return true;
  },
});
