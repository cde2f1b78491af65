import * as z from 'zod/mini';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { forgotForm } from '../../../domain/inputs/forgot.ts';
import { resetRequest } from '../../../domain/inputs/reset.ts';
import { signinForm } from '../../../domain/inputs/signin.ts';
import { noSoonerThan } from '../../pipeline/minimum-duration.ts';
import { operation } from '../../pipeline/operation.ts';
import { admitSending, sendCode } from '../second-step/code-messages.ts';
import { enter, type Entered } from './enter.ts';
import { readSignupToken } from '../sign-up/invitations.ts';
import { hashPassword, isCommonPassword, needsRehash, verifyPassword } from './passwords.ts';
import { prepared, readSent, sentText } from '../../pipeline/prepared.ts';
import { voidChallenges } from '../second-step/challenges.ts';
import { askSecondStep, type AskedSecondStep } from './second-step-operation.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import * as store from './credentials.ts';
import { admit, forgetAttempts } from '../../pipeline/limit.ts';
import { findTokenUser, issueToken, useToken } from './tokens.ts';
import { leaveSession } from '../impersonation/visits.ts';
import { isToBeTold } from './failed-attempts.ts';

const badLink = (message: TextKey) => new AppError('invalid', { fields: [{ field: 'token', message }] });

const nobody = () => null;

/** How long asking for a mail takes at least: longer than the work for an address that is known (security 12). */
const mailingMilliseconds = 150;

type SignInAnswer = { refused: ErrorCode } | Entered | AskedSecondStep;

/** A checked sign-in. Refusals are answers here, so that the trail keeps them; who calls throws them. */
const admitPerson = operation({
  name: 'signIn',
  kind: 'write',
  input: z.custom<{
    userId: string | null;
    checkedHash: string | null;
    right: boolean;
    strongerHash: string | null;
    phone: string;
  }>(),
  access: { action: 'account.signIn', subject: nobody },
  async run(work): Promise<SignInAnswer> {
    const { input, tx, services, now, note, emit } = work;
    const refuse = (code: ErrorCode): SignInAnswer => {
      note({ refused: code }, input.userId ?? undefined);
      return { refused: code };
    };
    if (!input.userId) return refuse('unauthenticated');
    const person = await store.getCredentialsForChange(tx, input.userId);
    if (!store.mayEnter(person)) return refuse('unauthenticated');
    if (person.password_hash === null && person.legacy_reset) return refuse('legacyreset');
    // The password was checked before this transaction: it counts only if it is still the password.
    if (!input.right || person.password_hash !== input.checkedHash) {
      if (await isToBeTold(tx, services.secrets, now, person))
        emit('account.wrong-tries', { user_id: person.id });
      return refuse('unauthenticated');
    }
    await forgetAttempts(tx, services.secrets, ['sign-in:account', person.email]);
    if (!person.email_verified_at) return refuse('requiredEmailConfirmation');
    if (input.strongerHash)
      await tx
        .updateTable('users')
        .set({ password_hash: input.strongerHash })
        .where('id', '=', person.id)
        .execute();
    note({ rehashed: input.strongerHash !== null, second_step: person.second_step_on }, person.id);
    if (person.second_step_on)
      return askSecondStep(work, { userId: person.id, phone: input.phone, purpose: 'sign-in' });
    return enter(work, person);
  },
});

/**
 * Signs in with e-mail and password (API-34). An address nobody has, a wrong password and a suspended person look and last alike.
 * Where the second step is on, a right password lets nobody in: it gives what is still to be shown, and with `phone` it sends a
 * code there.
 * @throws AppError `unauthenticated`, `requiredEmailConfirmation`, `legacyreset`, `rate-limited`
 */
export const signIn = prepared(
  admitPerson,
  async (context, raw, perform): Promise<Entered | AskedSecondStep> => {
    const { services, meta } = context;
    const { email, password, phone } = readSent(signinForm, raw, [
      'email',
      'password',
      'phone',
      'type',
      'payload',
      'redirect',
    ]);
    const tries = await admit(services, [
      ['sign-in:account', email],
      ['sign-in:address', meta.address],
    ]);
    const person = await store.findCredentials(services.db, email, { legacy: 'untilReset' });
    const checkedHash = person?.password_hash ?? null;
    const right = await verifyPassword(checkedHash, password);
    const strongerHash =
      right && checkedHash && needsRehash(checkedHash) ? await hashPassword(password) : null;
    if (right && person?.second_step_on && phone !== '') {
      const sending = { userId: person.id, address: meta.address };
      await admitSending(services, sending).catch(async (error: unknown) => {
        await tries.withdraw();
        throw error;
      });
    }
    const userId = person?.id ?? null;
    const answer = await perform({ userId, checkedHash, right, strongerHash, phone });
    if (!('refused' in answer)) {
      await tries.withdraw();
      if ('asked' in answer && answer.message) await sendCode(services, answer.message);
      return answer;
    }
    if (answer.refused === 'requiredEmailConfirmation') await tries.withdraw();
    throw new AppError(answer.refused);
  },
);

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
  access: { action: 'account.verifyEmail', subject: nobody },
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
  access: { action: 'account.verifyEmail', subject: nobody },
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
  access: { action: 'account.recover', subject: nobody },
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
  access: { action: 'account.recover', subject: nobody },
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
  access: { action: 'account.readSession', subject: nobody },
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
