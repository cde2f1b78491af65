import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse, specifiedRules, validate, type GraphQLError, type ValidationRule } from 'graphql';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../../domain/errors.ts';
import { AppError } from '../../domain/errors.ts';
import type { Context, Services } from '../pipeline/context.ts';
import { livingSessions } from '../features/sessions/current-session.ts';
import { contextOf, isPageOf, personHeader } from '../features/sessions/request.ts';
import { isFromHere } from '../http/headers.ts';
import { httpStatusOf } from '../http/http-status.ts';
import { schema } from './schema.ts';
import { errorSummary, toPublicErrors } from './errors.ts';

/** Limits of messages from one socket, and of the number of sockets (security 27). */
const most = {
  bytes: 16_384,
  messagesInMinute: 120,
  subscriptions: 3,
  socketsOfPerson: 10,
  sockets: 5_000,
};

/** Interval of the heartbeat and of the session check of a socket, in milliseconds. */
const beatMs = 30_000;

/**
 * Interval of the check of all sockets' sessions in one query, in milliseconds: a screen must not stay open after its session
 * ended.
 */
const sweepMs = 3_000;

/** Grace period for closing sockets when the server stops, in milliseconds. */
const goodbyeMs = 1_000;

/** Close code: another server process takes over (https://www.iana.org/assignments/websocket). */
const serviceRestart = 1012;

/** The part of the library `ws`'s socket that this file uses. */
type Wire = {
  protocol: string;
  readyState: number;
  readonly OPEN: number;
  send(data: string, sent: (error?: Error) => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: Buffer) => void): void;
  on(event: 'pong', listener: () => void): void;
  on(event: 'close', listener: (code: number, reason: Buffer) => void): void;
};

type Opened = {
  userId: string;
  sessionId: string;
  wire: Wire;
  renew: () => Promise<Context | null>;
  alive: boolean;
};

/** Runs work at an interval, never twice at once. A failing run (database unavailable) does not stop the next ones. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(() => {})
      .finally(() => (running = null));
  }, ms);
  return timer.unref();
}

export type SocketOptions = {
  path: string;
  rules: readonly ValidationRule[];
  /** Limits of one document. */
  characters: number;
  tokens: number;
};

const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError';

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
  { path, rules, characters, tokens }: SocketOptions,
): Promise<void> {
  const open = new Set<Opened>();

  function publicErrors(errors: readonly unknown[], { meta }: Context) {
    const log = app.log.child({ reqId: meta.requestId });
    return toPublicErrors(errors, log, meta.requestId).map((error) => error.toJSON());
  }

  const server = makeServer<Record<string, unknown>, { context: Context; refuse: () => void }>({
    schema,
    connectionInitWaitTimeout: 5_000,
    context: ({ extra }) => extra.context,
    onConnect({ connectionParams, extra }) {
      if (isPageOf(connectionParams?.[personHeader], extra.context.actor)) return true;
      extra.refuse();
      return false;
    },
    parse: (source) => parse(source, { maxTokens: tokens }),
    validate(known, document) {
      try {
        return validate(known, document, [...specifiedRules, ...rules]);
      } catch (error) {
        // Some of the limits throw their errors.
        if (isGraphqlError(error)) return [error];
        throw error;
      }
    },
    // Only subscriptions use the socket; queries and mutations go through the POST route, with its checks.
    execute() {
      throw new AppError('invalid');
    },
    onSubscribe({ subscriptions }, _, { query }) {
      if (query.length > characters || Object.keys(subscriptions).length > most.subscriptions)
        throw new AppError('invalid');
    },
    onNext({ extra }, _, __, ___, result) {
      if (!result.errors) return undefined;
      const errors = publicErrors(result.errors, extra.context);
      return { data: result.data ?? null, errors };
    },
    onError: ({ extra }, _, __, errors) => publicErrors(errors, extra.context),
  });

  function refusalOf(request: FastifyRequest): ErrorCode | null {
    // Browsers send the cookie with any page's socket, and the origin with every socket.
    if (!request.headers.origin || !isFromHere(request, services.config)) return 'forbidden';
    const { actor } = request.wattle;
    if (actor.kind !== 'person') return 'unauthenticated';
    if (open.size >= most.sockets) return 'unavailable';
    const own = [...open].filter(({ userId }) => userId === actor.userId);
    return own.length >= most.socketsOfPerson ? 'rate-limited' : null;
  }

  function connect(wire: Wire, request: FastifyRequest): void {
    const { actor, meta } = request.wattle;
    if (actor.kind !== 'person' || meta.sessionId === null) return wire.terminate();
    const renew = async () => {
      const context = await contextOf(services, request, { unattended: true });
      if (context.meta.sessionId === meta.sessionId && context.actor.kind === 'person')
        return { ...context, renew };
      wire.close(CloseCode.Unauthorized, 'unauthenticated');
      return null;
    };
    const opened: Opened = { userId: actor.userId, sessionId: meta.sessionId, wire, renew, alive: true };
    open.add(opened);
    let minute = 0;
    let messages = 0;
    let handle: (text: string) => Promise<void> = async () => {};
    const closed = server.opened(
      {
        protocol: wire.protocol,
        send: (text) =>
          new Promise((resolve, reject) => {
            if (wire.readyState !== wire.OPEN) return resolve();
            wire.send(text, (error) => (error ? reject(error) : resolve()));
          }),
        close: (code, reason) => wire.close(code ?? CloseCode.BadRequest, reason ?? ''),
        onMessage: (listener) => (handle = listener),
      },
      {
        context: { ...request.wattle, renew },
        refuse: () => wire.close(CloseCode.Unauthorized, 'unauthenticated'),
      },
    );
    wire.on('pong', () => (opened.alive = true));
    wire.on('message', (data) => {
      const now = Math.floor(performance.now() / 60_000);
      messages = now === minute ? messages + 1 : 1;
      minute = now;
      if (messages > most.messagesInMinute) return wire.close(CloseCode.BadRequest, 'rate-limited');
      handle(data.toString()).catch((error: unknown) => {
        const mine = error instanceof AppError || isGraphqlError(error);
        if (!mine) app.log.error({ err: errorSummary(error) }, 'socket failed');
        wire.close(
          mine ? CloseCode.BadRequest : CloseCode.InternalServerError,
          mine ? 'invalid' : 'general_error',
        );
      });
    });
    wire.on('close', (code, reason) => {
      open.delete(opened);
      void Promise.resolve(closed(code, reason.toString())).catch(() => {});
    });
  }

  async function beat(): Promise<void> {
    for (const opened of open) {
      if (!opened.alive) opened.wire.terminate();
      opened.alive = false;
      if (opened.wire.readyState === opened.wire.OPEN) opened.wire.ping();
      // A database outage says nothing about a session.
      await opened.renew().catch(() => {});
    }
  }

  async function sweep(): Promise<void> {
    if (open.size === 0) return;
    const living = await livingSessions(
      services,
      [...open].map(({ sessionId }) => sessionId),
    );
    // Sockets whose session seems to have ended are checked by the same rules as every other call.
    for (const { sessionId, renew } of open) if (!living.has(sessionId)) await renew();
  }

  const timers = [every(beatMs, beat), every(sweepMs, sweep)];

  // Registered before the library's own hook, which handles the requests that this one leaves.
  app.addHook('onRoute', (route) => {
    if (route.url === path && route.method === 'GET') route.wsHandler = connect;
  });
  await app.register(websocket, {
    options: { maxPayload: most.bytes, handleProtocols },
    errorHandler: (_, wire: Wire) => wire.terminate(),
    preClose(done) {
      for (const timer of timers) clearInterval(timer);
      app.websocketServer.close();
      for (const { wire } of open) wire.close(serviceRestart, 'restart');
      setTimeout(() => {
        for (const { wire } of open) wire.terminate();
      }, goodbyeMs).unref();
      done();
    },
  });

  app.addHook('preHandler', async (request, reply) => {
    const refusal = request.ws ? refusalOf(request) : null;
    // The library closes the connection after any answer other than a web socket upgrade.
    if (refusal)
      return reply
        .code(httpStatusOf(refusal))
        .header('connection', 'close')
        .send({ ok: false, error: refusal });
  });
}
