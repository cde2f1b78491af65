import { AppError } from '../../../domain/errors.ts';

/**
 * The result of work that the caller waits for no longer than this. The work itself goes on; what it comes to later is dropped.
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

/** Connections that a failover broke are found out one by one; there are three for the emergency page. */
const mostTries = 4;

/**
 * The result of a read, tried again where the database refuses it at once, for no longer than this in all.
 * @throws AppError `unavailable` when it never served, or the time is over
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
