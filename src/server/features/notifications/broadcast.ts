import { sql } from 'kysely';
import type { Services, Tx } from '../../pipeline/context.ts';
import { listenDatabase } from '../../db/connection/listen.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** The channel on which every server process is notified whose notifications changed. */
export const newsChannel = 'wattle_notifications';

/** Milliseconds over which the refreshes after a broken connection are spread. */
const spreadMs = 500;

export type Broadcast = Pick<Services, 'onNews'> & { close(): Promise<void> };

/**
 * Listens through PostgreSQL for announcements of this and other processes, and passes them to all listeners here. After a broken
 * connection all listeners are notified, because it is not known what was missed.
 */
export function startBroadcast({ url, log }: { url: string | (() => string); log: WriteLine }): Broadcast {
  const listeners = new Map<string, Set<() => void>>();

  const send = (receiverId: string) => {
    for (const callback of listeners.get(receiverId) ?? []) callback();
  };

  const listening = listenDatabase({
    url,
    channel: newsChannel,
    log,
    onMessage: (payload) => send(payload.split(' ')[0] ?? ''),
    onOpen() {
      // Spread over time, because each of them queries the database.
      for (const receiverId of listeners.keys())
        setTimeout(() => send(receiverId), Math.random() * spreadMs).unref();
    },
  });

  return {
    onNews(receiverId, callback) {
      const own = listeners.get(receiverId) ?? new Set();
      listeners.set(receiverId, own.add(callback));
      return () => {
        own.delete(callback);
        if (own.size === 0 && listeners.get(receiverId) === own) listeners.delete(receiverId);
      };
    },
    close: () => listening.close(),
  };
}

/** Announces that one person's notifications were read, so that their other screens update. Delivered after the commit. */
export async function sendRead(tx: Tx, receiverId: string): Promise<void> {
  await sql`select pg_notify(${newsChannel}, ${receiverId})`.execute(tx);
}
