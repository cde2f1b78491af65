import { useCallback, useRef } from 'react';

/** How soon after a touch another one of the same box is its echo, in milliseconds. */
export const echoMs = 400;

/**
 * Tells whether a box was ticked or unticked a moment ago. A hand that shakes touches twice: the second touch would silently
 * take back what the first one picked. `at` is when the finger touched (`Event.timeStamp`): a slow telephone handles the
 * second touch late.
 */
export function useEcho(): (box: string, at: number) => boolean {
  const last = useRef({ box: '', at: -Infinity });
  return useCallback((box, at) => {
    const echo = last.current.box === box && at - last.current.at < echoMs;
    if (!echo) last.current = { box, at };
    return echo;
  }, []);
}
