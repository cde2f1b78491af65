import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { forgotForm } from '../../../domain/inputs/forgot.ts';
import { formInput, text } from '../../../domain/inputs/form.ts';
import { resetRequest } from '../../../domain/inputs/reset.ts';
import { forgetAttempts } from '../../pipeline/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { hashPassword, isCommonPassword } from '../../pipeline/passwords.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { voidChallenges } from '../second-step/api.ts';
import { endAllSessions } from '../sessions/api.ts';
import { findTokenUser, issueToken, useToken } from './api.ts';
import { moveToAddress } from './changed-address.ts';
import * as store from './credentials.ts';

const badLink = (message: TextKey) => new AppError('invalid', { fields: [{ field: 'token', message }] });

/** How long asking for a mail takes at least: longer than the work for an address that is known (security 12). */
const mailingMilliseconds = 150;

/** Marks an address as checked, by the link that was mailed to it (GAP-08). */
export const verifyEmail = operation({
  name: 'verifyEmail',
  kind: 'write',
  input: z.strictObject({ token: text }),
  access: { action: 'account.verifyEmail', subject: nothing },
  limit: ({ meta }) => [{ counted: ['token:address', meta.address], counts: 'unless-success' }],
  async run(work) {
    const { input, tx, services, now, auditDetails, emit } = work;
    const used = await useToken(tx, services.secrets, now, 'verify-email', input.token);
    if (!used) throw badLink('error.verify.linkExpired');
    const { userId, newEmail } = used;
    const person = await store.getCredentialsForChange(tx, userId);
    if (person.status !== 'active') throw badLink('error.verify.linkExpired');
    if (newEmail !== null) {
      await moveToAddress(work, userId, newEmail);
    } else if (!person.email_verified_at) {
      await tx
        .updateTable('users')
        .set({ email_verified_at: now, updated_at: now })
        .where('id', '=', userId)
        .execute();
      emit('account.verified', { user_id: userId });
    }
    auditDetails({}, userId);
    return true;
  },
});

/** Sends the link to check an address again, at most once a minute. The answer does not tell whether the address is known. */
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
  async run({ input, tx, now, auditDetails, emit }) {
    const person = await store.findCredentials(tx, input.email, { legacy: 'untilReset' });
    if (person?.status !== 'active' || person.email_verified_at) return true;
    await issueToken(tx, now, 'verify-email', person.id);
    emit('account.verification-wanted', { user_id: person.id });
    auditDetails({}, person.id);
    return true;
  },
});

/** Sends a link to a new password, if the address has an account. The answer is the same if it has none (D-11, GAP-13). */
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
      if (!(await findTokenUser(services, 'reset-password', input.token)))
        throw badLink('error.reset.linkExpired');
      return { passwordHash: await hashPassword(input.password) };
    },
  },
  async run({ input, prepared, tx, services, now, auditDetails, emit }) {
    const userId = (await useToken(tx, services.secrets, now, 'reset-password', input.token))?.userId;
    if (!userId) throw badLink('error.reset.linkExpired');
    const person = await store.getCredentialsForChange(tx, userId);
    if (person.status !== 'active' && person.status !== 'invited') throw badLink('error.reset.linkExpired');
    await tx
      .updateTable('users')
      .set({
        password_hash: prepared.passwordHash,
        password_changed_at: now,
        legacy_reset: false,
        // The link came by mail: who follows it has shown that the address is theirs.
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
    auditDetails({}, userId);
    return true;
  },
});
