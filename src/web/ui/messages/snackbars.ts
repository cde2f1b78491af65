import { useSyncExternalStore } from 'react';

/** A short message at the bottom of the page. Never the only place for an error. */
export type Snack = { id: number; words: string; kind: 'done' | 'problem'; showMs: number };

const usualMs = 6000;

let snacks: readonly Snack[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Snack[]): void {
  snacks = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a message for 6 seconds by default, longer while it is pointed at or focused. Works outside components too. Gives its id, by
 * which it is closed before.
 */
export function showSnackbar(words: string, kind: Snack['kind'] = 'done', showMs = usualMs): number {
  const id = nextId++;
  // The same message twice, as from two failed calls at once, is said once.
  change([...snacks.filter((snack) => snack.words !== words), { id, words, kind, showMs }]);
  return id;
}

/** Takes a message away. */
export function closeSnackbar(id: number): void {
  change(snacks.filter((snack) => snack.id !== id));
}

/** The messages that show now. */
export function useSnacks(): readonly Snack[] {
  return useSyncExternalStore(subscribe, () => snacks);
}
