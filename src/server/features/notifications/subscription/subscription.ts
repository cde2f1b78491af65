import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../../domain/errors.ts';
import type { Context } from '../../../pipeline/context.ts';
import { getNotifications } from '../operations.ts';
import type { Notification } from '../store.ts';

/** State of a person's notifications: total, unread, and the newest one (GAP-73). */
export type NewNotifications = { count: number; unread: number; notification: Notification | null };

/** Delay before a failed read is retried while the database is unavailable, in milliseconds. */
const againMs = 2_000;

async function readNews(context: Context): Promise<NewNotifications> {
  const { count, unread, data } = await getNotifications.call(context, { limit: 1 });
  return { count, unread, notification: data[0] ?? null };
}

const isAway = (error: unknown) => error instanceof AppError && error.code === 'unavailable';

/**
 * Streams the state of one's notifications, at once and again after each change, as long as the session lasts: the session is
 * checked again before each message. Changes during a message are combined into the next one.
 * @throws AppError when the caller is not allowed to read notifications, and for a plain request, which cannot listen
 */
export async function newNotifications(context: Context): Promise<AsyncIterableIterator<NewNotifications>> {
  const { actor, renew, services } = context;
  if (!renew) throw new AppError('invalid');
  if (actor.kind !== 'person') throw new AppError('unauthenticated');
  let changed = false;
  let ended = false;
  let wake = () => {};
  const stop = services.onNews(actor.userId, () => {
    changed = true;
    wake();
  });
  // Read before the stream begins, so that a refusal is returned as an error and not as a broken stream.
  let first: NewNotifications | null = await readNews(context).catch((error: unknown) => {
    stop();
    throw error;
  });

  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (changed || ended) resolve();
    });

  /** Returns the state after the next change; null when there is no listener any more, or the session has ended. */
  async function afterChange(renewed: () => Promise<Context | null>): Promise<NewNotifications | null> {
    while (!ended) {
      await change();
      changed = false;
      try {
        const now = ended ? null : await renewed();
        return now && (await readNews(now));
      } catch (error) {
        if (!isAway(error)) throw error;
        changed = true;
        await pause(againMs, undefined, { ref: false });
      }
    }
    return null;
  }

  // Not a generator function, because a generator that waits for a change cannot be ended before the change.
  const news: AsyncIterableIterator<NewNotifications> = {
    async next() {
      const value = first ?? (await afterChange(renew));
      first = null;
      if (value && !ended) return { done: false, value };
      stop();
      return { done: true, value: undefined };
    },
    async return() {
      ended = true;
      stop();
      wake();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => news,
  };
  return news;
}
