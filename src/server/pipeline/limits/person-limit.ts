import { AppError } from '../../../domain/errors.ts';

/** Maximum number of one person's works that run at once, that wait, and that begin in a minute. */
export type PersonLimitOptions = { atOnce: number; waitingAtMost: number; inMinute?: number };

type Place = { running: number; waiting: (() => void)[]; begun: number[] };

const minute = 60_000;

/** Maximum number of people whose last minute is remembered. Above it, those without running work are removed first. */
const rememberedAtMost = 10_000;

/**
 * Creates a limit for work of this process that one person could request without end: each person has their own queue, so that a
 * person with many requests delays only themselves.
 * @throws AppError `rate-limited` from the returned function above the limits
 */
export function personLimit({ atOnce, waitingAtMost, inMinute = Infinity }: PersonLimitOptions) {
  const places = new Map<string, Place>();

  /** Returns the seconds until the rate allows another work to begin. */
  function waitOf({ begun }: Place, now: number): number {
    while (begun[0] !== undefined && begun[0] <= now - minute) begun.shift();
    const [oldest = now] = begun;
    return begun.length < inMinute ? 0 : Math.ceil((oldest + minute - now) / 1_000);
  }

  function forgetIdle(now: number): void {
    for (const [person, place] of places) {
      if (places.size <= rememberedAtMost) return;
      if (place.running === 0 && (waitOf(place, now) === 0 || places.size > 2 * rememberedAtMost))
        places.delete(person);
    }
  }

  return async <Result>(person: string, work: () => Promise<Result>): Promise<Result> => {
    const now = performance.now();
    const place: Place = places.get(person) ?? { running: 0, waiting: [], begun: [] };
    places.set(person, place);
    const retryAfter = waitOf(place, now);
    if (retryAfter > 0) throw new AppError('rate-limited', { details: { retryAfter } });
    const isFree = place.running < atOnce;
    if (!isFree && place.waiting.length >= waitingAtMost)
      throw new AppError('rate-limited', { details: { retryAfter: 1 } });
    if (inMinute !== Infinity) place.begun.push(now);
    // Finished work passes its slot on, so `running` does not change.
    if (isFree) place.running += 1;
    else await new Promise<void>((resolve) => place.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = place.waiting.shift();
      if (next) next();
      else place.running -= 1;
      if (place.running === 0 && place.begun.length === 0) places.delete(person);
      else if (places.size > rememberedAtMost) forgetIdle(performance.now());
    }
  };
}
