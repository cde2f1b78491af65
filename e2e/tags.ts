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

/** The two screens of tests. */
export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  mobile: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** The project of `npm test`: one for both screens, as each project has workers, browsers and servers of its own. */
export const mainProject = 'main';

/** Whether a test of the main set is shown on a telephone; in other projects the project says on what. */
export const onTelephone = (run: { project: { name: string }; tags: readonly string[] }): boolean =>
  run.project.name === mainProject && (run.tags.includes(phone) || run.tags.includes(bothWidths));
