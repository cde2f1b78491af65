import { AppError } from '../../../domain/errors.ts';

/** Maximum number of works that run at once, and that wait. */
export type ConcurrencyOptions = { atOnce: number; waitingAtMost: number };

/**
 * Creates a limit for work that takes much memory or a whole processor: few run at once, the others in order of arrival.
 * @throws AppError `unavailable` from the returned function when too much work waits, instead of a wait of minutes
 */
export function concurrencyLimit({ atOnce, waitingAtMost }: ConcurrencyOptions) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= waitingAtMost) throw new AppError('unavailable');
      // Finished work passes its slot on, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
