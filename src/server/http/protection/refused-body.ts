import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** Limits for reading the rest of a refused body, in bytes and milliseconds: a few times the size of any picture or list. */
const mostBytes = 16 * 1_048_576;
const mostMs = 5_000;

/**
 * Reads the rest of a body that is too large before the refusal is sent. If the connection closes while the caller still sends,
 * the caller loses the answer (RFC 9112, 9.6), and the page could only show that there is no connection.
 */
export function registerRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413 && !request.raw.readableEnded) await readRest(request.raw);
    // The next request of a proxy on the same connection would wait for a minute behind the rest of this body.
    if (!request.raw.complete) reply.header('connection', 'close');
  });
}

async function readRest(body: IncomingMessage): Promise<void> {
  const given = new AbortController();
  let read = 0;
  const count = (part: Buffer) => {
    read += part.length;
    if (read > mostBytes) given.abort();
  };
  body.on('data', count);
  try {
    await finished(body, { signal: AbortSignal.any([given.signal, AbortSignal.timeout(mostMs)]) });
  } catch {
    // Too much, too slow, or its caller has gone: the refusal is sent all the same.
  }
  body.off('data', count);
}
