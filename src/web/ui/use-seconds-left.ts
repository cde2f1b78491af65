import { useCallback, useEffect, useState } from 'react';

/** Counts down whole seconds from `first` to 0, by the clock, so that a suspended tab does not lag. */
export function useSecondsLeft(first = 0): { left: number; start: (seconds: number) => void } {
  const [now, setNow] = useState(() => Date.now());
  const [until, setUntil] = useState(() => Date.now() + first * 1000);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const running = left > 0;

  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);

  const start = useCallback((seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  }, []);

  return { left, start };
}
