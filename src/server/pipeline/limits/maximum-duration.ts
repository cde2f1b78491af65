import { AppError } from '../../../domain/errors.ts';

/**
 * Returns the result of work, and waits for it no longer than this. The work itself continues; a later result is dropped.
 * @throws AppError `unavailable` when the time is over
 */
export async function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('unavailable', { details: { reason: 'database' } })),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Connections that a failover broke fail one by one; the emergency page has three. */
const mostTries = 4;

/**
 * Returns the result of a read. A read that the database refuses is retried, for no longer than this in total.
 * @throws AppError `unavailable` when every attempt failed, or the time is over
 */
export function readWithin<T>(milliseconds: number, read: () => Promise<T>): Promise<T> {
  const until = performance.now() + milliseconds;
  const attempt = async (number: number): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      const mayPass = error instanceof AppError && error.code === 'unavailable';
      if (!mayPass || number === mostTries || performance.now() > until) throw error;
      return attempt(number + 1);
    }
  };
  return atMost(milliseconds, attempt(1));
}
