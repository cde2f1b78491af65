import { useEffect, useState } from 'react';
import type { Acting } from '../../app/person.ts';

let known: { endsAt: string; secondsLeft: number; until: number } | undefined;

/**
 * Returns the end of the session by this computer's clock, which may be wrong: counted from the time at which the server sent the
 * remaining time.
 */
function untilOf({ ends_at, seconds_left }: Acting): number {
  // The same response read again from the cache counts from its first arrival.
  if (known?.endsAt !== ends_at || known.secondsLeft !== seconds_left)
    known = { endsAt: ends_at, secondsLeft: seconds_left, until: Date.now() + seconds_left * 1000 };
  return known.until;
}

/** Returns the whole minutes left in the account, rounded up, and whether the time is over. The component updates. */
export function useTimeLeft(acting: Acting): { minutes: number; over: boolean } {
  const until = untilOf(acting);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  const over = left === 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  return { minutes: Math.ceil(left / 60_000), over };
}
