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

/** Shows a message for 6 seconds unless told, or as long as it is pointed at or has focus. Works outside components too. */
export function showSnackbar(words: string, kind: Snack['kind'] = 'done', showMs = usualMs): void {
  // The same message twice, as from two failed calls at once, is said once.
  change([...snacks.filter((snack) => snack.words !== words), { id: nextId++, words, kind, showMs }]);
}

/** Takes a message away. */
export function closeSnackbar(id: number): void {
  change(snacks.filter((snack) => snack.id !== id));
}

/** The messages that show now. */
export function useSnacks(): readonly Snack[] {
  return useSyncExternalStore(subscribe, () => snacks);
}
