import { expiryOf, type TlsPeer } from './certificate.ts';
import { wrong, type Found } from './finding.ts';

const wordsOf: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not found',
  EAI_AGAIN: 'its name could not be looked up: the name server does not answer',
  EDNS: 'its name is not found',
  ECONNREFUSED: 'nothing listens at its port',
  ECONNRESET: 'it hung up',
  EHOSTUNREACH: 'no way leads to it',
  ENETUNREACH: 'no way leads to it',
  ETIMEDOUT: 'it does not answer',
  EAUTH: 'it refuses the user name or password',
  ETLS: 'it offers no TLS, which production demands',
  '28P01': 'it refuses the user name or password',
  '28000': 'it refuses the user name, or this machine',
  '3D000': 'it has no database of that name',
  '42501': 'the role lacks a right: it must own the database',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
};

const expiredOn = (date: Date | undefined) =>
  `its certificate has expired${date ? ` on ${date.toISOString().slice(0, 10)}` : ''}: renew it there`;

/** Returns the kind of a failure, without the server's message, which may repeat names. */
function kindOf(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  // The mail library has one code for all socket errors; the system's own code is in its message.
  const named =
    code === 'ESOCKET' ? (/\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? '') : typeof code === 'string' ? code : '';
  if (isExpired(error)) return expiredOn(undefined);
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(named) || /certificate/i.test(message))
    return `its certificate is not trusted${named && ` (${named})`}: name its authority in NODE_EXTRA_CA_CERTS`;
  if (/does not support SSL/.test(message)) return 'it speaks no TLS, and sslmode asks for it';
  if (/wrong version number|EPROTO/.test(`${named} ${message}`)) return 'it speaks no TLS at that port';
  if (named === 'ABORT_ERR' || /time(d)?[ -]?out/i.test(message)) return 'it does not answer';
  return wordsOf[named] ?? `it failed${named && ` (${named})`}`;
}

function isExpired(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === 'CERT_HAS_EXPIRED' || /certificate has expired/i.test(message);
}

/** Explains why a connection failed; if the certificate of `peer` has expired, since when. */
export async function failed(error: unknown, peer?: TlsPeer): Promise<Found> {
  if (peer && isExpired(error)) return wrong(expiredOn(await expiryOf(peer)));
  return wrong(kindOf(error));
}
