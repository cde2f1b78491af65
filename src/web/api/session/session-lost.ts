type Listener = () => void;

const listeners = new Set<Listener>();
let present = false;
let person: string | null = null;

/**
 * Calls the listener when the server says that the person is no longer signed in, before anything on the page changes, so that
 * typed text can be saved. Returns the function that unsubscribes.
 */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes the person of the page, by id. null is a visitor, who has no session to lose. */
export function noteSession(userId: string | null): void {
  person = userId;
  present = userId !== null;
}

/** Returns the id of the page's person; null for a visitor's page. It is kept when the session is lost. */
export const personOfPage = (): string | null => person;

/**
 * Returns the header that each request of the page has. A sign-in in another tab changes this tab's cookie, too: the server only
 * answers requests of pages that belong to the signed-in person.
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
