import type { Language } from '../src/domain/i18n/texts.ts';

/** Titles of tests that run on the telephone: `phone` only there, `bothWidths` there and on the large screen. */
export const phone = '@phone';
export const bothWidths = '@both-widths';

/**
 * Titles of tests that `npm test` runs, at the width of a telephone where they run at both (docs/decisions/0061). `mainOnce` is for
 * tests in both languages, of which it runs the Chinese one: those in one language are English.
 */
export const main = '@main';
export const mainOnce = (language: Language): string => (language === 'zh' ? main : '');
