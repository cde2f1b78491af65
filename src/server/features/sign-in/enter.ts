import { AppError } from '../../../domain/errors.ts';
import type { Work } from '../../pipeline/work.ts';
import { rememberDevice } from '../sessions/devices.ts';
import { startSession, type StartedSession } from '../sessions/sessions.ts';
import { findUser, type Credentials, type User } from './credentials.ts';
import { leaveSession } from '../impersonation/visits.ts';

/** Somebody who is now signed in: the cookie's content, and their account. */
export type Entered = { session: StartedSession; user: User };

/**
 * A new session in place of the browser's old one, so that no session known before sign-in is worth anything after it.
 * A device that the person has not signed in with before is told by mail. `secondStepAt` is when the second step was shown, if it was.
 */
export async function enter(
  work: Pick<Work<unknown, null>, 'tx' | 'now' | 'meta' | 'emit'>,
  person: Pick<Credentials, 'id' | 'role'>,
  secondStepAt: Date | null = null,
): Promise<Entered> {
  const { tx, now, meta, emit } = work;
  if (meta.sessionId) await leaveSession(work, meta.sessionId);
  const session = await startSession(tx, now, person, meta.userAgent, secondStepAt);
  const device = await rememberDevice(tx, now, person.id, meta.userAgent);
  if (device !== null) emit('account.new-device', { user_id: person.id, device, at: now.toISOString() });
  await tx
    .updateTable('users')
    .set({ last_login_at: now, last_login_provider: 'password' })
    .where('id', '=', person.id)
    .execute();
  const user = await findUser(tx, person.id);
  if (!user) throw new AppError('unauthenticated');
  return { session, user };
}
