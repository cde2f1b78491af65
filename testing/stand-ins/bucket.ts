import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** In-memory bucket with the S3 operations that the product uses: put, get of a range, and deletion of several keys. */
export type BucketServer = {
  port: number;
  /** Answers every request as if the secret were wrong. */
  isRefusing: boolean;
  keys(): string[];
  close(): Promise<void>;
};

export async function startBucket(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();

  function give(key: string, range: string | undefined, response: ServerResponse): void {
    const object = objects.get(key);
    if (!object) {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const [, from = '0', to = String(object.length - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const part = object.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${from}-${to}/*` });
    response.end(part);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
    const body = await buffer(request);
    if (bucket.isRefusing) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      return;
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200).end();
    } else if (request.method === 'POST' && searchParams.has('delete')) {
      for (const [, gone = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(gone);
      response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>');
    } else give(key, request.headers.range, response);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bucket: BucketServer = {
    isRefusing: false,
    port: (server.address() as AddressInfo).port,
    keys: () => [...objects.keys()],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bucket;
}
