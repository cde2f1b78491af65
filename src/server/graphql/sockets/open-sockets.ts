import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { CloseCode } from 'graphql-ws';
import type { ErrorCode } from '../../../domain/errors.ts';
import { AppError } from '../../../domain/errors.ts';
import { livingSessions } from '../../features/sessions/current-session.ts';
import { contextOf } from '../../features/sessions/request.ts';
import { isFromHere } from '../../http/protection/headers.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { isGraphqlError } from '../documents.ts';
import { errorSummary } from '../errors.ts';
import type { SubscriptionServer } from './subscription-server.ts';

/** Limits of messages from one socket, and of the number of sockets (security 27). */
const most = {
  messagesInMinute: 120,
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
export type Wire = {
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

/** The open sockets. Each is closed within some seconds of the end of its session. */
export class OpenSockets {
  readonly #services: Services;
  readonly #server: SubscriptionServer;
  readonly #log: FastifyBaseLogger;
  readonly #open = new Set<Opened>();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(services: Services, server: SubscriptionServer, log: FastifyBaseLogger) {
    this.#services = services;
    this.#server = server;
    this.#log = log;
    this.#timers = [every(beatMs, () => this.#beat()), every(sweepMs, () => this.#sweep())];
  }

  /** Returns why a request must not open a socket; null if it may. */
  refusalOf(request: FastifyRequest): ErrorCode | null {
    // Browsers send the cookie with any page's socket, and the origin with every socket.
    if (!request.headers.origin || !isFromHere(request, this.#services.config)) return 'forbidden';
    const { actor } = request.wattle;
    if (actor.kind !== 'person') return 'unauthenticated';
    if (this.#open.size >= most.sockets) return 'unavailable';
    const own = [...this.#open].filter(({ userId }) => userId === actor.userId);
    return own.length >= most.socketsOfPerson ? 'rate-limited' : null;
  }

  /** Handles a new socket until it is closed. */
  add(wire: Wire, request: FastifyRequest): void {
    const { actor, meta } = request.wattle;
    if (actor.kind !== 'person' || meta.sessionId === null) return wire.terminate();
    const renew = this.#renewal(wire, request);
    const opened: Opened = { userId: actor.userId, sessionId: meta.sessionId, wire, renew, alive: true };
    this.#open.add(opened);
    let handle: (text: string) => Promise<void> = async () => {};
    const closed = this.#server.opened(
      {
        protocol: wire.protocol,
        send: (text) => sendText(wire, text),
        close: (code, reason) => wire.close(code ?? CloseCode.BadRequest, reason ?? ''),
        onMessage: (listener) => (handle = listener),
      },
      {
        context: { ...request.wattle, renew },
        refuse: () => wire.close(CloseCode.Unauthorized, 'unauthenticated'),
      },
    );
    const isTooOften = messageLimit();
    wire.on('pong', () => (opened.alive = true));
    wire.on('message', (data) => {
      if (isTooOften()) return wire.close(CloseCode.BadRequest, 'rate-limited');
      handle(data.toString()).catch((error: unknown) => this.#closeAfter(error, wire));
    });
    wire.on('close', (code, reason) => {
      this.#open.delete(opened);
      void Promise.resolve(closed(code, reason.toString())).catch(() => {});
    });
  }

  /** Closes all sockets, because the server stops. */
  closeAll(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { wire } of this.#open) wire.close(serviceRestart, 'restart');
    setTimeout(() => {
      for (const { wire } of this.#open) wire.terminate();
    }, goodbyeMs).unref();
  }

  /** Returns the function that reloads a socket's context, or closes the socket when its session is over. */
  #renewal(wire: Wire, request: FastifyRequest): () => Promise<Context | null> {
    const { sessionId } = request.wattle.meta;
    const renew = async (): Promise<Context | null> => {
      const context = await contextOf(this.#services, request, { unattended: true });
      if (context.meta.sessionId === sessionId && context.actor.kind === 'person')
        return { ...context, renew };
      wire.close(CloseCode.Unauthorized, 'unauthenticated');
      return null;
    };
    return renew;
  }

  #closeAfter(error: unknown, wire: Wire): void {
    const mine = error instanceof AppError || isGraphqlError(error);
    if (!mine) this.#log.error({ err: errorSummary(error) }, 'socket failed');
    wire.close(
      mine ? CloseCode.BadRequest : CloseCode.InternalServerError,
      mine ? 'invalid' : 'general_error',
    );
  }

  async #beat(): Promise<void> {
    for (const opened of this.#open) {
      if (!opened.alive) opened.wire.terminate();
      opened.alive = false;
      if (opened.wire.readyState === opened.wire.OPEN) opened.wire.ping();
      // A database outage says nothing about a session.
      await opened.renew().catch(() => {});
    }
  }

  async #sweep(): Promise<void> {
    if (this.#open.size === 0) return;
    const living = await livingSessions(
      this.#services,
      [...this.#open].map(({ sessionId }) => sessionId),
    );
    // Sockets whose session seems to have ended are checked by the same rules as every other call.
    for (const { sessionId, renew } of this.#open) if (!living.has(sessionId)) await renew();
  }
}

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

const sendText = (wire: Wire, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (wire.readyState !== wire.OPEN) return resolve();
    wire.send(text, (error) => (error ? reject(error) : resolve()));
  });

/** Returns a function that counts a message, and returns true if the socket sent too many in this minute. */
function messageLimit(): () => boolean {
  let minute = 0;
  let messages = 0;
  return () => {
    const now = Math.floor(performance.now() / 60_000);
    messages = now === minute ? messages + 1 : 1;
    minute = now;
    return messages > most.messagesInMinute;
  };
}
