import { useSyncExternalStore } from 'react';

/** A short message at the bottom of the page. Never the only place for an error. */
export type Snack = {
  id: number;
  words: string;
  kind: 'done' | 'problem';
  showMs: number;
  /** When it was shown, in milliseconds of `performance.now()`. */
  shownAt: number;
  /** An action that the message offers, such as undo. */
  action?: SnackAction | undefined;
};

type SnackAction = { words: string; run: () => void };

const usualMs = 6000;

/** Long enough to read, to think and to reach the button. */
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
 * Shows a message for 6 seconds by default, longer while it is pointed at or focused. Also works outside components. Returns its
 * id for `closeSnackbar`.
 */
export function showSnackbar(words: string, kind: Snack['kind'] = 'done', showMs = usualMs): number {
  const id = nextId++;
  // A repeated message, for example from two calls that failed at once, is shown once.
  change([
    ...snacks.filter((snack) => snack.words !== words),
    { id, words, kind, showMs, shownAt: performance.now() },
  ]);
  return id;
}

/** Shows a message with an action, for 15 seconds. The message closes when the action is done. */
export function showSnackbarWith(action: SnackAction, words: string): void {
  change([
    ...snacks.filter((snack) => snack.words !== words),
    { id: nextId++, words, kind: 'done', showMs: actionMs, shownAt: performance.now(), action },
  ]);
}

/** Closes a message. */
export function closeSnackbar(id: number): void {
  change(snacks.filter((snack) => snack.id !== id));
}

/** Closes the message with these words. */
export function closeSnackbarSaying(words: string): void {
  change(snacks.filter((snack) => snack.words !== words));
}

/**
 * A message shown at most this long before its page is left, in milliseconds, is about leaving and is shown on the next page too.
 */
const carriedMs = 2000;

/** Keeps a message when its page is left, however long that takes, because it is about leaving. */
export function carrySnackbar(id: number): void {
  change(snacks.map((snack) => (snack.id === id ? { ...snack, shownAt: Infinity } : snack)));
}

/** Closes the messages of the page that is left. Those that still offer undo are kept. */
export function leaveSnackbars(): void {
  const since = performance.now() - carriedMs;
  change(snacks.filter(({ shownAt, action }) => action !== undefined || shownAt >= since));
}

const currentSnacks = () => snacks;

/** Returns the messages shown now. */
export function useSnacks(): readonly Snack[] {
  return useSyncExternalStore(subscribe, currentSnacks, currentSnacks);
}
