type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Calls the listener when the server refused something because the person has not agreed to a text as it is now: it may have
 * changed while the page was open (GAP-71). Gives the function that stops it.
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

/** Calls the listener when the person has agreed to all: what was refused before is allowed now. Gives the function that stops it. */
export function onConsentGiven(listener: Listener): () => void {
  givenListeners.add(listener);
  return () => givenListeners.delete(listener);
}

/** Notifies every listener that nothing is due any more. */
export function consentGiven(): void {
  for (const listener of [...givenListeners]) listener();
}
