import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { ValidationRule } from 'graphql';
import { handleProtocols } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { Services } from '../../pipeline/context.ts';
import { httpStatusOf } from '../../http/http-status.ts';
import type { DocumentLimits } from '../documents.ts';
import { OpenSockets, type Wire } from './open-sockets.ts';
import { subscriptionServer } from './subscription-server.ts';

/** Maximum size of a message from a socket, in bytes (security 27). */
const messageBytes = 16_384;

export type SocketOptions = DocumentLimits & { path: string; rules: readonly ValidationRule[] };

/**
 * Returns true for a request that becomes a web socket. Every other request is answered normally, whatever upgrade it requests.
 */
export function asksForSocket({ method, url, headers }: IncomingMessage, path: string): boolean {
  return method === 'GET' && url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Registers GraphQL subscriptions by web socket (graphql-transport-ws) on the path of the other operations. A socket can be
 * opened only by our own pages with a valid session, and is closed within some seconds of the session's end. Must be registered
 * before the route of that path.
 */
export async function registerSocket(
  app: FastifyInstance,
  services: Services,
  { path, ...limits }: SocketOptions,
): Promise<void> {
  const sockets = new OpenSockets(services, subscriptionServer(app.log, limits), app.log);

  // Registered before the library's own hook, which handles the requests that this one leaves.
  app.addHook('onRoute', (route) => {
    if (route.url === path && route.method === 'GET')
      route.wsHandler = (wire: Wire, request) => sockets.add(wire, request);
  });
  await app.register(websocket, {
    options: { maxPayload: messageBytes, handleProtocols },
    errorHandler: (_, wire: Wire) => wire.terminate(),
    preClose(done) {
      app.websocketServer.close();
      sockets.closeAll();
      done();
    },
  });

  app.addHook('preHandler', async (request, reply) => {
    const refusal = request.ws ? sockets.refusalOf(request) : null;
    // The library closes the connection after any answer other than a web socket upgrade.
    if (refusal)
      return reply
        .code(httpStatusOf(refusal))
        .header('connection', 'close')
        .send({ ok: false, error: refusal });
  });
}
