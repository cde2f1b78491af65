import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { parseKeys } from '../db/sealing/seal.ts';
import { readProxies } from './trusted-proxies.ts';

// Forms of variables. Each message continues after the variable's name and repeats no value.

/** One line of readable text, of any length. */
export const line = z
  .string()
  .trim()
  .min(1)
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), {
    error: 'must be one line without control characters',
  })
  .refine((value) => !value.includes('\uFFFD'), { error: 'must be written in UTF-8' });

const longest = 1_000;

/** One line of readable text. */
export const text = line.max(longest, { error: `must have at most ${longest} characters` });

/** Returns a schema for text that `read` converts to a value. `read` throws an error with the message for an invalid value. */
const readWith = <T>(read: (value: string) => T) =>
  line.transform((value, context): T => {
    try {
      return read(value);
    } catch (error) {
      context.issues.push({ code: 'custom', input: '', message: (error as Error).message });
      return z.NEVER;
    }
  });

const checked = (isRight: (value: string) => boolean, error: string) => line.refine(isRight, { error });

function urlIn(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

const isHost = (name: string) =>
  isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^[a-z0-9]([\w.-]*[a-z0-9])?$/i.test(name);

/** Decodes the percent-encoding of a part of an address; null if it is invalid. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export const port = line
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, {
    error: 'must be a port number from 0 to 65535',
  })
  .transform(Number);

/** A waiting time in seconds, ten minutes at most. */
export const seconds = line
  .refine((value) => /^\d{1,3}$/.test(value) && Number(value) <= 600, {
    error: 'must be a whole number of seconds from 0 to 600',
  })
  .transform(Number);

/** A number of server processes. */
export const processes = line
  .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100, {
    error: 'must be a whole number from 1 to 100',
  })
  .transform(Number);

/** An address to listen on. */
export const host = checked(isHost, 'must be a host name or a network address, without a port');

/** An address and a port of another machine, such as `clamd:3310` or `[2001:db8::7]:3310`. */
export const hostAndPort = line
  .refine(
    (value) => {
      const [, name = '', number = ''] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(value) ?? [];
      return isHost(name) && Number(number) > 0 && Number(number) <= 65_535;
    },
    { error: 'must be a host and a port, such as clamd:3310' },
  )
  .transform((value) => {
    const at = value.lastIndexOf(':');
    return { host: value.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(value.slice(at + 1)) };
  });

/** The name of a bucket (docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html). */
export const bucket = checked(
  (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
  'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
);

/** A region of an object store. */
export const region = checked(
  (value) => /^[a-z0-9-]{2,40}$/.test(value),
  'must be a region such as ap-southeast-2',
);

export const emailAddress = checked(
  (value) => z.email().safeParse(value).success,
  'must be an e-mail address',
);

/** `Name <address>` or a bare address (RFC 5322, 3.4). */
export const sender = checked((value) => {
  const [, quoted, plain, address] = /^(?:"([^"\\]+)"|([^"<>@,;:()\\[\]]*))\s*<([^<>]+)>$/.exec(value) ?? [];
  const isNamed = address !== undefined && (quoted ?? plain ?? '') !== '';
  return z.email().safeParse(isNamed ? address : value).success;
}, 'must be an e-mail address, or a name with one: Name <name@example.org>. A name with other characters than letters is written in quotation marks');

/** A telephone number for people to read; the link that dials it uses only its digits. */
export const phone = checked(
  (value) => /^\+?[\d ()-]+$/.test(value) && /^\d{3,15}$/.test(value.replaceAll(/\D/g, '')),
  'must be a telephone number: 3 to 15 digits, with spaces, +, - or brackets',
);

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** An Australian Business Number with its check digits (abr.business.gov.au). */
export const businessNumber = checked((value) => {
  const digits = value.replaceAll(' ', '');
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = abnWeights.reduce(
    (total, weight, index) => total + weight * (Number(digits[index]) - (index ? 0 : 1)),
    0,
  );
  return sum % 89 === 0;
}, 'must be an Australian Business Number of eleven digits; these do not belong to one');

/** The sender of text messages. */
export const textSender = checked(
  (value) => /^\+[1-9]\d{6,14}$/.test(value) || /^(?=.*[a-z])[a-z\d ]{1,11}$/i.test(value),
  'must be a number such as +61400000000, or a name of at most eleven letters and digits',
);

/** A bearer token that fits in an HTTP header (RFC 6750, 2.1). */
export const bearerToken = checked(
  (value) => /^[\x21-\x7e]+$/.test(value),
  'must be a token of plain letters, digits and signs, without spaces',
);

/** Stripe key of one of these kinds. A secret key in place of the publishable one would be sent to every browser. */
export const stripeKey = (...kinds: readonly ('sk' | 'rk' | 'pk')[]) =>
  checked(
    (value) => kinds.some((kind) => new RegExp(`^${kind}_\\w+$`).test(value)),
    `must begin with ${kinds.map((kind) => `${kind}_`).join(' or ')}`,
  );

/** Tokens in the form of `bearerToken`, separated by commas. */
export const bearerTokens = bearerToken
  .transform((value) => value.split(',').filter(Boolean))
  .refine((tokens) => tokens.length > 0, {
    error: 'must be one token at least, several with commas between',
  });

export const trueOrFalse = z.enum(['true', 'false'], { error: 'must be true or false' });

/** An http(s) address of a page or a service. A user name or password in it would be refused when it is called. */
export const webAddress = checked((value) => {
  const url = urlIn(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}, 'must be an http(s) address without a user name');

/** An http(s) address of only a host and a port. */
export const origin = checked((value) => {
  const url = urlIn(value);
  return (
    url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href && !/[?#]/.test(value)
  );
}, 'must be an http(s) address of a host alone, without a path, a query or a user name');

export const smtpAddress = checked((value) => {
  const url = urlIn(value);
  if (url === null || !/^smtps?:$/.test(url.protocol) || !isHost(url.hostname)) return false;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null || (user === '') !== (password === '')) return false;
  return ['', '/'].includes(url.pathname) && !/[?#]/.test(value);
}, 'must be smtp://user:password@host:port or smtps://, with nothing behind the port; signs such as / and # in a password are written as %2F and %23');

const readableFiles = ['sslrootcert', 'sslcert', 'sslkey'];

function databaseProblem(value: string): string | undefined {
  const url = urlIn(value);
  const name = url && decoded(url.pathname.slice(1));
  if (
    url === null ||
    !/^postgres(ql)?:$/.test(url.protocol) ||
    !name ||
    name.includes('/') ||
    url.hash !== ''
  )
    return 'must be postgres://user:password@host:port/database; signs such as / and # in a password are written as %2F and %23';
  if (url.hostname === '' && !url.searchParams.has('host')) return 'names no host';
  if (decoded(url.username) === null || decoded(url.password) === null)
    return 'has a user name or password with a % that encodes nothing: write it as %25';
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !['verify-full', 'disable'].includes(mode))
    return 'has an sslmode that is neither verify-full nor disable';
  for (const parameter of readableFiles) {
    const file = url.searchParams.get(parameter);
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch {
      return `names a file as ${parameter} that cannot be read`;
    }
  }
  return undefined;
}

export const databaseAddress = readWith((value) => {
  const problem = databaseProblem(value);
  if (problem !== undefined) throw new Error(problem);
  return value;
});

export const sealingKeys = readWith((value) => {
  try {
    return parseKeys(value);
  } catch (error) {
    throw new Error(`is wrong: ${(error as Error).message}`, { cause: error });
  }
});

export const proxies = readWith(readProxies);
