import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Encodings of pages, the best first. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const compress = (page: string, encoding: Encoding): Buffer =>
  encoding === 'gzip'
    ? gzipSync(page)
    : brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(page) } });

/**
 * Returns the function that sends a page compressed. Caches each compressed page, so use it only for a small
 * number of pages that do not depend on the request.
 */
export function pageCompressor() {
  const compressed = new Map<string, Buffer>();
  return (request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply => {
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...encodings]);
    if (encoding === null) return reply.send(page);
    const key = `${encoding} ${page}`;
    const sent = compressed.get(key) ?? compress(page, encoding);
    compressed.set(key, sent);
    return reply.header('content-encoding', encoding).send(sent);
  };
}
