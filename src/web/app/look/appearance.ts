import { useSyncExternalStore } from 'react';
import { keep } from '../browser-store.ts';
import { applyLook, keptLook, prefersDark, textKey, themeKey, type Look, type Theme } from './look.ts';

let appearance = keptLook();
const listeners = new Set<() => void>();

const apply = () => applyLook(appearance);
apply();
prefersDark.addEventListener('change', apply);

function change(next: Partial<Look>): void {
  appearance = { ...appearance, ...next };
  keep(themeKey, appearance.theme);
  keep(textKey, appearance.largeText ? 'large' : 'normal');
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => appearance;

/** Theme and text size, stored by this browser. */
export function useAppearance() {
  const now = useSyncExternalStore(subscribe, current, current);
  return {
    ...now,
    setTheme: (theme: Theme) => change({ theme }),
    setLargeText: (largeText: boolean) => change({ largeText }),
  };
}
