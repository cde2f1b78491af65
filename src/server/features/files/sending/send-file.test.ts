import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import type { ObjectStore } from '../../../ports/object-store/port.ts';
import { newFileKey, sealBlocks } from '../bytes/sealed-blocks.ts';
import type { ReadableFile } from './link-operations.ts';
import { sendFile } from './send-file.ts';

const size = 300_000;

/** Returns a file in a store that counts its open objects and its reads. */
async function stored() {
  const key = newFileKey();
  const id = crypto.randomUUID();
  const clear = (async function* () {
    yield Buffer.alloc(size, 'x');
  })();
  const blocks: Buffer[] = [];
  for await (const block of sealBlocks(key, id, clear, size)) blocks.push(Buffer.from(block));
  const sealed = Buffer.concat(blocks);
  const seen = { open: 0, read: 0 };
  const objectStore: ObjectStore = {
    put: () => Promise.reject(new Error('unused')),
    delete: () => Promise.reject(new Error('unused')),
    async *get(_, { from, to }) {
      seen.open += 1;
      seen.read += 1;
      try {
        for (let at = from; at < to; at += 65_536) yield sealed.subarray(at, Math.min(to, at + 65_536));
      } finally {
        seen.open -= 1;
      }
    },
  };
  const file: ReadableFile = {
    id,
    file_name: 'paper.pdf',
    size,
    content: { key, parts: [{ id, key: 'files/x', size }] },
  };
  return { seen, objectStore, file };
}

const sending = { disposition: 'attachment', stillAllowed: () => Promise.resolve(true) } as const;

describe('a file that is sent', () => {
  it('is closed in the store if the reader disconnected before the first byte [security 34]', async () => {
    const { seen, objectStore, file } = await stored();
    const reply = {
      headers: () => reply,
      header: () => reply,
      code: () => reply,
      // The library does this with the stream if the connection is closed.
      send(stream: Readable) {
        stream.destroy();
        return reply;
      },
    };
    const request = { method: 'GET', headers: {} } as FastifyRequest;
    await sendFile(request, reply as unknown as FastifyReply, { objectStore }, file, sending);
    expect(seen.read).toBe(1);
    await vi.waitFor(() => expect(seen.open).toBe(0));
  });

  it('is not read for a HEAD request, which returns the headers of the file [security 34]', async () => {
    const { seen, objectStore, file } = await stored();
    const app = fastify();
    app.get('/file', (request, reply) => sendFile(request, reply, { objectStore }, file, sending));
    const head = await app.inject({ method: 'HEAD', url: '/file' });
    expect([head.statusCode, head.headers['content-length'], seen.read]).toEqual([200, String(size), 0]);
    const headers = { range: 'bytes=10-19' };
    const part = await app.inject({ method: 'HEAD', url: '/file', headers });
    expect([part.statusCode, part.headers['content-length']]).toEqual([206, '10']);
    const whole = await app.inject({ url: '/file' });
    expect(whole.rawPayload.equals(Buffer.alloc(size, 'x'))).toBe(true);
    await app.close();
  });
});
