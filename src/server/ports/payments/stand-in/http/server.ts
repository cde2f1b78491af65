import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiVersion, newId } from '../store/work.ts';
import { ApiError } from './api-error.ts';
import { errorAnswer, type Answer, type Calls } from './call.ts';
import { parseForm, type Params } from './form.ts';
import { createRouter, type Route } from './router.ts';

const largestBody = 256 * 1024;

/**
 * What a test does with a call: respond, close the connection before or after the request was handled, or respond with status
 * 500.
 */
export type Fate = 'answer' | 'lose-request' | 'lose-answer' | 'fail';

export type ServerOptions = {
  calls: Calls;
  routes: readonly Route[];
  secretKey: string;
  log: (message: string) => void;
  fateOf: (call: { method: string; path: string }) => Fate;
};

/** Serves the stand-in's API on a free port of the loopback interface. */
export async function serveApi(options: ServerOptions) {
  const find = createRouter(options.routes);

  async function answerOf(request: IncomingMessage, url: URL, body: string): Promise<Answer> {
    requireKey(request, options.secretKey);
    const { method = 'GET' } = request;
    const match = find(method, url.pathname);
    if (!match)
      throw new ApiError(404, `Unrecognized request URL (${method}: ${url.pathname}).`, {
        code: 'url_invalid',
      });
    const params: Params = parseForm(method === 'POST' ? body : url.search.slice(1));
    if (method === 'GET') return options.calls.read(match.route.run, match.path, params);
    const key = request.headers['idempotency-key'];
    const known = { key: typeof key === 'string' ? key : null, name: `${method} ${url.pathname}` };
    return options.calls.write(known, match.route.run, match.path, params);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const fate = options.fateOf({ method: request.method ?? 'GET', path: url.pathname });
    if (fate === 'lose-request') return void request.socket.destroy();
    let answer: Answer;
    try {
      const body = await bodyOf(request);
      if (fate === 'fail') throw new ApiError(500, 'An unknown error occurred.', { type: 'api_error' });
      answer = await answerOf(request, url, body);
    } catch (error) {
      if (!(error instanceof ApiError))
        options.log(`The payment stand-in failed: ${error instanceof Error ? error.message : 'unknown'}`);
      answer = errorAnswer(
        error instanceof ApiError
          ? error
          : new ApiError(500, 'An unknown error occurred.', { type: 'api_error' }),
      );
    }
    if (fate === 'lose-answer') return void request.socket.destroy();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
      ...(answer.replayed && { 'idempotent-replayed': 'true' }),
    });
    response.end(answer.body);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    close: () => closeServer(server),
  };
}

/** Closes the server once its requests have ended, after two seconds at most. */
async function closeServer(server: Server): Promise<void> {
  server.closeIdleConnections();
  const closed = once(server, 'close');
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), 2_000);
  await closed;
  clearTimeout(late);
}

function requireKey(request: IncomingMessage, secretKey: string): void {
  const given = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''));
  const wanted = Buffer.from(secretKey);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new ApiError(401, 'Invalid API Key provided.');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestBody) throw new ApiError(413, 'The request is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
