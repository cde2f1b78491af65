import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { extensionOf } from '../../../../domain/files/file-name.ts';
import { typeOfName } from '../../../../domain/files/file-types.ts';
import type { Services } from '../../../pipeline/context.ts';
import { readContent } from '../bytes/content.ts';
import { storageDown } from '../faults.ts';
import type { ReadableFile } from './link-operations.ts';
import { dispositionPolicies, type Disposition } from '../../../http/disposition.ts';

export type Sending = {
  disposition: Disposition;
  /** Whether the reader may still read the file; checked again while the file is sent. */
  stillAllowed: () => Promise<boolean>;
};

/** Maximum time for which a reader whose access ended still receives bytes, in milliseconds. */
const askAgainAfter = 1_000;

type ByteRange = { from: number; to: number };

/** Parses the range of a request (RFC 9110, 14.2): null for the whole file, `unsatisfiable` for a range outside the file. */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { from: Math.max(0, size - Number(last)), to: size };
  const range = { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
  return range.from < range.to ? range : range.from >= size ? 'unsatisfiable' : null;
}

/** Returns the header by RFC 6266 and 5987: a plain name for old browsers, the real name for the others. */
export function contentDisposition(disposition: Disposition, fileName: string): string {
  const extension = extensionOf(fileName).replaceAll(/[^a-z0-9]/g, '');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="file.${extension}"; filename*=UTF-8''${encoded}`;
}

/** Passes on the bytes of a file while the reader may read it. @throws AppError `forbidden` when access ends */
async function* whileAllowed(
  chunks: AsyncIterable<Buffer>,
  stillAllowed: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  let asked = performance.now();
  for await (const chunk of chunks) {
    if (performance.now() - asked > askAgainAfter) {
      if (!(await stillAllowed())) throw new AppError('forbidden');
      asked = performance.now();
    }
    yield chunk;
  }
}

/**
 * Reads the first bytes before the response begins, so that the response can report that the store is unavailable.
 * @throws AppError `unavailable`
 */
async function begun(chunks: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  let first: IteratorResult<Buffer>;
  try {
    first = await chunks.next();
  } catch (error) {
    throw storageDown(error);
  }
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  })();
}

/**
 * Sends a file, or a range of it, to a reader whose access was checked; stops when access ends. Settles when the last byte is
 * sent or the connection is closed.
 * @throws AppError `unavailable` while the store is unavailable
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'objectStore'>,
  file: ReadableFile,
  { disposition, stillAllowed }: Sending,
): Promise<FastifyReply> {
  const { size } = file;
  const etag = `"${file.id}"`;
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : null;
  void reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(disposition, file.file_name),
    'content-security-policy': dispositionPolicies[disposition],
    'content-type': typeOfName(file.file_name)?.contentType ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
    etag,
  });
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('');
  const { from, to } = range ?? { from: 0, to: size };
  const ready = () => {
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${size}`);
    return reply.header('content-length', to - from);
  };
  // A HEAD request does not read the content.
  if (request.method === 'HEAD') return ready().send(Readable.from([]));
  const content = readContent(services, file.content, { from, to });
  try {
    const chunks = await begun(content);
    const stream = Readable.from(whileAllowed(chunks, stillAllowed), { objectMode: false, highWaterMark: 1 });
    void ready().send(stream);
    await finished(stream).catch(() => {});
  } finally {
    // Closes the object also if the reader disconnected before the first byte.
    void content.return(undefined).catch(() => {});
  }
  return reply;
}
