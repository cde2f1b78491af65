import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import type { Answer, Calls, Handler } from './call.ts';
import { parseForm, type Params } from './form.ts';

/** A route of the API: GET reads, the other methods change data. */
export type Route = { method: 'GET' | 'POST' | 'DELETE'; path: string; run: Handler };

/**
 * What a test does with a call: respond, close the connection before or after the request was handled, or respond with status
 * 500.
 */
export type Fate = 'answer' | 'lose-request' | 'lose-answer' | 'fail';

export type RouteOptions = {
  calls: Calls;
  routes: readonly Route[];
  /** The key that callers send. */
  key: string;
  fateOf?: (call: { method: string; path: string }) => Fate;
  log: (message: string) => void;
};

const failure = new ApiError(500, 'An unknown error occurred.', { type: 'api_error' });

/** Parses bodies as forms, and no others. */
export function acceptForms(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    async (_: unknown, body: string | Buffer) => parseForm(String(body)),
  );
}

/** Serves routes of the API. */
export function serveRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { calls, routes, key, fateOf, log } = options;

  const refusal = (error: unknown): Answer => {
    const known = error instanceof ApiError ? error : failure;
    if (known === failure && error !== failure)
      log(`The payment stand-in failed: ${error instanceof Error ? error.message : 'unknown'}`);
    return { status: known.status, body: JSON.stringify(known.body) };
  };

  for (const { method, path: url, run } of routes)
    app.route({
      method,
      url,
      async handler(request, reply) {
        const [path = '', query = ''] = request.url.split('?');
        const fate = fateOf?.({ method, path }) ?? 'answer';
        const hangUp = () => {
          request.raw.socket.destroy();
          return reply.hijack();
        };
        if (fate === 'lose-request') return hangUp();
        const idempotencyKey = request.headers['idempotency-key'];
        const asked = {
          key: typeof idempotencyKey === 'string' ? idempotencyKey : null,
          name: `${method} ${path}`,
          path: request.params as Record<string, string>,
        };
        const answer = async (): Promise<Answer> => {
          if (fate === 'fail') throw failure;
          if (request.headers.authorization !== `Bearer ${key}`)
            throw new ApiError(401, 'Invalid API Key provided.');
          if (method === 'GET') return calls.read(run, { ...asked, params: parseForm(query) });
          return calls.write(run, { ...asked, params: (request.body ?? {}) as Params });
        };
        const { status, body } = await answer().catch(refusal);
        if (fate === 'lose-answer') return hangUp();
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
        return reply.code(status).headers(headers).send(body);
      },
    });
}

/** Serves the stand-in's API on a free port of the loopback interface. */
export async function serveApi(options: RouteOptions) {
  const app = fastify();
  acceptForms(app, 256 * 1024);
  serveRoutes(app, options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    /** Closes the server once its requests have ended, after two seconds at most. */
    async close() {
      const late = setTimeout(() => app.server.closeAllConnections(), 2_000);
      await app.close();
      clearTimeout(late);
    },
  };
}
