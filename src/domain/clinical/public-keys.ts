/** The members of a public key that are stored and used: RSA, or the curve P-384. */
export type PublicKey =
  | { kty: 'RSA'; n: string; e: string }
  | { kty: 'EC'; crv: 'P-384'; x: string; y: string };

/** A public key with the id by which assertions name it; null where the text gave none. */
export type NamedKey = { kid: string | null; key: PublicKey };

/** The smallest accepted RSA key, in bits. */
export const minRsaBits = 2_048;

/** The largest accepted RSA key, in bits: a larger one makes each check slow. */
const maxRsaBits = 8_192;

/** Length of 65537, the smallest safe exponent. */
const minExponentBits = 17;

/** Maximum number of keys of a client: more than one, so that a new key can be registered before the old one is removed. */
export const maxKeys = 4;

/** The id of a key: printable characters without blanks. */
export const keyIdPattern = /^[!-~]{1,100}$/;

/** The longest accepted text, in characters. */
export const maxKeyTextLength = 20_000;

/** Why a pasted text is not taken. */
export type KeyProblem = 'empty' | 'private' | 'unreadable' | 'kind' | 'short' | 'kid' | 'tooMany' | 'twice';

/** The keys of a text, the PEM text of one, or the reason why it is not taken. */
export type ReadKeys = { keys: readonly NamedKey[] } | { pem: string } | { problem: KeyProblem };

/** Members of JSON Web Keys that only private or secret keys have. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the length of a number in base64url, in bits; null for another text. */
function bitsOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) return null;
  const digits = [...value].map((letter) => alphabet.indexOf(letter));
  const bits = digits.map((digit) => digit.toString(2).padStart(6, '0')).join('');
  const whole = bits.slice(0, bits.length - (bits.length % 8));
  const first = whole.indexOf('1');
  return first === -1 ? 0 : whole.length - first;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns the public key of a JSON Web Key, or the reason why it is not taken. */
export function readPublicKey(jwk: Json): PublicKey | KeyProblem {
  const { kty, n, e, crv, x, y } = jwk;
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return 'kind';
  if (kty === 'RSA') {
    if (jwk['alg'] !== undefined && jwk['alg'] !== 'RS384') return 'kind';
    const bits = bitsOf(n);
    if (bits === null || typeof n !== 'string' || bitsOf(e) === null || typeof e !== 'string')
      return 'unreadable';
    const exponent = bitsOf(e) ?? 0;
    if (bits > maxRsaBits || exponent < minExponentBits || exponent > 64) return 'kind';
    return bits < minRsaBits ? 'short' : { kty, n, e };
  }
  if (kty !== 'EC' || crv !== 'P-384') return 'kind';
  if (jwk['alg'] !== undefined && jwk['alg'] !== 'ES384') return 'kind';
  if (typeof x !== 'string' || typeof y !== 'string' || x.length !== 64 || y.length !== 64)
    return 'unreadable';
  return bitsOf(x) === null || bitsOf(y) === null ? 'unreadable' : { kty, crv, x, y };
}

/** Reads one key of a set. */
function readNamed(jwk: unknown): NamedKey | KeyProblem {
  if (!isObject(jwk)) return 'unreadable';
  const key = readPublicKey(jwk);
  if (typeof key === 'string') return key;
  const { kid } = jwk;
  if (kid === undefined) return { kid: null, key };
  return typeof kid === 'string' && keyIdPattern.test(kid) ? { kid, key } : 'kid';
}

const hasPrivateMember = (jwk: unknown): boolean =>
  isObject(jwk) && (jwk['kty'] === 'oct' || privateMembers.some((member) => member in jwk));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads pasted public keys: a JSON Web Key Set, one JSON Web Key, or one key as PEM, whose content the server reads. A private key is
 * refused before anything else, so that the page never sends it.
 */
export function readKeyText(text: string): ReadKeys {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  if (/PRIVATE KEY/.test(trimmed)) return { problem: 'private' };
  if (trimmed.length > maxKeyTextLength) return { problem: 'unreadable' };
  if (/^-----BEGIN (?:RSA )?PUBLIC KEY-----[\sA-Za-z0-9+/=]+-----END (?:RSA )?PUBLIC KEY-----$/.test(trimmed))
    return { pem: trimmed };
  const value = parsed(trimmed);
  if (!isObject(value)) return { problem: 'unreadable' };
  const listed = Array.isArray(value['keys']) ? (value['keys'] as unknown[]) : [value];
  if (listed.some(hasPrivateMember)) return { problem: 'private' };
  if (listed.length === 0) return { problem: 'unreadable' };
  if (listed.length > maxKeys) return { problem: 'tooMany' };
  const keys: NamedKey[] = [];
  for (const each of listed) {
    const read = readNamed(each);
    if (typeof read === 'string') return { problem: read };
    keys.push(read);
  }
  const kids = keys.flatMap(({ kid }) => (kid === null ? [] : [kid]));
  return new Set(kids).size === kids.length ? { keys } : { problem: 'twice' };
}
