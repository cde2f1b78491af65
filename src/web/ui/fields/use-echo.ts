import { useCallback, useRef } from 'react';

/** Time in which another touch of the same box counts as accidental, in milliseconds. */
export const echoMs = 400;

/**
 * Returns a function that is true if a box was ticked or unticked a moment ago. A trembling hand touches twice, and the second
 * touch would silently undo the first one. `at` is the time of the touch (`Event.timeStamp`), because a slow telephone
 * handles the second touch late.
 */
export function useEcho(): (box: string, at: number) => boolean {
  const last = useRef({ box: '', at: -Infinity });
  return useCallback((box, at) => {
    const echo = last.current.box === box && at - last.current.at < echoMs;
    if (!echo) last.current = { box, at };
    return echo;
  }, []);
}
