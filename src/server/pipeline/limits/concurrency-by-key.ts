import { concurrencyLimit, type ConcurrencyOptions } from './concurrency-limit.ts';

/**
 * Creates a concurrency limit for each key, so that simultaneous requests of one caller cannot fill a shared queue. Keeps nothing
 * for keys without work.
 * @throws AppError `unavailable` from the returned function when too much work waits for its key
 */
export function concurrencyByKey(options: ConcurrencyOptions) {
  const limits = new Map<string, { limit: ReturnType<typeof concurrencyLimit>; open: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const entry = limits.get(key) ?? { limit: concurrencyLimit(options), open: 0 };
    limits.set(key, entry);
    entry.open += 1;
    try {
      return await entry.limit(work);
    } finally {
      entry.open -= 1;
      if (entry.open === 0) limits.delete(key);
    }
  };
}
