import { useSyncExternalStore } from 'react';
import { keep, readKept } from './browser-store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
type Appearance = { theme: Theme; largeText: boolean };

const themeKey = 'wattle.theme';
const textKey = 'wattle.text';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

function kept(): Appearance {
  const theme = readKept(themeKey);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    largeText: readKept(textKey) === 'large',
  };
}

let appearance = kept();
const listeners = new Set<() => void>();

function apply(): void {
  const dark = appearance.theme === 'dark' || (appearance.theme === 'system' && prefersDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  if (appearance.largeText) document.documentElement.dataset['text'] = 'large';
  else delete document.documentElement.dataset['text'];
}
apply();
prefersDark.addEventListener('change', apply);

function change(next: Partial<Appearance>): void {
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

/** The theme and the size of the text, kept by this browser. */
export function useAppearance() {
  const now = useSyncExternalStore(subscribe, () => appearance);
  return {
    ...now,
    setTheme: (theme: Theme) => change({ theme }),
    setLargeText: (largeText: boolean) => change({ largeText }),
  };
}
