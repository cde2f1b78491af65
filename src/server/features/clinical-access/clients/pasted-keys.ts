import { createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import {
  readKeyText,
  readPublicKey,
  type KeyProblem,
  type PublicKey,
} from '../../../../domain/clinical/public-keys.ts';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { keyError } from '../../../../domain/inputs/integrations/clinical-client.ts';

/** A public key with the id by which assertions name it. */
export type RegisteredKey = { kid: string; key: PublicKey };

const refuse = (problem: KeyProblem): never => {
  refuseInvalid(keyError(problem));
  throw new Error('A problem of a key is always refused.');
};

/** Returns the public key of a PEM text. */
function keyOfPem(pem: string): PublicKey | KeyProblem {
  try {
    return readPublicKey({ ...createPublicKey(pem).export({ format: 'jwk' }) });
  } catch {
    return 'unreadable';
  }
}

/** Whether a key can be used: the point of an elliptic curve may not be on it. */
function isUsable(key: PublicKey): boolean {
  try {
    createPublicKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads pasted public keys. A key without an id gets its thumbprint (RFC 7638) as id.
 * @throws AppError `invalid` at `keys` for a text that is not taken, such as a private key
 */
export async function readPastedKeys(text: string): Promise<readonly RegisteredKey[]> {
  const read = readKeyText(text);
  if ('problem' in read) return refuse(read.problem);
  const pemKey = 'pem' in read ? keyOfPem(read.pem) : null;
  if (typeof pemKey === 'string') return refuse(pemKey);
  const named = 'keys' in read ? read.keys : pemKey ? [{ kid: null, key: pemKey }] : [];
  if (!named.every(({ key }) => isUsable(key))) return refuse('unreadable');
  const keys = await Promise.all(
    named.map(async ({ kid, key }) => ({ kid: kid ?? (await calculateJwkThumbprint(key)), key })),
  );
  return new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : refuse('twice');
}
