import { useSyncExternalStore } from 'react';

let isFrame = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes whether the page is still what the build rendered: true before React takes it over, false when all of it reacts. */
export function noteFrame(now: boolean): void {
  if (isFrame === now) return;
  isFrame = now;
  for (const listener of listeners) listener();
}

/**
 * Whether the component is rendered as part of a first frame: by the build, or when React takes the frame over in the browser
 * (src/web/frames). It changes only when the whole frame reacts: a change before would throw away what React has not reached yet.
 */
export const useIsFrame = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isFrame,
    () => true,
  );
