import { AppError } from '../../../domain/errors.ts';
import type { Work } from '../../work.ts';
import { endSession, startSession, type StartedSession } from './sessions.ts';
import { findUser, type Credentials, type User } from './store.ts';

/** Somebody who is now signed in: the cookie's content, and their account. */
export type Entered = { session: StartedSession; user: User };

/** A new session in place of the browser's old one, so that no session known before sign-in is worth anything after it. */
export async function enter(
  { tx, now, meta }: Pick<Work<unknown, null>, 'tx' | 'now' | 'meta'>,
  person: Pick<Credentials, 'id' | 'role'>,
): Promise<Entered> {
  if (meta.sessionId) await endSession(tx, meta.sessionId);
  const session = await startSession(tx, now, person, meta.userAgent);
  await tx
    .updateTable('users')
    .set({ last_login_at: now, last_login_provider: 'password' })
    .where('id', '=', person.id)
    .execute();
  const user = await findUser(tx, person.id);
  if (!user) throw new AppError('unauthenticated');
  return { session, user };
}
