import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** The most that is read of a body that was refused: a few times what any picture or list has, in bytes and milliseconds. */
const mostBytes = 16 * 1_048_576;
const mostMs = 5_000;

/**
 * Reads the rest of a body that is too large before the refusal is sent. A connection that closes while its caller still sends loses
 * the answer (RFC 9112, 9.6), and the page could only say that there is no connection.
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
