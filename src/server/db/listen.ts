import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { WriteLine } from '../ports/write-line.ts';

export type ListenOptions = {
  /** The address; a function is called for each new connection, for a database that can move. */
  url: string | (() => string);
  /** The name of the channel, as in `listen name`. */
  channel: string;
  onMessage: (payload: string) => void;
  /** Called when the channel opens, at first and after each reconnection. Notifications sent while it was closed are lost. */
  onOpen: () => void;
  /** Receives one line for each broken connection. */
  log: WriteLine;
};

export type Listening = { close(): Promise<void> };

/** Delay between two attempts to connect, in milliseconds: the first, and the maximum. */
const waits = { first: 100, most: 10_000 };

/** Timeout for a connection to receive its own notification, in milliseconds. Through a pooler it never arrives. */
const echoMs = 5_000;

/** Prefix of the notification that a connection sends to itself. Other listeners receive it too, and ignore it. */
const echo = 'echo ';

/** Interval of the heartbeat on an idle connection, and its timeout, in milliseconds. */
const beat = { everyMs: 30_000, patienceMs: 5_000 };

/**
 * Listens on a channel of PostgreSQL with a separate connection that survives database outages: it reconnects with growing
 * delays. Never throws.
 */
export function listenDatabase({ url, channel, onMessage, onOpen, log }: ListenOptions): Listening {
  const addressOf = typeof url === 'function' ? url : () => url;
  let closed = false;
  let wait = waits.first;
  let retry: NodeJS.Timeout | undefined;
  let pulse: NodeJS.Timeout | undefined;
  let current: pg.Client | undefined;
  let isDeaf = false;

  function lost(client: pg.Client): void {
    if (current !== client) return;
    current = undefined;
    clearInterval(pulse);
    // The server may not respond, so the end of the connection is not awaited.
    client.end().catch(() => {});
    if (closed) return;
    if (wait === waits.first)
      log('The connection that listens for notifications broke; it is opened again.', 'error');
    // Randomised, so that the processes do not reconnect at the same moment.
    retry = setTimeout(() => void open(), wait * (0.5 + Math.random()));
    retry.unref();
    wait = Math.min(waits.most, wait * 2);
  }

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString: addressOf(),
      connectionTimeoutMillis: 5_000,
      query_timeout: beat.patienceMs,
      keepAlive: true,
      application_name: 'wattle-listen',
    });
    const own = randomUUID();
    let hasNews = false;
    current = client;
    client.on('error', () => lost(client));
    client.on('end', () => lost(client));
    client.on('notification', ({ payload }) => {
      if (current !== client) return;
      if (payload === echo + own) hasNews = true;
      else if (!payload?.startsWith(echo)) onMessage(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      await client.query('select pg_notify($1, $2)', [channel, echo + own]);
    } catch {
      lost(client);
      return;
    }
    if (current !== client) return;
    wait = waits.first;
    pulse = setInterval(() => {
      client.query('select 1').catch(() => lost(client));
    }, beat.everyMs);
    pulse.unref();
    setTimeout(() => {
      if (hasNews || current !== client) return void (isDeaf &&= !hasNews);
      if (!isDeaf)
        log(
          'The connection that listens for notifications does not receive its own notifications: open pages are updated late. Through a pooler, set DATABASE_DIRECT_URL.',
          'error',
        );
      isDeaf = true;
    }, echoMs).unref();
    onOpen();
  }

  void open();

  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(pulse);
      const client = current;
      current = undefined;
      // A connection that is still being established may never report its end.
      await Promise.race([client?.end().catch(() => {}), pause(1_000, undefined, { ref: false })]);
    },
  };
}
