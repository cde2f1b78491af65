import { AppError } from '../../../../domain/errors.ts';
import type { Work } from '../../../pipeline/work.ts';
import { sealReceiver } from '../../privacy/api.ts';
import { duplicateIn } from '../../profile/api.ts';
import { voidChallenges } from '../../second-step/api.ts';
import { endAllSessions } from '../../sessions/api.ts';
import { voidTokens } from '../api.ts';

/**
 * Replaces the address by one that was proved by its link; the previous address gets a last mail. Sessions end, and links that
 * were mailed to the old address become invalid.
 * @throws AppError `invalid` at `token` when another account has taken the address in the meantime
 */
export async function moveToAddress(
  {
    tx,
    services,
    now,
    auditDetails,
    emit,
  }: Pick<Work<unknown>, 'tx' | 'services' | 'now' | 'auditDetails' | 'emit'>,
  userId: string,
  email: string,
): Promise<void> {
  const before = await tx
    .selectFrom('users')
    .select(['email', 'language', 'first_name', 'last_name', 'for_my_self'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  try {
    await tx
      .updateTable('users')
      .set({ email, email_verified_at: now, updated_at: now })
      .where('id', '=', userId)
      .execute();
  } catch (error) {
    if (!duplicateIn(error)) throw error;
    throw new AppError('invalid', {
      fields: [{ field: 'token', message: 'error.verify.linkExpired' }],
      cause: error,
    });
  }
  await endAllSessions(tx, userId);
  await voidChallenges(tx, userId);
  await voidTokens(tx, now, 'reset-password', userId);
  auditDetails({ address: 'changed' });
  emit('account.email-changed', { user_id: userId, receiver: sealReceiver(services, { userId, ...before }) });
}
