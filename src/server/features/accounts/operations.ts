import * as z from 'zod/mini';
import { can } from '../../../domain/access.ts';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import { isoOfDate, melbourneDate, normaliseEmail } from '../../../domain/fields.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { forgotForm } from '../../../domain/inputs/forgot.ts';
import { resetRequest } from '../../../domain/inputs/reset.ts';
import { signinForm } from '../../../domain/inputs/signin.ts';
import { accountOwnerOf, signupFileForm, signupFileRequest, signupRequest } from '../../../domain/inputs/signup.ts';
import type { Context } from '../../context.ts';
import { operation, type Work } from '../../operation.ts';
import { readSignupToken } from './invitations.ts';
import { hashPassword, isCommonPassword, needsRehash, verifyPassword } from './passwords.ts';
import { prepared, readSent, sentText } from './prepared.ts';
import { endAllSessions, endSession, startSession, type StartedSession } from './sessions.ts';
import { createAccount, type NewAccount } from './sign-up.ts';
import * as store from './store.ts';
import { admit, forgetAttempts } from './throttle.ts';
import { findTokenUser, issueToken, useToken } from './tokens.ts';

/** Somebody who is now signed in: the cookie's content, and their account. */
export type Entered = { session: StartedSession; user: store.User };

/** A new session in place of the browser's old one, so that no session known before sign-in is worth anything after it. */
async function enter(
  { tx, now, meta }: Pick<Work<unknown, null>, 'tx' | 'now' | 'meta'>,
  person: Pick<store.Credentials, 'id' | 'role'>,
): Promise<Entered> {
  if (meta.sessionId) await endSession(tx, meta.sessionId);
  const session = await startSession(tx, now, person, meta.userAgent);
  await tx
    .updateTable('users')
    .set({ last_login_at: now, last_login_provider: 'password' })
    .where('id', '=', person.id)
    .execute();
  const user = await store.findUser(tx, person.id);
  if (!user) throw new AppError('unauthenticated');
  return { session, user };
}

const badLink = (message: TextKey) => new AppError('invalid', { fields: [{ field: 'token', message }] });

const nobody = () => null;

const sentWithSignup = [
  'email', 'password', 'medicareNumber', 'birthDate', 'gender', 'EUSARead', 'privacyPolicyRead',
  'notOwnerConfirmation', 'type', 'payload', 'token', 'redirect', 'language',
] as const;

const makeAccount = (name: string) =>
  operation({
    name,
    kind: 'write',
    input: z.custom<NewAccount>(),
    access: { action: 'account.signUp', subject: nobody },
    async run(work) {
      const { input, tx, now, note, emit } = work;
      const userId = await createAccount(work, input);
      note({ proven: input.emailProven, for_my_self: input.forMySelf }, userId);
      if (input.emailProven) {
        emit('account.verified', { user_id: userId });
        return enter(work, { id: userId, role: 'user' });
      }
      await issueToken(tx, now, 'verify-email', userId);
      emit('account.signed-up', { user_id: userId });
      return null;
    },
  });

type Enrolment = Pick<NewAccount, 'accountOwner' | 'forMySelf' | 'firstName' | 'lastName' | 'medicareNumber'> & {
  email: string;
  password: string;
  birthDate: string;
  gender: string;
  payload: string;
};

async function enrol(
  { services, meta }: Context,
  raw: unknown,
  values: Enrolment,
  perform: (input: NewAccount) => Promise<Entered | null>,
): Promise<Entered> {
  const { email } = values;
  const now = services.clock();
  await admit(services, [['sign-up:account', email], ['sign-up:address', meta.address]]);
  const refusal = await admit(services, [['sign-up-refused:address', meta.address]]);
  const mailed = readSignupToken(services.secrets, now, 'signup-token', sentText(raw, 'token'));
  const entered = await perform({
    email,
    passwordHash: await hashPassword(values.password),
    firstName: values.firstName,
    lastName: values.lastName,
    accountOwner: values.accountOwner,
    forMySelf: values.forMySelf,
    medicareNumber: values.medicareNumber,
    birthDate: isoOfDate(values.birthDate) ?? '',
    gender: values.gender as NewAccount['gender'],
    language: ({ en: 'en', zh: 'zh' } as const)[sentText(raw, 'language')] ?? meta.language,
    invitation: mailed ?? readSignupToken(services.secrets, now, 'signup-payload', values.payload),
    emailProven: mailed?.email !== undefined && normaliseEmail(mailed.email) === email,
  });
  await refusal.withdraw();
  if (!entered) throw new AppError('verification-required');
  return entered;
}

const signupContext = ({ services }: Context) => ({ today: melbourneDate(services.clock()), isCommon: isCommonPassword });

/**
 * Signs up from the page (API-02). Whoever came by a mailed invitation is signed in at once.
 * @throws AppError `invalid`, `existingUser`, `existingMedicareNumber`; `verification-required` when the account was made and its
 * address must be checked first
 */
export const signUp = prepared(makeAccount('signUp'), (context, raw, perform) => {
  const values = readSent(signupRequest(signupContext(context)), raw, [...sentWithSignup, 'accountOwner']);
  return enrol(context, raw, { ...values, firstName: null, lastName: null }, perform);
});

/** Signs up from the modal, with names and no accountOwner (API-03, CON-27). Refuses as `signUp` does. */
export const signUpWithNames = prepared(makeAccount('signUpWithNames'), (context, raw, perform) => {
  const rules = signupContext(context);
  const owner = ['forMySelf', 'relationWithOwner', 'other_relationWithOwner'];
  const known = [...sentWithSignup, 'firstName', 'lastName', ...owner];
  const sent = readSent(signupFileRequest(rules), raw, known);
  if (sentText(raw, 'forMySelf') === '') return enrol(context, raw, { ...sent, accountOwner: sent.forMySelf ? 'self' : 'other' }, perform);
  const form = readSent(signupFileForm(rules), raw, known);
  const accountOwner = accountOwnerOf({ relationWithOwner: '', other_relationWithOwner: '', ...form });
  return enrol(context, raw, { ...sent, forMySelf: form.forMySelf === 'yes', accountOwner }, perform);
});

type SignInAnswer = { refused: ErrorCode } | Entered;

/** A checked sign-in. Refusals are answers here, so that the trail keeps them; who calls throws them. */
const admitPerson = operation({
  name: 'signIn',
  kind: 'write',
  input: z.custom<{ userId: string | null; checkedHash: string | null; right: boolean; strongerHash: string | null }>(),
  access: { action: 'account.signIn', subject: nobody },
  async run(work): Promise<SignInAnswer> {
    const { input, tx, services, now, note } = work;
    const refuse = (code: ErrorCode): SignInAnswer => {
      note({ refused: code }, input.userId ?? undefined);
      return { refused: code };
    };
    if (!input.userId) return refuse('unauthenticated');
    const person = await store.getCredentialsForChange(tx, input.userId);
    if (!store.mayEnter(person)) return refuse('unauthenticated');
    if (person.password_hash === null && person.legacy_reset) return refuse('legacyreset');
    // The password was checked before this transaction: it counts only if it is still the password.
    if (!input.right || person.password_hash !== input.checkedHash) return refuse('unauthenticated');
    await forgetAttempts(tx, services.secrets, ['sign-in:account', person.email]);
    if (!person.email_verified_at) return refuse('requiredEmailConfirmation');
    if (input.strongerHash) await tx.updateTable('users').set({ password_hash: input.strongerHash }).where('id', '=', person.id).execute();
    note({ rehashed: input.strongerHash !== null }, person.id);
    return enter(work, person);
  },
});

/**
 * Signs in with e-mail and password (API-34). An address nobody has, a wrong password and a suspended person look and last alike.
 * @throws AppError `unauthenticated`, `requiredEmailConfirmation`, `legacyreset`, `rate-limited`
 */
export const signIn = prepared(admitPerson, async (context, raw, perform): Promise<Entered> => {
  const { services, meta } = context;
  const { email, password } = readSent(signinForm, raw, ['email', 'password', 'phone', 'type', 'payload', 'redirect']);
  const tries = await admit(services, [['sign-in:account', email], ['sign-in:address', meta.address]]);
  const person = await store.findCredentials(services.db, email, { legacy: 'untilReset' });
  const checkedHash = person?.password_hash ?? null;
  const right = await verifyPassword(checkedHash, password);
  const strongerHash = right && checkedHash && needsRehash(checkedHash) ? await hashPassword(password) : null;
  const answer = await perform({ userId: person?.id ?? null, checkedHash, right, strongerHash });
  if (!('refused' in answer)) {
    await tries.withdraw();
    return answer;
  }
  if (answer.refused === 'requiredEmailConfirmation') await tries.withdraw();
  throw new AppError(answer.refused);
});

const endOwnSession = operation({
  name: 'signOut',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.signOut', subject: (_, { actor }) => (actor.kind === 'person' ? { ownerId: actor.userId } : null) },
  async run({ tx, meta }) {
    if (meta.sessionId) await endSession(tx, meta.sessionId);
    return true;
  },
});

/** Ends the session of this browser. Without one there is nothing to do, and that is fine. */
export const signOut = prepared(endOwnSession, async ({ meta }, _, perform) => (meta.sessionId ? perform({}) : true));

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
      await tx.updateTable('users').set({ email_verified_at: now, updated_at: now }).where('id', '=', userId).execute();
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
    emit('account.verification-requested', { user_id: person.id });
    note({}, person.id);
    return true;
  },
});

/** Sends the link to check an address again, at most once a minute. The answer does not tell whether the address is known. */
export const resendVerification = prepared(sendVerification, async ({ services, meta }, raw, perform) => {
  const { email } = readSent(forgotForm, raw, ['email']);
  await admit(services, [['resend:account', email], ['resend:address', meta.address]]);
  return perform({ email });
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
    emit('account.reset-requested', { user_id: person.id });
    note({}, person.id);
    return true;
  },
});

/** Sends a link to a new password, if the address has an account. The answer is the same if it has none (D-11, GAP-13). */
export const initiateForgotPassword = prepared(sendReset, async ({ services, meta }, raw, perform) => {
  const { email } = readSent(forgotForm, raw, ['email']);
  await admit(services, [['forgot:account', email], ['forgot:address', meta.address]]);
  return perform({ email });
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
