type Listener = () => void;

const listeners = new Set<Listener>();
let present = false;
let person: string | null = null;

/**
 * Calls the listener when the server says that the person is not signed in any more, before anything on the page
 * changes: the moment to keep what was typed. Gives the function that stops it.
 */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes whose page this is, by id. null is a visitor, who has no session to lose. */
export function noteSession(userId: string | null): void {
  person = userId;
  present = userId !== null;
}

/** Whose page this is, by id; null for a visitor's. It stays when the session is lost. */
export const personOfPage = (): string | null => person;

/**
 * Goes with what the page asks. A sign-in in another tab changes this tab's cookie, too: the server answers a page only
 * when it is the page of the person who is signed in.
 */
export function personHeader(): Record<string, string> {
  return person === null ? {} : { 'wattle-person': person };
}

/** Notifies every listener that the session is gone, once for each session. */
export function sessionLost(): void {
  if (!present) return;
  present = false;
  for (const listener of [...listeners]) listener();
}
