import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { changePasswordRequest } from '../../../domain/inputs/change-password.ts';
import type { Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { personIn } from '../../pipeline/password-again.ts';
import { prepared, readSent } from '../../pipeline/prepared.ts';
import { checkPassword } from '../../pipeline/reauthenticate.ts';
import { voidChallenges } from '../second-step/challenges.ts';
import { endAllSessions, rotateSession, type StartedSession } from '../sessions/sessions.ts';
import { getCredentialsForChange } from './credentials.ts';
import { voidTokens } from './tokens.ts';

const wrongPassword = () =>
  new AppError('invalid', { fields: [{ field: 'current', message: 'field.password.currentWrong' }] });

/** `checkedHash` is what the password of now was compared with; null when it was another one. */
type Change = { checkedHash: string | null; passwordHash: string };

/** A checked change. A wrong password is an answer here, so that the trail keeps it; who calls throws it. */
const replacePassword = operation({
  name: 'changePassword',
  kind: 'write',
  input: z.custom<Change>(),
  access: {
    action: 'account.changePassword',
    subject: (_, { actor }) => (actor.kind === 'person' ? { ownerId: actor.userId } : null),
  },
  async run({
    input,
    subject,
    tx,
    now,
    meta,
    note,
    emit,
  }): Promise<{ session: StartedSession | null } | 'wrong'> {
    if (!subject) throw new AppError('unauthenticated');
    const userId = subject.ownerId;
    const person = await getCredentialsForChange(tx, userId);
    // The password was checked before this transaction: it counts only if it is still the password.
    if (input.checkedHash === null || person.password_hash !== input.checkedHash) {
      note({ refused: 'invalid' });
      return 'wrong';
    }
    await tx
      .updateTable('users')
      .set({ password_hash: input.passwordHash, password_changed_at: now, updated_at: now })
      .where('id', '=', userId)
      .execute();
    await endAllSessions(tx, userId, meta.sessionId ?? undefined);
    await voidChallenges(tx, userId);
    await voidTokens(tx, now, 'reset-password', userId);
    emit('account.password-changed', { user_id: userId });
    return { session: (meta.sessionId && (await rotateSession(tx, meta.sessionId))) || null };
  },
});

/**
 * Changes one's own password. Every other session of the account ends, and what was begun with the old password: links to a new
 * one, and first steps that wait for their second. This session goes on with a new token.
 * @throws AppError `invalid` at the fields `current` and `password`; `rate-limited`
 */
export const changePassword = prepared(replacePassword, async (context, raw, perform) => {
  const { services } = context;
  const userId = personIn(context, replacePassword);
  const { current, password } = readSent(changePasswordRequest(isCommonPassword), raw, [
    'current',
    'password',
  ]);
  const checkedHash = await checkPassword(services, userId, current);
  const passwordHash = checkedHash ? await hashPassword(password) : '';
  const answer = await perform({ checkedHash, passwordHash });
  if (answer === 'wrong') throw wrongPassword();
  return answer;
});

/** When a person last changed the password; null for one who never did. */
export async function findPasswordDate(tx: Tx, userId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('users')
    .select('password_changed_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_changed_at ?? null;
}
