import { useCallback, useRef } from 'react';

/** How soon after a touch another one of the same box is its echo, in milliseconds. */
const echoMs = 400;

/**
 * Tells whether a box was ticked or unticked a moment ago. A hand that shakes touches twice: the second touch would silently
 * take back what the first one picked.
 */
export function useEcho(): (box: string) => boolean {
  const last = useRef({ box: '', at: -Infinity });
  return useCallback((box) => {
    const now = performance.now();
    const echo = last.current.box === box && now - last.current.at < echoMs;
    if (!echo) last.current = { box, at: now };
    return echo;
  }, []);
}
