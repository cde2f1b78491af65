import { useEffect, useSyncExternalStore } from 'react';

let holds = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  holds += by;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Prevents requests for consent while the component that uses this hook is mounted: what it shows is shown only once. */
export function useConsentHold(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

const isHeld = () => holds > 0;

/** Whether the page has content that must be read first. */
export function useConsentHeld(): boolean {
  return useSyncExternalStore(subscribe, isHeld, isHeld);
}
