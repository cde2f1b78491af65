import { AppError } from '../../../domain/errors.ts';
import type { Services } from '../context.ts';
import { consume, forgetAttempts } from '../limits/limit.ts';
import { verifyPassword } from './passwords.ts';
import type { Asked } from '../work.ts';

type CheckServices = Pick<Services, 'db' | 'clock' | 'secrets'>;

/**
 * Checks the password of a signed-in person. Returns the matching hash, so that a change can check that it is still the password;
 * null for a wrong password. Wrong passwords are counted and slowed. It hashes, so it must not run inside a transaction.
 * @throws AppError `rate-limited` after too many wrong ones; `unavailable` when too many hashes are waiting
 */
export async function checkPassword(
  services: CheckServices,
  userId: string,
  password: string,
): Promise<string | null> {
  const counted = ['reauthenticate:account', userId] as const;
  await consume(services, [counted]);
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

/**
 * `passwordHash` is the hash that the password matched: it is valid only if it is still the person's hash when the change is
 * made.
 */
export type ConfirmedPassword = { passwordHash: string };

type AskedAgain<Field extends string> = Asked<Record<Field, string>, { ownerId: string }>;

/**
 * Returns the `confirm` phase of an operation on the user's own account that requires the password again (ASVS 7.5). The password
 * is in the input under `field`.
 * @throws AppError `invalid` at the field, `rate-limited`
 */
export function passwordAgain(
  field: 'password',
): (asked: AskedAgain<'password'>) => Promise<ConfirmedPassword>;
export function passwordAgain(field: 'current'): (asked: AskedAgain<'current'>) => Promise<ConfirmedPassword>;
// Overloads, because a generic call in an operation's definition would prevent its other types from being inferred.
export function passwordAgain<Field extends 'password' | 'current'>(field: Field) {
  return async ({ input, subject, services }: AskedAgain<Field>): Promise<ConfirmedPassword> => {
    const passwordHash = await checkPassword(services, subject.ownerId, input[field]);
    if (passwordHash !== null) return { passwordHash };
    throw new AppError('invalid', { fields: [{ field, message: 'field.password.currentWrong' }] });
  };
}
