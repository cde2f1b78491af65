import { useEffect, useRef } from 'react';
import { onSessionLost } from '../api/session-lost.ts';

/** The key under which unsaved values wait for one person, in this tab only. */
function keptKey(name: string, userId: string): string {
  return `wattle.unsaved.${userId}.${name}`;
}

/** Takes back values that were kept when the session ended, if there are any; then they are gone. */
export function takeKeptValues<Values>(name: string, userId: string): Values | null {
  const key = keptKey(name, userId);
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept === null ? null : (JSON.parse(kept) as Values);
  } catch {
    return null;
  }
}

/**
 * Keeps what is typed but not saved when the session ends, for the same person in the same tab (D-13).
 * `values` is asked at that moment; null keeps nothing.
 */
export function useKeptValues(name: string, userId: string | undefined, values: () => unknown): void {
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    if (!userId) return undefined;
    return onSessionLost(() => {
      const unsaved = latest.current();
      if (unsaved === null || unsaved === undefined) return;
      try {
        sessionStorage.setItem(keptKey(name, userId), JSON.stringify(unsaved));
      } catch {
        // A full or blocked store: the page itself still shows what was typed.
      }
    });
  }, [name, userId]);
}
