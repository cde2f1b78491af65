import { useSyncExternalStore } from 'react';

/** A short message at the bottom of the page. Never the only place for an error. */
export type Snack = {
  id: number;
  words: string;
  kind: 'done' | 'problem';
  showMs: number;
  /** When it was shown, in milliseconds of `performance.now()`. */
  shownAt: number;
  /** What can be done about it, such as taking it back. */
  action?: SnackAction | undefined;
};

type SnackAction = { words: string; run: () => void };

const usualMs = 6000;

/** There must be time to read it, to think and to come to the button. */
const actionMs = 15_000;

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
  change([
    ...snacks.filter((snack) => snack.words !== words),
    { id, words, kind, showMs, shownAt: performance.now() },
  ]);
  return id;
}

/** Shows a message with something to do about it, for 15 seconds. The message goes when it is done. */
export function showSnackbarWith(action: SnackAction, words: string): void {
  change([
    ...snacks.filter((snack) => snack.words !== words),
    { id: nextId++, words, kind: 'done', showMs: actionMs, shownAt: performance.now(), action },
  ]);
}

/** Takes a message away. */
export function closeSnackbar(id: number): void {
  change(snacks.filter((snack) => snack.id !== id));
}

/** Takes the message with these words away. */
export function closeSnackbarSaying(words: string): void {
  change(snacks.filter((snack) => snack.words !== words));
}

/** A message shown this long before its page is left, in milliseconds, or less, is about leaving and goes along. */
const carriedMs = 2000;

/** Lets a message stay when its page is left, however long that takes: it is about leaving. */
export function carrySnackbar(id: number): void {
  change(snacks.map((snack) => (snack.id === id ? { ...snack, shownAt: Infinity } : snack)));
}

/** Takes away the messages of the page that is left. Those that can still take something back stay. */
export function leaveSnackbars(): void {
  const since = performance.now() - carriedMs;
  change(snacks.filter(({ shownAt, action }) => action !== undefined || shownAt >= since));
}

/** The messages that show now. */
export function useSnacks(): readonly Snack[] {
  return useSyncExternalStore(subscribe, () => snacks);
}
