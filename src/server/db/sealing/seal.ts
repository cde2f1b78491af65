import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** One sealing key: a short id that is part of every value it seals, and 32 random bytes. */
export interface SealingKey {
  readonly id: string;
  readonly secret: Buffer;
}

declare const placeMark: unique symbol;

/**
 * The place of a sealed value. A value moved to another table, row or column does not open. Created by `place` of
 * `sealed-columns.ts`, which lists every sealed column, so that none is left out of key rotation.
 */
export interface SealedPlace {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly [placeMark]: true;
}

/** Returns a place in any column, listed or not: for code that re-seals given columns. */
export const anyPlace = (table: string, column: string, row: string): SealedPlace =>
  ({ table, row, column }) as SealedPlace;

/** A column that contains sealed values, as `keys:rotate` needs it. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The column, or columns, whose value is the `row` of the place. Several are joined with `/`. */
  readonly key: string | readonly string[];
  /** A blind index over the same clear text, which is updated with the value. */
  readonly index?: { readonly column: string; readonly purpose: string };
}

/** A sealed value that does not open: changed, moved, or sealed with a key that this process does not have. */
export class SealError extends Error {
  override readonly name = 'SealError';
  /** The id of a key that this process does not have, if that is the reason. */
  readonly missingKey: string | undefined;

  constructor(message: string, missingKey?: string) {
    super(message);
    this.missingKey = missingKey;
  }
}

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Reads "id:base64,id:base64". The first key is the current one. Throws an Error that never contains a secret. */
export function parseKeys(text: string): SealingKey[] {
  const keys = text.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':');
    if (!KEY_ID.test(id))
      throw new Error('each key is written "id:base64", the id of letters, digits, - and _');
    const secret = Buffer.from(encoded, 'base64');
    if (secret.length !== SECRET_BYTES)
      throw new Error(`the key "${id}" is not ${SECRET_BYTES} bytes in base64`);
    return { id, secret };
  });
  if (new Set(keys.map((key) => key.id)).size < keys.length) throw new Error('two keys have the same id');
  return keys;
}

/** Creates a new key in the format of `parseKeys`. The id contains the date, so that the order of keys is visible. */
export function newKey(today: string): string {
  const id = `k${today.replaceAll('-', '')}${randomBytes(2).toString('hex')}`;
  return `${id}:${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Seals, opens and indexes with a set of keys. Created once by `createKeyring`. */
export interface Keyring {
  /**
   * Seals text with the current key: format byte, key id, nonce, cipher text and tag in one value. Long text is deflated first,
   * because sealed bytes cannot be compressed any more, in any table or backup. With `kept`, for values stored
   * permanently, shorter text is deflated too.
   */
  seal(place: SealedPlace, text: string, how?: { kept: boolean }): Buffer;
  /** Opens a value that `seal` made for the same place. @throws SealError */
  open(place: SealedPlace, sealed: Uint8Array): string;
  sealJson(place: SealedPlace, value: unknown, how?: { kept: boolean }): Buffer;
  openJson<T>(place: SealedPlace, sealed: Uint8Array): T;
  /** True if a value was sealed with another key than the current one. */
  needsReseal(sealed: Uint8Array): boolean;
  /** The first bytes of every value of the current key, to find the other values in the database. */
  readonly currentHead: Buffer;
  /** Returns 32 bytes that are equal for equal text and reveal nothing without the key. Made with the current key. */
  blindIndex(purpose: string, text: string): Buffer;
  /** Returns the blind index under every key, the current one first: look up rows by all of them during a rotation. */
  blindIndexes(purpose: string, text: string): Buffer[];
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `wattle ${purpose}`, SECRET_BYTES));
}

/** Returns the id of the key that sealed a value. @throws SealError if the value is not sealed */
export function keyIdOf(sealed: Uint8Array): string {
  const length = sealed[1] ?? 0;
  const id = Buffer.from(sealed.subarray(2, 2 + length)).toString('latin1');
  if (sealed[0] !== FORMAT || !KEY_ID.test(id)) throw new SealError('This is not a sealed value.');
  return id;
}

/**
 * Text lengths, in characters, between which texts are deflated. Shorter texts gain little, and longer ones would block the
 * process.
 */
const packed = { from: 4_096, keptFrom: 512, to: 262_144 } as const;

/** The first byte of deflated text. No text that is sealed unchanged begins with it. */
const PACKED = 0;

/** Returns the bytes to seal. Text that could be mistaken for deflated text is always deflated. */
function pack(text: string, { deflates, kept }: { deflates: boolean; kept: boolean }): Buffer {
  const plain = Buffer.from(text, 'utf8');
  const from = kept ? packed.keptFrom : packed.from;
  const isPacked = plain[0] === PACKED || (deflates && text.length >= from && text.length <= packed.to);
  return isPacked ? Buffer.concat([Buffer.of(PACKED), deflateRawSync(plain)]) : plain;
}

const unpack = (bytes: Buffer): string =>
  (bytes[0] === PACKED ? inflateRawSync(bytes.subarray(1)) : bytes).toString('utf8');

// JSON separates the three names: ("a", "bc") and ("ab", "c") differ.
function associatedData(head: Uint8Array, place: SealedPlace): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([place.table, place.row, place.column]))]);
}

/** Returns a function that makes the blind index of a text under every key. Derives the keys of a purpose once. */
function blindIndexer(keys: readonly SealingKey[]): Keyring['blindIndexes'] {
  const indexSecrets = new Map<string, Buffer[]>();
  return (purpose, text) => {
    const secrets = indexSecrets.get(purpose) ?? keys.map((key) => derive(key.secret, `index ${purpose}`));
    indexSecrets.set(purpose, secrets);
    return secrets.map((secret) => createHmac('sha256', secret).update(text, 'utf8').digest());
  };
}

/**
 * Creates the keyring of D-16: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce, and the place as associated data.
 * Separate keys for sealing and for each index are derived from a key's secret (HKDF, RFC 5869). Without `deflates` long text is
 * sealed unchanged, for servers of earlier releases that run at the same time; deflated text can always be read.
 */
export function createKeyring(keys: readonly SealingKey[], { deflates = true } = {}): Keyring {
  const current = keys[0];
  if (!current) throw new Error('A keyring needs at least one key.');
  const sealingSecrets = new Map(keys.map((key) => [key.id, derive(key.secret, 'seal')]));
  const currentSecret = derive(current.secret, 'seal');
  const head = Buffer.concat([Buffer.from([FORMAT, current.id.length]), Buffer.from(current.id, 'latin1')]);
  const indexes = blindIndexer(keys);

  function seal(place: SealedPlace, text: string, how?: { kept: boolean }): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', currentSecret, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(head, place));
    return Buffer.concat([
      head,
      nonce,
      cipher.update(pack(text, { deflates, kept: how?.kept ?? false })),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  function open(place: SealedPlace, sealed: Uint8Array): string {
    const id = keyIdOf(sealed);
    const secret = sealingSecrets.get(id);
    if (!secret)
      throw new SealError(`A value was sealed with the key "${id}", which WATTLE_KEYS does not hold.`, id);
    const nonceAt = 2 + id.length;
    const textAt = nonceAt + NONCE_BYTES;
    const tagAt = sealed.length - TAG_BYTES;
    if (tagAt < textAt) throw new SealError('A sealed value was cut short.');
    const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(nonceAt, textAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(associatedData(sealed.subarray(0, nonceAt), place));
    decipher.setAuthTag(sealed.subarray(tagAt));
    try {
      return unpack(Buffer.concat([decipher.update(sealed.subarray(textAt, tagAt)), decipher.final()]));
    } catch {
      throw new SealError(
        `The sealed value in ${place.table}.${place.column} does not open: it was changed or moved, or sealed with another key of the same id.`,
      );
    }
  }

  return {
    seal,
    open,
    sealJson: (place, value, how) => seal(place, JSON.stringify(value), how),
    openJson: <T>(place: SealedPlace, sealed: Uint8Array) => JSON.parse(open(place, sealed)) as T,
    needsReseal: (sealed) => keyIdOf(sealed) !== current.id,
    currentHead: head,
    blindIndex: (purpose, text) => indexes(purpose, text)[0] as Buffer,
    blindIndexes: indexes,
  };
}
