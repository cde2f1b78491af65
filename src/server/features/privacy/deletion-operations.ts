import * as z from 'zod/mini';
import type { Actor, Subject } from '../../../domain/access/access.ts';
import { deletionDate } from '../../../domain/accounts/deletion.ts';
import { AppError } from '../../../domain/errors.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { deletionForm } from '../../../domain/inputs/deletion.ts';
import { operation } from '../../pipeline/operation.ts';
import { askPassword, personIn } from '../../pipeline/password-again.ts';
import { prepared, readSent } from '../../pipeline/prepared.ts';
import { getUser } from '../profile/operations.ts';
import * as store from './deletion-store.ts';

const own = (actor: Actor): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null);

const wantDeletion = operation({
  name: 'requestDeletion',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.delete', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, now, note, emit }) {
    if (!subject) throw new AppError('unauthenticated');
    const delete_on = deletionDate(melbourneDate(now));
    const asked = await store.askForDeletion(tx, subject.ownerId, delete_on, now);
    if (asked) emit('account.deletion-requested', { user_id: subject.ownerId });
    note({ asked, delete_on: asked ? delete_on : null });
    return getUser(tx, subject.ownerId);
  },
});

/**
 * Asks for the account to be deleted in thirty days (D-19). Asking again changes nothing: the first date stands.
 * @throws AppError `invalid` at `confirm`, unless it is the word DELETE, and at `password`; `rate-limited`
 */
export const requestDeletion = prepared(wantDeletion, async (context, raw, perform) => {
  const userId = personIn(context, wantDeletion);
  const { password } = readSent(deletionForm, raw, ['confirm', 'password']);
  await askPassword(context, userId, password);
  return perform({});
});

/** Takes the wish to be deleted back. Without one there is nothing to do, and that is fine. */
export const keepAccount = operation({
  name: 'keepAccount',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.delete', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, now }) {
    if (!subject) throw new AppError('unauthenticated');
    await store.forgetDeletion(tx, subject.ownerId, now);
    return getUser(tx, subject.ownerId);
  },
});

/**
 * Deletes an account whose day has come, with everything that is kept about the person; the trail keeps what was done, under an
 * id that names nobody any more. False when the person changed their mind, or somebody else was faster.
 */
export const deleteAccount = operation({
  name: 'deleteAccount',
  kind: 'write',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: {
    action: 'account.carryOut',
    subject: (input, { tx }) => store.findDueForChange(tx, input.user_id),
  },
  async run({ subject, tx, services, now, emit, note }) {
    if (!subject || subject.delete_on > melbourneDate(now)) return false;
    const receiver = store.sealReceiver(services, subject);
    await store.deletePerson(tx, subject);
    emit('account.deleted', { user_id: subject.ownerId, receiver });
    note({ delete_on: subject.delete_on });
    return true;
  },
});
