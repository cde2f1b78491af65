import { AppError } from '../../../domain/errors.ts';

/** How many may run at once, and how many may wait for that. */
export type ConcurrencyOptions = { atOnce: number; waitingAtMost: number };

/**
 * For work that takes much memory or a whole processor: few at once, the others in the order in which they came. A flood is
 * refused with AppError `unavailable`, not queued for minutes.
 */
export function concurrencyLimit({ atOnce, waitingAtMost }: ConcurrencyOptions) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= waitingAtMost) throw new AppError('unavailable');
      // What finishes hands its place on, so `running` stays as it is.
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
