import { AppError } from '../../domain/errors.ts';

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
