import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { challengeLife, codeDigits, codeLife } from '../../../domain/accounts/second-step.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';

/** What a challenge is for. A code for one is worth nothing for another. */
export type ChallengePurpose = 'sign-in' | 'add-phone' | 'login-as-customer';

const hashOf = (session: string) => createHash('sha256').update(session, 'utf8').digest();

/** What is hashed of a code. It names the challenge: the same digits hash differently in every one. */
const boundCode = (challengeId: string, code: string) => `${challengeId}\n${code}`;

/** Whether a code is the one that was sent for a challenge. Compares in constant time. */
export const isCodeOf = (secrets: Secrets, challengeId: string, code: string, hash: Buffer): boolean =>
  secrets.verify('second-step-code', boundCode(challengeId, code), hash);

/** A challenge that was opened. `session` goes to the browser and is kept nowhere else; `code` to the telephone, if to one. */
export type OpenedChallenge = { session: string; code: string | null };

/**
 * Opens a challenge for a person whose first step is passed. With a telephone (`factorId`) it has a code, which ends every
 * earlier code of this person and purpose: only the last one that was sent works.
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

/** A challenge as it is stored, locked until the transaction ends when `lock` is set. Null for an unknown one. */
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
