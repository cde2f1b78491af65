type Listener = () => void;

const listeners = new Set<Listener>();
let present = false;

/**
 * Calls the listener when the server says that the person is not signed in any more, before anything on the page
 * changes: the moment to keep what was typed. Gives the function that stops it.
 */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes whether somebody is signed in. A visitor has no session to lose. */
export function noteSession(signedIn: boolean): void {
  present = signedIn;
}

/** Tells every listener that the session is gone, once for each session. */
export function sessionLost(): void {
  if (!present) return;
  present = false;
  for (const listener of [...listeners]) listener();
}
