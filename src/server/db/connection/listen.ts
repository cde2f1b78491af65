import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { WriteLine } from '../../ports/write-line.ts';

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
export function listenDatabase(options: ListenOptions): Listening {
  const listener = new Listener(options);
  void listener.open();
  return listener;
}

class Listener implements Listening {
  readonly #options: ListenOptions;
  #closed = false;
  #wait = waits.first;
  #retry: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;
  #current: pg.Client | undefined;
  /** Whether the last connection did not receive its own notification. */
  #isDeaf = false;

  constructor(options: ListenOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { channel, onOpen } = this.#options;
    const client = this.#newClient();
    const own = echo + randomUUID();
    let hasNews = false;
    this.#current = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      if (this.#current !== client) return;
      if (payload === own) hasNews = true;
      else if (!payload?.startsWith(echo)) this.#options.onMessage(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      await client.query('select pg_notify($1, $2)', [channel, own]);
    } catch {
      this.#lost(client);
      return;
    }
    if (this.#current !== client) return;
    this.#wait = waits.first;
    this.#pulse = setInterval(() => {
      client.query('select 1').catch(() => this.#lost(client));
    }, beat.everyMs);
    this.#pulse.unref();
    setTimeout(() => this.#checkEcho(client, hasNews), echoMs).unref();
    onOpen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    const client = this.#current;
    this.#current = undefined;
    // A connection that is still being established may never report its end.
    await Promise.race([client?.end().catch(() => {}), pause(1_000, undefined, { ref: false })]);
  }

  #newClient(): pg.Client {
    const { url } = this.#options;
    return new pg.Client({
      connectionString: typeof url === 'function' ? url() : url,
      connectionTimeoutMillis: 5_000,
      query_timeout: beat.patienceMs,
      keepAlive: true,
      application_name: 'wattle-listen',
    });
  }

  #lost(client: pg.Client): void {
    if (this.#current !== client) return;
    this.#current = undefined;
    clearInterval(this.#pulse);
    // The server may not respond, so the end of the connection is not awaited.
    client.end().catch(() => {});
    if (this.#closed) return;
    if (this.#wait === waits.first)
      this.#options.log('The connection that listens for notifications broke; it is opened again.', 'error');
    // Randomised, so that the processes do not reconnect at the same moment.
    this.#retry = setTimeout(() => void this.open(), this.#wait * (0.5 + Math.random()));
    this.#retry.unref();
    this.#wait = Math.min(waits.most, this.#wait * 2);
  }

  /** Logs once if a connection did not receive its own notification. */
  #checkEcho(client: pg.Client, hasNews: boolean): void {
    if (hasNews || this.#current !== client) {
      if (hasNews) this.#isDeaf = false;
      return;
    }
    if (!this.#isDeaf)
      this.#options.log(
        'The connection that listens for notifications does not receive its own notifications: open pages are updated late. Through a pooler, set DATABASE_DIRECT_URL.',
        'error',
      );
    this.#isDeaf = true;
  }
}
