import { useCallback, useSyncExternalStore } from 'react';
import { paces, type Pace } from '../../../../domain/questionnaire/answering/short-pages.ts';
import { keep, readKept } from '../../../app/browser-store.ts';

const keyOf = (userId: string) => `wattle.pace.${userId}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Choices of this visit, for browsers that store nothing. */
const chosen = new Map<string, Pace>();

const paceOf = (userId: string): Pace =>
  chosen.get(userId) ?? paces.find((pace) => pace === readKept(keyOf(userId))) ?? 'few';

/**
 * The number of questions on a page of a small screen for the person of a plan, and a function to change it. This browser stores
 * it, as it stores the text size.
 */
export function usePace(userId: string): [Pace, (pace: Pace) => void] {
  const pace = useSyncExternalStore(subscribe, () => paceOf(userId));
  const change = useCallback(
    (next: Pace) => {
      chosen.set(userId, next);
      keep(keyOf(userId), next);
      for (const listener of listeners) listener();
    },
    [userId],
  );
  return [pace, change];
}

/** Returns the stored pace of the person of a plan. */
export const keptPace = paceOf;
