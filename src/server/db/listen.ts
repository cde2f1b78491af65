import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { WriteLine } from '../ports/write-line.ts';

export type ListenOptions = {
  /** The address; a function is asked at each new connection, for a database that can move. */
  url: string | (() => string);
  /** A plain name, as in `listen name`. */
  channel: string;
  onMessage: (payload: string) => void;
  /** Called when the channel opens, at first and after each reconnection. Notifications sent while it was closed are lost. */
  onOpen: () => void;
  /** Receives one line for each broken connection. */
  log: WriteLine;
};

export type Listening = { close(): Promise<void> };

/** Milliseconds between two tries to connect: at first, and at most. */
const waits = { first: 100, most: 10_000 };

/** How long a connection may take to hear what it said itself. One through a pooler never does. */
const echoMs = 5_000;

/** What a connection says to itself. Others that listen hear it too, and leave it. */
const echo = 'echo ';

/** How often a silent connection is asked whether it is still there, and how long it may take to answer. */
const beat = { everyMs: 30_000, patienceMs: 5_000 };

/**
 * Listens on a channel of PostgreSQL by a connection of its own, which outlives breaks of the database: it is opened again
 * with growing waits. Never throws.
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
    // It may have gone silent: no one waits for its good-bye.
    client.end().catch(() => {});
    if (closed) return;
    if (wait === waits.first)
      log('The connection that listens for notifications broke; it is opened again.', 'error');
    // Not all processes at the same moment.
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
    let heard = false;
    current = client;
    client.on('error', () => lost(client));
    client.on('end', () => lost(client));
    client.on('notification', ({ payload }) => {
      if (current !== client) return;
      if (payload === echo + own) heard = true;
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
      if (heard || current !== client) return void (isDeaf &&= !heard);
      if (!isDeaf)
        log(
          'The connection that listens for notifications does not hear what it says itself: open pages are told late. Through a pooler, set DATABASE_DIRECT_URL.',
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
      // A connection that is just being made may never say that it ended.
      await Promise.race([client?.end().catch(() => {}), pause(1_000, undefined, { ref: false })]);
    },
  };
}
