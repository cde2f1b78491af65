import { AppError } from '../../../../domain/errors.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { forgotForm } from '../../../../domain/inputs/sign-in/forgot.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { resetRequest } from '../../../../domain/inputs/sign-in/reset.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { forgetAttempts } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { hashPassword, isCommonPassword } from '../../../pipeline/passwords/passwords.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { voidChallenges } from '../../second-step/api.ts';
import { endAllSessions } from '../../sessions/api.ts';
import { findToken, issueToken, useToken } from '../api.ts';
import * as store from '../credentials.ts';
import { becomeCustomer } from '../verifying/verify-operations.ts';
import { hasGuestFile } from '../../files/api.ts';
import { findWaitingMedicare, keepWaitingMedicare } from '../verifying/waiting-medicare.ts';

const badLink = (message: TextKey) => new AppError('invalid', { fields: [{ field: 'token', message }] });

/** Minimum duration of a request for a mail, in milliseconds: longer than the work for a known address (security 12). */
const mailingMilliseconds = 150;

/** Sends the link to check an address again, at most once a minute. The response does not reveal whether the address is known. */
export const resendVerification = operation({
  name: 'resendVerification',
  kind: 'write',
  input: formInput(forgotForm),
  access: { action: 'account.verifyEmail', subject: nothing },
  limit: ({ input, meta }) => [
    { counted: ['resend:account', input.email], counts: 'always' },
    { counted: ['resend:address', meta.address], counts: 'always' },
  ],
  minimumDuration: mailingMilliseconds,
  async run({ input, tx, services, now, auditDetails, emit }) {
    const person = await store.findCredentials(tx, input.email, { legacy: 'untilReset' });
    if (person?.status !== 'active' || person.email_verified_at) return true;
    const number = await findWaitingMedicare(tx, services, person.id);
    const tokenId = await issueToken(tx, now, 'verify-email', person.id);
    if (number !== null) await keepWaitingMedicare(tx, services, { userId: person.id, tokenId, number });
    const with_file = await hasGuestFile(tx, person.id, now);
    emit('account.verification-wanted', { user_id: person.id, ...(with_file && { with_file }) });
    auditDetails({}, person.id);
    return true;
  },
});

/** Sends a link to a new password, if the address has an account. The response is the same if it has none (D-11, GAP-13). */
export const initiateForgotPassword = operation({
  name: 'initiateForgotPassword',
  kind: 'write',
  input: formInput(forgotForm),
  access: { action: 'account.recover', subject: nothing },
  limit: ({ input, meta }) => [
    { counted: ['forgot:account', input.email], counts: 'always' },
    { counted: ['forgot:address', meta.address], counts: 'always' },
  ],
  minimumDuration: mailingMilliseconds,
  async run({ input, tx, now, auditDetails, emit }) {
    const person = await store.findCredentials(tx, input.email, { legacy: 'always' });
    const invited = person?.status === 'invited' && person.role === 'user';
    if (!person || !(store.mayEnter(person) || invited)) return true;
    // Staff of external providers sign in at their organisation, and have no password here (PROV-34, D-50).
    if (person.login_provider === 'external') {
      emit('account.organisation-link-wanted', { user_id: person.id });
      auditDetails({}, person.id);
      return true;
    }
    await issueToken(tx, now, 'reset-password', person.id);
    emit('account.reset-wanted', { user_id: person.id });
    auditDetails({}, person.id);
    return true;
  },
});

/**
 * Sets a new password by a mailed link and ends every session of the account.
 * @throws AppError `invalid` at the fields `token` and `password`; `rate-limited`
 */
export const resetPassword = operation({
  name: 'resetPassword',
  kind: 'write',
  input: formInput(resetRequest(isCommonPassword)),
  access: { action: 'account.recover', subject: nothing },
  limit: ({ meta }) => [{ counted: ['token:address', meta.address], counts: 'unless-success' }],
  prepare: {
    async run({ input, services }) {
      const { db, secrets } = services;
      if (!(await findToken(db, secrets, services.clock(), 'reset-password', input.token)))
        throw badLink('error.reset.linkExpired');
      return { passwordHash: await hashPassword(input.password) };
    },
  },
  async run(work) {
    const { input, prepared, tx, services, now, auditDetails, emit } = work;
    const userId = (await useToken(tx, services.secrets, now, 'reset-password', input.token))?.userId;
    if (!userId) throw badLink('error.reset.linkExpired');
    const person = await store.getCredentialsForChange(tx, userId);
    if (person.status !== 'active' && person.status !== 'invited') throw badLink('error.reset.linkExpired');
    // Opening the link proves that the sign-up's address is theirs.
    if (person.status === 'active' && person.password_hash !== null && person.email_verified_at === null)
      await becomeCustomer(work, person);
    await tx
      .updateTable('users')
      .set({
        password_hash: prepared.passwordHash,
        password_changed_at: now,
        legacy_reset: false,
        // The link came by mail, so opening it proves that the address is theirs.
        email_verified_at: person.email_verified_at ?? now,
        status: 'active',
        ...(person.status === 'invited' && { invite_accepted_date: now, invitation_id: null }),
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
    if (person.status === 'invited' && person.role === 'user') {
      await recordActivity(tx, { template: 'accountOpened', userId, actorId: userId, at: now }, {});
      emit('account.signed-up', { user_id: userId });
    }
    await endAllSessions(tx, userId);
    // A first step that was passed with the old password becomes invalid; the second step stays unchanged.
    await voidChallenges(tx, userId);
    await forgetAttempts(tx, services.secrets, ['sign-in:account', person.email]);
    emit('account.password-changed', { user_id: userId });
    auditDetails({}, userId);
    return true;
  },
});
