import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { challengeLife, codeDigits, codeLife } from '../../../domain/accounts/sign-in/second-step.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';

/** Purpose of a challenge. A code is valid for one purpose only. */
export type ChallengePurpose = 'sign-in' | 'add-phone' | 'login-as-customer';

const hashOf = (session: string) => createHash('sha256').update(session, 'utf8').digest();

/** Returns the text that is hashed for a code. It contains the challenge, so that the same digits have another hash in each. */
const boundCode = (challengeId: string, code: string) => `${challengeId}\n${code}`;

/** Whether a code was sent for a challenge. Compares in constant time. */
export const isCodeOf = (secrets: Secrets, challengeId: string, code: string, hash: Buffer): boolean =>
  secrets.verify('second-step-code', boundCode(challengeId, code), hash);

/**
 * An opened challenge. `session` goes to the browser and is stored nowhere else; `code` goes to the telephone, if there is one.
 */
export type OpenedChallenge = { session: string; code: string | null };

/**
 * Opens a challenge for a person who has passed the first step. With a telephone (`factorId`) it has a code, which invalidates
 * every earlier code of this person and purpose: only the last one works.
 */
export async function openChallenge(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  {
    userId,
    purpose,
    factorId = null,
  }: { userId: string; purpose: ChallengePurpose; factorId?: string | null },
): Promise<OpenedChallenge> {
  const id = randomUUID();
  const session = randomBytes(32).toString('base64url');
  const code = factorId === null ? null : String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  if (code !== null)
    await tx
      .deleteFrom('second_step_challenges')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('code_hash', 'is not', null)
      .where('used_at', 'is', null)
      .execute();
  await tx
    .insertInto('second_step_challenges')
    .values({
      id,
      token_hash: hashOf(session),
      user_id: userId,
      purpose,
      factor_id: factorId,
      code_hash: code === null ? null : secrets.sign('second-step-code', boundCode(id, code)),
      code_sent_at: code === null ? null : now,
      code_expires_at: code === null ? null : new Date(now.getTime() + codeLife),
      created_at: now,
      expires_at: new Date(now.getTime() + challengeLife),
    })
    .execute();
  return { session, code };
}

/** Loads a challenge, locked until the transaction ends if `lock` is set. Null for an unknown one. */
export async function findChallenge(tx: Tx, session: string, { lock = false } = {}) {
  if (session === '' || session.length > 100) return null;
  let query = tx
    .selectFrom('second_step_challenges')
    .select(['id', 'user_id', 'purpose', 'factor_id', 'code_hash', 'code_expires_at'])
    .select(['tries', 'used_at', 'expires_at'])
    .where('token_hash', '=', hashOf(session));
  if (lock) query = query.forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}
