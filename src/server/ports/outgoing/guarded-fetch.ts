import { lookup } from 'node:dns/promises';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { kindOfFault } from '../fault-kind.ts';
import type { OutgoingProblem } from '../../../domain/integrations/outgoing-problem.ts';
import { OutgoingError, type OutgoingFetch, type OutgoingRequest } from './port.ts';
import { isPublicAddress } from './public-address.ts';

type Resolved = { address: string; family: number };

export type GuardOptions = {
  /** Hosts that may be private and reached by plain http, for development and tests. */
  allowedHosts?: readonly string[];
  /** Timeout for the complete response, in milliseconds. */
  timeoutMs?: number;
  /** Maximum size of a response, in bytes. */
  maxBytes?: number;
  /** Certificates to trust in place of the usual ones, for tests. */
  ca?: string | undefined;
  resolve?: (host: string) => Promise<readonly Resolved[]>;
};

const problems = { name: 'not_found', certificate: 'certificate', timeout: 'timeout' } as const;

/** Wraps an error of the connection. */
function problemOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const kind = kindOfFault(error);
  const problem: OutgoingProblem = kind in problems ? problems[kind as keyof typeof problems] : 'connection';
  return new OutgoingError(problem, { cause: error });
}

const bareHost = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Resolves a host once, and checks every address. The connection is made to these addresses, so that a second answer of the name
 * server cannot lead elsewhere.
 * @throws OutgoingError
 */
async function checkedAddresses(
  host: string,
  isAllowed: boolean,
  resolve: NonNullable<GuardOptions['resolve']>,
): Promise<readonly Resolved[]> {
  const version = isIP(host);
  const found = version === 0 ? await resolve(host) : [{ address: host, family: version }];
  if (found.length === 0) throw new OutgoingError('not_found');
  if (!isAllowed && !found.every(({ address }) => isPublicAddress(address)))
    throw new OutgoingError('private');
  return found;
}

/** Answers the lookup of a connection with addresses that were checked before. */
const lookupAmong =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all || !first) return callback(null, [...addresses]);
    callback(null, first.address, first.family);
  };

/** Reads a body of at most `maxBytes`. @throws OutgoingError when it is longer */
async function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutgoingError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf({ headers, body }: OutgoingRequest): Record<string, string> {
  const all = new Headers(headers);
  if (body instanceof URLSearchParams && !all.has('content-type'))
    all.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  // Bodies are not decompressed: a small compressed one could become very large.
  all.set('accept-encoding', 'identity');
  return Object.fromEntries(all);
}

const bytesOf = (body: OutgoingRequest['body']) =>
  body === undefined ? Buffer.alloc(0) : Buffer.from(body instanceof Uint8Array ? body : String(body));

/** Statuses whose response has no body. */
const withoutBody = new Set([204, 205, 304]);

function responseOf(message: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(withoutBody.has(status) ? null : body, { status, headers });
}

type Sent = { url: URL; request: OutgoingRequest; addresses: readonly Resolved[]; signal: AbortSignal };

/** Sends the request and waits for the head of the response. */
function send({ url, request, addresses, signal }: Sent, ca: string | undefined): Promise<IncomingMessage> {
  const body = bytesOf(request.body);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    method: request.method ?? 'GET',
    headers: { ...headersOf(request), ...(body.length > 0 && { 'content-length': body.length }) },
    lookup: lookupAmong(addresses),
    signal,
    // No pool: a kept connection would skip the check of the next request.
    agent: false as const,
  };
  const sent = url.protocol === 'https:' ? requestTls(url, { ...options, ca }) : requestPlain(url, options);
  sent.once('response', resolve);
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/**
 * Creates a fetch for addresses that users entered. It sends only over https, resolves the host once, refuses it when any
 * of its addresses is not public, connects to the checked addresses, follows no redirect, and bounds time and size.
 */
export function guardedFetch({
  allowedHosts = [],
  timeoutMs = 5_000,
  maxBytes = 256 * 1024,
  ca,
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
}: GuardOptions = {}): OutgoingFetch {
  return async (address, request = {}) => {
    assertOutsideTransaction('A request to an outside address');
    if (!URL.canParse(String(address))) throw new OutgoingError('address');
    const url = new URL(address);
    const host = bareHost(url);
    const isAllowed = allowedHosts.includes(host);
    const isRightScheme = url.protocol === 'https:' || (isAllowed && url.protocol === 'http:');
    if (!isRightScheme || url.username || url.password) throw new OutgoingError('address');
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    try {
      const addresses = await beforeAbort(checkedAddresses(host, isAllowed, resolve), signal);
      const message = await send({ url, request, addresses, signal }, ca);
      try {
        const status = message.statusCode ?? 0;
        if (status >= 300 && status < 400 && status !== 304) throw new OutgoingError('redirect');
        return responseOf(message, await readBody(message, maxBytes));
      } finally {
        message.destroy();
      }
    } catch (error) {
      if (timeout.aborted) throw new OutgoingError('timeout');
      throw problemOf(error);
    }
  };
}

/** Waits for a DNS lookup, which cannot be cancelled, until the signal is aborted. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
