import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../../domain/errors.ts';
import { text } from '../../../../domain/inputs/form.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { verifyPassword } from '../../../pipeline/passwords/passwords.ts';
import type { Refused } from '../../../pipeline/refused.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { Work } from '../../../pipeline/work.ts';
import { activateGuestFile, hasGuestFile } from '../../files/api.ts';
import { removeAccount } from '../../privacy/api.ts';
import { findSpentToken, findToken, startSignedInSession, useToken, type SignedIn } from '../api.ts';
import { moveToAddress } from './changed-address.ts';
import * as store from '../credentials.ts';
import { isSignUpBrowser } from './sign-up-browser.ts';
import { findStaleSignUps } from './stale-sign-ups.ts';
import { takeWaitingMedicare } from './waiting-medicare.ts';

const invalidAt = (problem: FieldError) => new AppError('invalid', { fields: [problem] });
const badLink = () => invalidAt({ field: 'token', message: 'error.verify.linkExpired' });

const doneBefore = () => invalidAt({ field: 'token', message: 'error.verify.linkDone' });

/** Whether a spent link did its job: its address is checked, and current. */
async function isDone({ input, tx, services }: Pick<Work<{ token: string }>, 'input' | 'tx' | 'services'>) {
  const spent = await findSpentToken(tx, services.secrets, 'verify-email', input.token);
  const person = spent && (await store.findCredentialsById(tx, spent.userId));
  if (!person || person.status !== 'active' || person.email_verified_at === null) return false;
  return spent.newEmail === null || spent.newEmail === person.email;
}

/**
 * The link was opened in another browser than the one that signed up: the page asks whether it was them, and for the password.
 */
export type AskedPassword = { asks: 'password' };

/** A finished sign-up. `withFile`: the person sent a file with it, such as an advance care directive. */
export type FinishedSignUp = SignedIn & { withFile: boolean };

type Becoming = Pick<Work<unknown>, 'tx' | 'services' | 'now' | 'emit'>;

/** Turns a sign-up with a proved address into a customer, who then counts, and notifies staff (D-39). */
export async function becomeCustomer(
  { tx, services, now, emit }: Becoming,
  { id, role }: Pick<store.Credentials, 'id' | 'role'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
  if (role === 'user') {
    await takeWaitingMedicare(tx, services, id);
    await recordActivity(tx, { template: 'accountOpened', userId: id, actorId: id, at: now }, {});
    emit('account.signed-up', { user_id: id });
  }
  emit('account.verified', { user_id: id });
}

const isWaitingSignUp = ({ status, email_verified_at, password_hash }: store.Credentials) =>
  status === 'active' && email_verified_at === null && password_hash !== null;

/**
 * Marks an address as checked by its mailed link (GAP-08), or activates a changed one. In the browser that signed up, the person
 * is signed in; any other browser has to send the chosen password first, so that the owner of an address does not confirm the
 * sign-up of a stranger (D-39). The link stays valid until then.
 * @throws AppError `invalid` at `token` and `password`; `rate-limited`
 */
export const verifyEmail = operation({
  name: 'verifyEmail',
  kind: 'write',
  input: z.strictObject({
    token: text,
    password: z.optional(text),
    /** The mark that `markSignUpBrowser` left in the browser, set by the route. */
    browser: z.optional(text),
  }),
  access: { action: 'account.verifyEmail', subject: nothing },
  limit: ({ meta }) => [{ counted: ['token:address', meta.address], counts: 'unless-success' }],
  prepare: {
    needed: ({ password = '' }): boolean => password !== '',
    async run({ input, services }): Promise<{ hash: string; right: boolean } | undefined> {
      const { db, secrets } = services;
      const link = await findToken(db, secrets, services.clock(), 'verify-email', input.token);
      const person = link && (await store.findCredentialsById(db, link.userId));
      const hash = person?.password_hash ?? null;
      if (hash === null) return undefined;
      return { hash, right: await verifyPassword(hash, input.password ?? '') };
    },
  },
  async run(work): Promise<true | AskedPassword | FinishedSignUp | Refused> {
    const { input, prepared, tx, services, now, auditDetails, refuse } = work;
    const { secrets } = services;
    const link = await findToken(tx, secrets, now, 'verify-email', input.token);
    if (!link) throw (await isDone(work)) ? doneBefore() : badLink();
    const person = await store.getCredentialsForChange(tx, link.userId);
    auditDetails({}, person.id);
    if (person.status !== 'active') throw badLink();
    const waits = link.newEmail === null && isWaitingSignUp(person);
    if (waits && !isSignUpBrowser(secrets, person.email, input.browser ?? '')) {
      if (!input.password) {
        auditDetails({ asked: 'password' });
        return { asks: 'password' };
      }
      if (!prepared?.right || prepared.hash !== person.password_hash)
        return refuse(invalidAt({ field: 'password', message: 'verify.ask.wrongPassword' }));
    }
    if (!(await useToken(tx, secrets, now, 'verify-email', input.token))) throw badLink();
    const withFile = waits && (await hasGuestFile(tx, person.id, now));
    if (link.newEmail !== null) await moveToAddress(work, person.id, link.newEmail);
    else if (person.email_verified_at === null) {
      await becomeCustomer(work, person);
      // Only the person who signed up reaches this, so a file that a stranger sent with another's address stays inactive (D-39).
      if (waits) await activateGuestFile(work, person.id);
    }
    return waits && !person.second_step_on
      ? { ...(await startSignedInSession(work, person)), withFile }
      : true;
  },
});

/**
 * Removes a sign-up; an invited account that a provider had created is restored to the state of its invitation. Returns true when
 * it is gone.
 */
async function withdrawSignUp(
  tx: Tx,
  { id, email }: Pick<store.Credentials, 'id' | 'email'>,
  now: Date,
): Promise<boolean> {
  const { invite_accepted_date } = await tx
    .selectFrom('users')
    .select('invite_accepted_date')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (invite_accepted_date === null) await removeAccount(tx, { userId: id, email });
  else
    await tx
      .updateTable('users')
      .set({ status: 'invited', password_hash: null, invite_accepted_date: null, updated_at: now })
      .where('id', '=', id)
      .execute();
  return invite_accepted_date === null;
}

/**
 * Removes a sign-up that the owner of the address did not make: "it was not me" (D-39). An account that a provider had created is
 * restored to the state of its invitation. Accounts with a checked address are never removed by a link.
 * @throws AppError `invalid` at `token`; `rate-limited`
 */
export const disownSignUp = operation({
  name: 'disownSignUp',
  kind: 'write',
  input: z.strictObject({ token: text }),
  access: { action: 'account.verifyEmail', subject: nothing },
  limit: ({ meta }) => [{ counted: ['token:address', meta.address], counts: 'unless-success' }],
  async run({ input, tx, services, now, auditDetails }) {
    const used = await useToken(tx, services.secrets, now, 'verify-email', input.token);
    const person = used && (await store.getCredentialsForChange(tx, used.userId));
    if (!used || !person || used.newEmail !== null || person.role !== 'user' || !isWaitingSignUp(person))
      throw badLink();
    auditDetails({ removed: await withdrawSignUp(tx, person, now) }, person.id);
    return true;
  },
});

/**
 * Removes a sign-up whose address was not checked in time. Returns false when it was checked meanwhile, or another process was
 * faster.
 */
export const removeStaleSignUp = operation({
  name: 'removeStaleSignUp',
  kind: 'write',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, auditDetails }) {
    const [stale] = await findStaleSignUps(tx, now, { id: input.user_id });
    const person = stale === undefined ? null : await store.findCredentialsForChange(tx, stale);
    if (!person || !isWaitingSignUp(person)) return false;
    auditDetails({ removed: await withdrawSignUp(tx, person, now) }, person.id);
    return true;
  },
});
