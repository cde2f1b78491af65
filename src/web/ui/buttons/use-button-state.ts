import { useCallback, useEffect, useRef, useState } from 'react';
import { pressNow, shieldPressed } from '../layers/shield.ts';

/** State of the work behind a button. */
export type ButtonState = 'initial' | 'pending' | 'complete' | 'error';

/**
 * Returns the state of a button that saves or sends: initial, pending, complete or error, and back to initial after `resetMs`.
 * `run` does the work; the state is error if the work throws or returns false. While pending, `run` does nothing.
 */
export function useButtonState(resetMs: number) {
  const [state, setState] = useState<ButtonState>('initial');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const busy = useRef(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  const set = useCallback(
    (next: ButtonState) => {
      clearTimeout(timer.current);
      busy.current = next === 'pending';
      setState(next);
      if (next === 'complete' || next === 'error')
        timer.current = setTimeout(() => setState('initial'), resetMs);
    },
    [resetMs],
  );

  const run = useCallback(
    async (work: () => Promise<boolean | void>): Promise<void> => {
      if (busy.current) return;
      const press = pressNow();
      set('pending');
      try {
        set((await work()) === false ? 'error' : 'complete');
      } catch (error) {
        set('error');
        throw error;
      } finally {
        shieldPressed(press);
      }
    },
    [set],
  );

  return { state, set, run };
}
