import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { forgotForm } from '../../../domain/inputs/forgot.ts';
import { resetRequest } from '../../../domain/inputs/reset.ts';
import { signinForm } from '../../../domain/inputs/signin.ts';
import { noSoonerThan } from '../../pipeline/minimum-duration.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { codeTries, sendCode } from '../second-step/code-messages.ts';
import { enter, type Entered } from './enter.ts';
import { readSignupToken } from '../sign-up/invitations.ts';
import { hashPassword, isCommonPassword, needsRehash, verifyPassword } from '../../pipeline/passwords.ts';
import { prepared, readSent, sentText } from '../../pipeline/prepared.ts';
import { voidChallenges } from '../second-step/challenges.ts';
import { askSecondStep, type AskedSecondStep } from './second-step-operation.ts';
import { endAllSessions } from '../sessions/api.ts';
import * as store from './credentials.ts';
import { admit, forgetAttempts } from '../../pipeline/limit.ts';
import { findTokenUser, issueToken, useToken } from './api.ts';
import { leaveSession } from '../impersonation/store.ts';
import { isToBeNotified } from './failed-attempts.ts';

const badLink = (message: TextKey) => new AppError('invalid', { fields: [{ field: 'token', message }] });

/** How long asking for a mail takes at least: longer than the work for an address that is known (security 12). */
const mailingMilliseconds = 150;

/** The fields of the form, and what the source's call names besides (API-34). */
const signInInput = formInput(signinForm, {
  type: z.optional(z.unknown()),
  payload: z.optional(z.unknown()),
  redirect: z.optional(z.unknown()),
});

/**
 * Signs in with e-mail and password (API-34). An unknown address, a wrong password and a suspended person look and last alike.
 * Where the second step is on, a right password gives what is still to be shown; with `phone` it sends a code there.
 * @throws AppError `unauthenticated`, `requiredEmailConfirmation`, `legacyreset`, `rate-limited`
 */
export const signIn = operation({
  name: 'signIn',
  kind: 'write',
  input: signInInput,
  access: { action: 'account.signIn', subject: nothing },
  limit: ({ input, meta }) => [
    { counted: ['sign-in:account', input.email], counts: ['unauthenticated', 'legacyreset'] },
    { counted: ['sign-in:address', meta.address], counts: ['unauthenticated', 'legacyreset'] },
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
        await consume(codeTries({ userId: person.id, address: meta.address }));
      return { userId: person?.id ?? null, checkedHash, right, strongerHash };
    },
  },
  async run(work): Promise<Refused | Entered | AskedSecondStep> {
    const { input, prepared, tx, services, now, auditDetails, emit, refuse } = work;
    if (!prepared.userId) return refuse(new AppError('unauthenticated'));
    auditDetails({}, prepared.userId);
    const person = await store.getCredentialsForChange(tx, prepared.userId);
    if (!store.mayEnter(person)) return refuse(new AppError('unauthenticated'));
    if (person.password_hash === null && person.legacy_reset) return refuse(new AppError('legacyreset'));
    // The password was checked before this transaction: it counts only if it is still the password.
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
    return enter(work, person);
  },
  async afterCommit(answer, { services }) {
    if ('asked' in answer && answer.message) await sendCode(services, answer.message);
    return answer;
  },
});

const endOwnSession = operation({
  name: 'signOut',
  kind: 'write',
  input: z.strictObject({}),
  access: {
    action: 'account.signOut',
    subject: (_, { actor }) => (actor.kind === 'person' ? { ownerId: actor.userId } : null),
  },
  async run(work) {
    if (work.meta.sessionId) await leaveSession(work, work.meta.sessionId);
    return true;
  },
});

/** Ends the session of this browser. Without one there is nothing to do, and that is fine. */
export const signOut = prepared(endOwnSession, async ({ meta }, _, perform) =>
  meta.sessionId ? perform({}) : true,
);

const proveEmail = operation({
  name: 'verifyEmail',
  kind: 'write',
  input: z.strictObject({ token: z.string() }),
  access: { action: 'account.verifyEmail', subject: nothing },
  async run({ input, tx, services, now, note, emit }) {
    const userId = await useToken(tx, services.secrets, now, 'verify-email', input.token);
    if (!userId) throw badLink('error.verify.linkExpired');
    const person = await store.getCredentialsForChange(tx, userId);
    if (person.status !== 'active') throw badLink('error.verify.linkExpired');
    if (!person.email_verified_at) {
      await tx
        .updateTable('users')
        .set({ email_verified_at: now, updated_at: now })
        .where('id', '=', userId)
        .execute();
      emit('account.verified', { user_id: userId });
    }
    note({}, userId);
    return true;
  },
});

/** Marks an address as checked, by the link that was mailed to it (GAP-08). */
export const verifyEmail = prepared(proveEmail, async ({ services, meta }, raw, perform) => {
  const tries = await admit(services, [['token:address', meta.address]]);
  const done = await perform({ token: sentText(raw, 'token') });
  await tries.withdraw();
  return done;
});

const sendVerification = operation({
  name: 'resendVerification',
  kind: 'write',
  input: z.strictObject({ email: z.string() }),
  access: { action: 'account.verifyEmail', subject: nothing },
  async run({ input, tx, now, note, emit }) {
    const person = await store.findCredentials(tx, input.email, { legacy: 'untilReset' });
    if (person?.status !== 'active' || person.email_verified_at) return true;
    await issueToken(tx, now, 'verify-email', person.id);
    emit('account.verification-wanted', { user_id: person.id });
    note({}, person.id);
    return true;
  },
});

/** Sends the link to check an address again, at most once a minute. The answer does not tell whether the address is known. */
export const resendVerification = prepared(sendVerification, async ({ services, meta }, raw, perform) => {
  const { email } = readSent(forgotForm, raw, ['email']);
  await admit(services, [
    ['resend:account', email],
    ['resend:address', meta.address],
  ]);
  return noSoonerThan(mailingMilliseconds, () => perform({ email }));
});

const sendReset = operation({
  name: 'initiateForgotPassword',
  kind: 'write',
  input: z.strictObject({ email: z.string() }),
  access: { action: 'account.recover', subject: nothing },
  async run({ input, tx, now, note, emit }) {
    const person = await store.findCredentials(tx, input.email, { legacy: 'always' });
    const invited = person?.status === 'invited' && person.role === 'user';
    if (!person || !(store.mayEnter(person) || invited)) return true;
    await issueToken(tx, now, 'reset-password', person.id);
    emit('account.reset-wanted', { user_id: person.id });
    note({}, person.id);
    return true;
  },
});

/** Sends a link to a new password, if the address has an account. The answer is the same if it has none (D-11, GAP-13). */
export const initiateForgotPassword = prepared(sendReset, async ({ services, meta }, raw, perform) => {
  const { email } = readSent(forgotForm, raw, ['email']);
  await admit(services, [
    ['forgot:account', email],
    ['forgot:address', meta.address],
  ]);
  return noSoonerThan(mailingMilliseconds, () => perform({ email }));
});

const setPassword = operation({
  name: 'resetPassword',
  kind: 'write',
  input: z.strictObject({ token: z.string(), passwordHash: z.string() }),
  access: { action: 'account.recover', subject: nothing },
  async run({ input, tx, services, now, note, emit }) {
    const userId = await useToken(tx, services.secrets, now, 'reset-password', input.token);
    if (!userId) throw badLink('error.reset.linkExpired');
    const person = await store.getCredentialsForChange(tx, userId);
    if (person.status !== 'active' && person.status !== 'invited') throw badLink('error.reset.linkExpired');
    await tx
      .updateTable('users')
      .set({
        password_hash: input.passwordHash,
        password_changed_at: now,
        legacy_reset: false,
        // The link came by mail: whoever follows it has shown that the address is theirs.
        email_verified_at: person.email_verified_at ?? now,
        status: 'active',
        ...(person.status === 'invited' && { invite_accepted_date: now }),
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
    await endAllSessions(tx, userId);
    // A first step that was passed with the old password ends with it; the second step stays as it is.
    await voidChallenges(tx, userId);
    await forgetAttempts(tx, services.secrets, ['sign-in:account', person.email]);
    emit('account.password-changed', { user_id: userId });
    note({}, userId);
    return true;
  },
});

/** Sets a new password by a mailed link and ends every session of the account. */
export const resetPassword = prepared(setPassword, async ({ services, meta }, raw, perform) => {
  const { token, password } = readSent(resetRequest(isCommonPassword), raw, ['token', 'password']);
  const tries = await admit(services, [['token:address', meta.address]]);
  if (!(await findTokenUser(services, 'reset-password', token))) throw badLink('error.reset.linkExpired');
  const done = await perform({ token, passwordHash: await hashPassword(password) });
  await tries.withdraw();
  return done;
});

const openInvitation = operation({
  name: 'readSignupToken',
  kind: 'read',
  input: z.strictObject({ token: z.string() }),
  access: { action: 'account.readSession', subject: nothing },
  async run({ input, services, now }) {
    const invitation = readSignupToken(services.secrets, now, 'signup-token', input.token);
    if (!invitation?.email) throw badLink('error.signup.tokenBad');
    return { email: normaliseEmail(invitation.email) };
  },
});

/** The address in a mailed invitation, to fill in and lock at sign-up (SIGNUP-05 to 07). */
export const readSignupTokenEmail = prepared(openInvitation, async ({ services, meta }, raw, perform) => {
  const tries = await admit(services, [['token:address', meta.address]]);
  const invitation = await perform({ token: sentText(raw, 'token') });
  await tries.withdraw();
  return invitation;
});
