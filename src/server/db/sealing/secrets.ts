import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../connection/connect.ts';
import { place } from './sealed-columns.ts';
import type { Keyring } from './seal.ts';

/** Keys for one purpose each, derived from the product's root key, so that no signature is valid for a second purpose. */
export type Secrets = {
  /** Returns the keyed hash (HMAC-SHA-256) of a text for one purpose. 32 bytes. */
  sign(purpose: Purpose, text: string): Buffer;
  /** Compares in constant time. A signature that could not be read (null) is invalid. */
  verify(purpose: Purpose, text: string, signature: Buffer | null): boolean;
};

export type Purpose =
  | 'audit'
  | 'audit-extract'
  | 'one-time:verify-email'
  | 'one-time:reset-password'
  | 'one-time:join-organisation'
  | 'organisation-verifier'
  | 'organisation-nonce'
  | 'signup-token'
  | 'signup-payload'
  | 'staff-token'
  | 'signed-up-here'
  | 'emergency-cookie'
  | 'late-openings'
  | 'contact-request'
  | 'contact-view'
  | 'contact-cookie'
  | 'attempts'
  | 'session'
  | 'second-step-code'
  | 'recovery-code'
  | 'file-link'
  | 'health-link-ticket'
  | 'clinical-page'
  | 'clinical-webhook';

/**
 * Derives the keys.
 * @param rootKey at least 32 random bytes. It must be kept as long as the data: the audit chain and open links depend on it.
 */
export function createSecrets(rootKey: Buffer): Secrets {
  const keys = new Map<Purpose, Buffer>();
  const keyOf = (purpose: Purpose) => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', rootKey, 'wattle', purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  };
  const sign = (purpose: Purpose, text: string) =>
    createHmac('sha256', keyOf(purpose)).update(text, 'utf8').digest();
  return {
    sign,
    verify(purpose, text, signature) {
      if (signature === null) return false;
      const right = sign(purpose, text);
      return right.length === signature.length && timingSafeEqual(right, signature);
    },
  };
}

const rootPlace = place('install_secrets', 'value_sealed', 'root');

/** Returns the root key of this installation: created once, stored sealed in the database, the same for every server process. */
export async function findOrMakeRootKey(db: Database, keyring: Keyring): Promise<Buffer> {
  const find = () =>
    db.selectFrom('install_secrets').select('value_sealed').where('name', '=', rootPlace.row);
  let row = await find().executeTakeFirst();
  if (!row) {
    const made = keyring.seal(rootPlace, randomBytes(32).toString('base64'));
    await db
      .insertInto('install_secrets')
      .values({ name: rootPlace.row, value_sealed: made })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find().executeTakeFirstOrThrow();
  }
  return Buffer.from(keyring.open(rootPlace, row.value_sealed), 'base64');
}
