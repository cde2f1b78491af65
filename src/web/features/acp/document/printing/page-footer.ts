import type { Translate } from '../../../../../domain/i18n/texts.ts';

/** Placeholders for the numbers that only the printing browser knows; no name or date can contain them. */
const pageMark = '\u0001';
const pagesMark = '\u0002';

export type FooterFacts = { person: string; dob: string; version: number; date: string };

/**
 * Returns the line at the foot of each printed page, as the value of the CSS property `content`: words in quotes, and counters
 * for the page and the number of pages. Names are quoted so that no name can be parsed as style.
 */
export function footerContent({ person, dob, version, date }: FooterFacts, t: Translate): string {
  const clean = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ');
  const line = t('pdf.footer', {
    person: clean(person),
    dob: clean(dob),
    version,
    date,
    page: pageMark,
    pages: pagesMark,
  });
  return line
    .split(new RegExp(`(${pageMark}|${pagesMark})`))
    .filter((part) => part !== '')
    .map((part) =>
      part === pageMark ? 'counter(page)' : part === pagesMark ? 'counter(pages)' : quoted(part),
    )
    .join(' ');
}

/** Returns a text as a value of the CSS property `content`. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
