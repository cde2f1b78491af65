type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Calls the listener when the server refused a request because the person has not agreed to the current version of a text, which
 * may have changed while the page was open (GAP-71). Returns the function that unsubscribes.
 */
export function onConsentDue(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies every listener that there is a text to agree to. */
export function consentFellDue(): void {
  for (const listener of [...listeners]) listener();
}

const givenListeners = new Set<Listener>();

/**
 * Calls the listener when the person has agreed to all texts, so that requests refused before are now allowed. Returns the
 * function that unsubscribes.
 */
export function onConsentGiven(listener: Listener): () => void {
  givenListeners.add(listener);
  return () => givenListeners.delete(listener);
}

/** Notifies every listener that nothing is due any more. */
export function consentGiven(): void {
  for (const listener of [...givenListeners]) listener();
}
