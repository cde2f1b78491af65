import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { changePasswordRequest } from '../../../../domain/inputs/sign-in/change-password.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { passwordAgain } from '../../../pipeline/passwords/confirm.ts';
import { mailedChange } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { hashPassword, isCommonPassword } from '../../../pipeline/passwords/passwords.ts';
import type { Refused } from '../../../pipeline/refused.ts';
import { account, ownAccount } from '../../../pipeline/subjects.ts';
import { voidChallenges } from '../../second-step/api.ts';
import { endAllSessions, rotateSession, type StartedSession } from '../../sessions/api.ts';
import { voidTokens } from '../api.ts';
import { getCredentialsForChange } from '../credentials.ts';

/**
 * Changes the caller's own password. Ends every other session of the account, and invalidates links for a new
 * password and first steps that were passed with the old one. This session continues with a new token.
 * @throws AppError `invalid` at the fields `current` and `password`; `rate-limited`
 */
export const changePassword = operation({
  name: 'changePassword',
  kind: 'write',
  input: formInput(changePasswordRequest(isCommonPassword)),
  access: { action: 'account.changePassword', subject: ownAccount },
  confirm: passwordAgain('current'),
  prepare: {
    async run({ input, subject, consume }) {
      await consume(mailedChange(subject.ownerId));
      return hashPassword(input.password);
    },
  },
  async run(work): Promise<Refused | { session: StartedSession | null }> {
    const { subject, confirmed, prepared, tx, now, meta, emit, refuse } = work;
    const userId = subject.ownerId;
    const person = await getCredentialsForChange(tx, userId);
    // The password was checked before this transaction, so it counts only if it has not changed since.
    if (person.password_hash !== confirmed.passwordHash) {
      const fields = [{ field: 'current', message: 'field.password.currentWrong' as const }];
      return refuse(new AppError('invalid', { fields }));
    }
    await tx
      .updateTable('users')
      .set({ password_hash: prepared, password_changed_at: now, updated_at: now })
      .where('id', '=', userId)
      .execute();
    await endAllSessions(tx, userId, meta.sessionId ?? undefined);
    await voidChallenges(tx, userId);
    await voidTokens(tx, now, 'reset-password', userId);
    emit('account.password-changed', { user_id: userId });
    return { session: (meta.sessionId && (await rotateSession(tx, meta.sessionId))) || null };
  },
});

/** Returns when a person last changed the password; null if they never did, and for staff who are in the account. */
export const passwordChangedAt = operation({
  name: 'passwordChangedAt',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.read', subject: ({ id }) => account(id) },
  async run({ subject, actor, tx }): Promise<Date | null> {
    if (actor.kind === 'person' && (actor.actingStaffId !== null || actor.together)) return null;
    const row = await tx
      .selectFrom('users')
      .select('password_changed_at')
      .where('id', '=', subject.ownerId)
      .executeTakeFirst();
    return row?.password_changed_at ?? null;
  },
});
