import { readFileSync } from 'node:fs';
import { passwordMax } from '../../../domain/accounts/sign-in/new-password.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { concurrencyLimit } from '../limits/concurrency-limit.ts';
import { inPasswordThread } from './password-threads.ts';

/** Argon2id with 19 MiB and two passes (D-10; OWASP Password Storage Cheat Sheet). 2 is the number of argon2id. */
const parameters = { algorithm: 2 as number, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Hash to compare with if there is no account: the same work as a real one, and no known password matches it. */
const decoyHash =
  `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}` +
  `$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const limited = concurrencyLimit({ atOnce: 2, waitingAtMost: 100 });

/**
 * Returns the argon2id hash of a password with its salt and parameters, as one string.
 * @throws AppError `unavailable` when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  assertOutsideTransaction('Hashing a password');
  return limited(async () => String(await inPasswordThread({ password, parameters })));
}

/**
 * True if the password matches the hash. Takes the same time without a hash, and then returns false.
 * @throws AppError `unavailable` when too many wait
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  assertOutsideTransaction('Checking a password');
  const possible = passwordHash !== null && password.length <= passwordMax;
  const compared = { passwordHash: possible ? passwordHash : decoyHash, password: possible ? password : '' };
  const isRight = await limited(() => inPasswordThread(compared));
  return possible && isRight === true;
}

/** True if a hash was made with weaker or other parameters than the current ones. */
export function needsRehash(passwordHash: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash);
  if (!match) return true;
  const [memory, passes] = [Number(match[1]), Number(match[2])];
  return memory < parameters.memoryCost || passes < parameters.timeCost;
}

/** Returns the passwords of a list: one a line; empty lines and comments, which begin with `# `, are skipped. */
export function passwordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('# ')));
}

let common: ReadonlySet<string> | undefined;

/** True if a password is in the list of common ones, whatever its capitals (D-10). */
export function isCommonPassword(password: string): boolean {
  const file = new URL('../../../../documents/common-passwords.txt', import.meta.url);
  common ??= passwordsOf(readFileSync(file, 'utf8'));
  return common.has(password.toLowerCase());
}
