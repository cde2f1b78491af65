import type { Services } from './context.ts';
import { verifyPassword } from '../features/sign-in/passwords.ts';
import { admit, forgetAttempts } from './limit.ts';

type CheckServices = Pick<Services, 'db' | 'clock' | 'secrets'>;

/**
 * Compares a password with that of somebody who is signed in: asked again before what decides who gets in is changed. Gives the
 * hash that it matches, so that the change can see that it is still the password; null for a wrong one. It hashes, so it belongs
 * before a transaction, not into one. Wrong passwords are counted and slowed.
 * @throws AppError `rate-limited` after too many wrong ones; `unavailable` when too many hash
 */
export async function checkPassword(
  services: CheckServices,
  userId: string,
  password: string,
): Promise<string | null> {
  const counted = ['reauthenticate:account', userId] as const;
  await admit(services, [counted]);
  const row = await services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  const hash = row?.password_hash ?? null;
  if (!(await verifyPassword(hash, password))) return null;
  await forgetAttempts(services.db, services.secrets, counted);
  return hash;
}

/** Whether a password is that of somebody who is signed in. Like `checkPassword` in all else. */
export async function reauthenticate(
  services: CheckServices,
  userId: string,
  password: string,
): Promise<boolean> {
  return (await checkPassword(services, userId, password)) !== null;
}
