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

/** What one socket may send, and how many there may be (security 27). */
const most = {
  bytes: 16_384,
  messagesInMinute: 120,
  subscriptions: 3,
  socketsOfPerson: 10,
  sockets: 5_000,
};

/** How often a socket must show that it lives, and its session is looked up, in milliseconds. */
const beatMs = 30_000;

/** How often the sessions of all sockets are looked up in one query, in milliseconds: an ended one must leave no screen open. */
const sweepMs = 3_000;

/** How long sockets have to say good-bye when the server stops, in milliseconds. */
const goodbyeMs = 1_000;

/** Close code: another server process takes over (https://www.iana.org/assignments/websocket). */
const serviceRestart = 1012;

/** What this file uses of a socket of the library `ws`. */
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

/** Does something again and again, never twice at once. A database that is away stops it for that time alone. */
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

/** Which requests become web sockets; every other one is answered as usual, whatever it asks to become. */
export function asksForSocket({ method, url, headers }: IncomingMessage, path: string): boolean {
  return method === 'GET' && url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * GraphQL subscriptions by web socket (graphql-transport-ws) on the path of the other operations. A socket is opened by a page
 * of ours with a living session, and is closed within some seconds of the session's end. It must be registered before the
 * route of that path.
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
        // Some of the limits throw what they find.
        if (isGraphqlError(error)) return [error];
        throw error;
      }
    },
    // Only what stays open goes over the socket; queries and mutations have their own road, with its checks.
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
      // A database that is away says nothing about a session.
      await opened.renew().catch(() => {});
    }
  }

  async function sweep(): Promise<void> {
    if (open.size === 0) return;
    const living = await livingSessions(
      services,
      [...open].map(({ sessionId }) => sessionId),
    );
    // Those that seem to be over are judged by the rules of every other call.
    for (const { sessionId, renew } of open) if (!living.has(sessionId)) await renew();
  }

  const timers = [every(beatMs, beat), every(sweepMs, sweep)];

  // Before the library's own hook, which takes up what this one leaves.
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
    // The library drops the connection after any answer that is no web socket.
    if (refusal)
      return reply
        .code(httpStatusOf(refusal))
        .header('connection', 'close')
        .send({ ok: false, error: refusal });
  });
}
