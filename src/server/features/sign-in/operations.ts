import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { signinForm } from '../../../domain/inputs/sign-in/signin.ts';
import { forgetAttempts } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../pipeline/passwords/passwords.ts';
import type { Refused } from '../../pipeline/refused.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { leaveSession } from '../impersonation/api.ts';
import { askSecondStep, sendCode, sendingTries, type AskedSecondStep } from '../second-step/api.ts';
import { startSignedInSession, type SignedIn } from './api.ts';
import * as store from './credentials.ts';
import { isToBeNotified } from './guesses/failed-attempts.ts';

/**
 * Failures that count as an attempt. A correct password does not count when the address is not checked yet, or the code cannot be
 * sent yet.
 */
const failures: readonly ErrorCode[] = [
  'unauthenticated',
  'legacyreset',
  'invalid',
  'unavailable',
  'general_error',
];

/** The fields of the form, and the other fields of the source's call (API-34). */
const signInInput = formInput(signinForm, {
  type: z.optional(z.unknown()),
  payload: z.optional(z.unknown()),
  redirect: z.optional(z.unknown()),
});

/**
 * Signs in with e-mail and password (API-34). An unknown address, a wrong password and a suspended person get the same response
 * after the same time. When the second step is on, a correct password returns the required second step; with `phone` it sends a
 * code there.
 * @throws AppError `unauthenticated`, `requiredEmailConfirmation`, `legacyreset`, `rate-limited`
 */
export const signIn = operation({
  name: 'signIn',
  kind: 'write',
  input: signInInput,
  access: { action: 'account.signIn', subject: nothing },
  limit: ({ input, meta }) => [
    { counted: ['sign-in:account', input.email], counts: failures },
    { counted: ['sign-in:address', meta.address], counts: failures },
  ],
  prepare: {
    async run({ input, services, meta, consume }) {
      const { email, password, phone } = input;
      const person = await store.findCredentials(services.db, email, { legacy: 'untilReset' });
      const checkedHash = person?.password_hash ?? null;
      const right = await verifyPassword(checkedHash, password);
      const strongerHash =
        right && checkedHash && needsRehash(checkedHash) ? await hashPassword(password) : null;
      if (right && person?.second_step_on && phone !== '')
        await consume(sendingTries({ userId: person.id, address: meta.address }));
      return { userId: person?.id ?? null, checkedHash, right, strongerHash };
    },
  },
  async run(work): Promise<Refused | SignedIn | AskedSecondStep> {
    const { input, prepared, tx, services, now, auditDetails, emit, refuse } = work;
    if (!prepared.userId) return refuse(new AppError('unauthenticated'));
    auditDetails({}, prepared.userId);
    const person = await store.getCredentialsForChange(tx, prepared.userId);
    if (!store.mayEnter(person) || person.login_provider === 'external')
      return refuse(new AppError('unauthenticated'));
    if (person.password_hash === null && person.legacy_reset) return refuse(new AppError('legacyreset'));
    // The password was checked before this transaction, so it counts only if it has not changed since.
    if (!prepared.right || person.password_hash !== prepared.checkedHash) {
      if (await isToBeNotified(tx, services.secrets, now, person))
        emit('account.wrong-tries', { user_id: person.id });
      return refuse(new AppError('unauthenticated'));
    }
    await forgetAttempts(tx, services.secrets, ['sign-in:account', person.email]);
    if (!person.email_verified_at) return refuse(new AppError('requiredEmailConfirmation'));
    const { strongerHash } = prepared;
    if (strongerHash)
      await tx
        .updateTable('users')
        .set({ password_hash: strongerHash })
        .where('id', '=', person.id)
        .execute();
    auditDetails({ rehashed: strongerHash !== null, second_step: person.second_step_on });
    if (person.second_step_on)
      return askSecondStep(work, { userId: person.id, phone: input.phone, purpose: 'sign-in' });
    return startSignedInSession(work, person);
  },
  async afterCommit(answer, { services }) {
    if ('asked' in answer && answer.message) await sendCode(services, answer.userId, answer.message);
    return answer;
  },
});

/** Ends the session of this browser. */
export const signOut = operation({
  name: 'signOut',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.signOut', subject: nothing },
  async run(work) {
    const { actor, meta, auditDetails } = work;
    if (actor.kind === 'person') auditDetails({}, actor.userId);
    if (meta.sessionId) await leaveSession(work, meta.sessionId);
    return true;
  },
});
