/**
 * Why a mail, a text message or a file was not delivered, by the repair that an operator has to make. In this order: the server's name is
 * not
 * found, it refuses the connection, its certificate is not trusted, it refuses our password or token, it refuses the message, it
 * does not respond in time, the message itself is not valid, a disk or a store is full, another reason.
 */
export const faultKinds = [
  'name',
  'connection',
  'certificate',
  'password',
  'refused',
  'timeout',
  'unfit',
  'full',
  'other',
] as const;

export type FaultKind = (typeof faultKinds)[number];

const certificateCodes =
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|ETLS$|EREQUIRETLS$)/;
const timeoutCodes = /^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w*_TIMEOUT|TimeoutError)$/;
const connectionCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ECONNECTION|EPIPE|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ESOCKET|UND_ERR_SOCKET|UND_ERR_CLOSED)$/;

function kindOfCode(code: string): FaultKind | null {
  if (/^(ENOTFOUND|EDNS|EAI_\w+)$/.test(code)) return 'name';
  if (certificateCodes.test(code)) return 'certificate';
  if (/^(EAUTH|ENOAUTH|EOAUTH2)$/.test(code)) return 'password';
  if (timeoutCodes.test(code)) return 'timeout';
  if (/^(ENOSPC|EDQUOT|EFBIG|53100)$/.test(code)) return 'full';
  if (/^(EENVELOPE|EMESSAGE|EPROTOCOL|EACCES|EPERM|EROFS)$/.test(code)) return 'refused';
  return connectionCodes.test(code) ? 'connection' : null;
}

/** Returns the codes of an error, the most specific first: libraries wrap a system error in a more general one. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { originalCode, code, name, cause, errors } = error as Record<string, unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? errors.slice(0, 4) : [])];
  return [
    ...inner.flatMap((each) => codesOf(each, depth + 1)),
    ...[originalCode, code, name].filter((each) => typeof each === 'string'),
  ];
}

/** Returns the kind of an error of the network or of a mail server, from its codes only: its message may quote an address. */
export function kindOfFault(error: unknown): FaultKind {
  for (const code of codesOf(error)) {
    const kind = kindOfCode(code);
    if (kind) return kind;
  }
  return 'other';
}

/** Returns the kind for the status of an unsuccessful HTTP response. */
export const kindOfStatus = (status: number): FaultKind =>
  status === 401 || status === 403 || status === 407 ? 'password' : 'refused';
