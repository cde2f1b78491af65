import type { Language } from '../src/domain/i18n/texts.ts';

/** Tags of tests that run on the telephone: `phone` only there, `bothWidths` there and on the large screen. */
export const phone = '@phone';
export const bothWidths = '@both-widths';

/**
 * Tag of a test in both languages that checks behaviour, not layout: English runs on the large
 * screen and Chinese on the telephone, so each language and each width is seen once (docs/decisions/0061).
 */
export const eachWidthOnce = (language: Language): string => (language === 'zh' ? phone : '@wide');

/** True if a run also contains the tests that repeat another one in the other language or at the other width (docs/decisions/0061). */
export const isExhaustive = process.env['EXHAUSTIVE'] !== undefined;

/** Tag of layout tests, which run in both languages on each of their screens. */
export const bothLanguages = '@both-languages';

/**
 * Tags of tests that `npm test` runs, at the width of a telephone if they run at both (docs/decisions/0061). `mainOnce` is for
 * tests in both languages and runs only the Chinese one, since tests in one language are English.
 */
export const main = '@main';
export const mainOnce = (language: Language): string => (language === 'zh' ? main : '@in-chinese');

/**
 * Tests in both languages that a screen leaves out, since the same test runs in the other language there or on the other screen:
 * at both widths English runs on the large screen and Chinese on the telephone, at one width the language of the main set.
 */
export const repeated: Readonly<Record<keyof typeof screens, readonly RegExp[]>> = {
  desktop: [
    /^(?!.*@both-languages).*\bin zh\b.*@both-widths/,
    /^(?!.*@both-languages)(?!.*@both-widths)(?!.*@main).*\bin zh\b/,
    /^(?!.*@both-languages)(?!.*@both-widths)(?!.*@wide).*\bin en\b.*@in-chinese/,
  ],
  mobile: [/^(?!.*@both-languages).*\bin en\b.*@both-widths/],
};

/** The two screen sizes of tests. */
export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  mobile: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** The project of `npm test`: one for both screen sizes, since each project has its own workers, browsers and servers. */
export const mainProject = 'main';

/** True if a test of the main set runs at telephone size; in other projects the project decides. */
export const onTelephone = (run: { project: { name: string }; tags: readonly string[] }): boolean =>
  run.project.name === mainProject && (run.tags.includes(phone) || run.tags.includes(bothWidths));
