import { randomBytes, randomUUID } from 'node:crypto';
import {
  readRecoveryCode,
  recoveryBytes,
  recoveryCodeOf,
  recoveryCount,
} from '../../../domain/accounts/sign-in/second-step.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';

type Keys = Pick<Services, 'keyring'>;

export const factorPlace = (id: string) => place('second_factors', 'value_sealed', id);

/** Stores an unconfirmed telephone or app secret, and replaces other unconfirmed ones of its kind. Returns its id. */
export async function addFactor(
  tx: Tx,
  { keyring }: Keys,
  now: Date,
  { userId, kind, value }: { userId: string; kind: 'sms' | 'totp'; value: string },
): Promise<string> {
  await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .execute();
  const id = randomUUID();
  await tx
    .insertInto('second_factors')
    .values({
      id,
      user_id: userId,
      kind,
      value_sealed: keyring.seal(factorPlace(id), value),
      created_at: now,
    })
    .execute();
  return id;
}

/** Returns the hash that is stored for a recovery code. */
export const recoveryHash = (secrets: Secrets, userId: string, code: string) =>
  secrets.sign('recovery-code', `${userId}\n${code}`);

/** Replaces all recovery codes by ten new ones. They are shown once and stored as hashes. */
export async function makeRecoveryCodes(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, () => recoveryCodeOf(randomBytes(recoveryBytes)));
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: recoveryHash(secrets, userId, readRecoveryCode(code) ?? code),
        created_at: now,
      })),
    )
    .execute();
  return codes;
}

/** Deletes all factors of a second step. */
export async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_step_challenges').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Turns the second step on or off for signing in. */
export async function switchSecondStep(tx: Tx, now: Date, userId: string, on: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ second_step_on: on, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
