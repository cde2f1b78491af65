import { readKept } from '../browser-store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export type Look = { theme: Theme; largeText: boolean };

export const themeKey = 'wattle.theme';
export const textKey = 'wattle.text';
export const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the theme and the text size that this browser stores. */
export function keptLook(): Look {
  const theme = readKept(themeKey);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    largeText: readKept(textKey) === 'large',
  };
}

/** Applies a theme and a text size to the document. */
export function applyLook({ theme, largeText }: Look): void {
  const dark = theme === 'dark' || (theme === 'system' && prefersDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  if (largeText) document.documentElement.dataset['text'] = 'large';
  else delete document.documentElement.dataset['text'];
}
