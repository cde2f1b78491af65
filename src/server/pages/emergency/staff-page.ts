import { html, type Html } from '../html.ts';
import { emergencyDocument } from './layout.ts';
import { cpr, note, notRefused, qualityOfLife, refused } from './plan-page/page-facts.ts';
import { pageWith, type Extent, type Page, type PlanPageOptions } from './plan-page/page-parts.ts';
import {
  about,
  beside,
  callFirst,
  callMore,
  current,
  footer,
  otherRecord,
  papers,
  who,
} from './plan-page/page-sections.ts';
import { sheetStyles } from './styles.ts';
import { unsignedSections } from './unsigned-page.ts';

/**
 * Maximum number of characters on one A4 sheet besides its headings. With more, long texts are replaced by the address of the
 * whole plan.
 */
const lettersOfSheet = 2_000;

/**
 * Renders the emergency facts for staff, to show and to print on one A4 sheet: the first part of the emergency page, in the same
 * words, with all needs where they fit, and with the kind and the check of each paper (S-77).
 */
export function staffPage(options: PlanPageOptions): string {
  const { t, query } = options;
  const { main, classes } = sheetOf(options);
  return emergencyDocument({
    t,
    query,
    title: pageWith(options, 'shortest').say('emergency.title'),
    styles: sheetStyles,
    main: html`<main class="${classes}">${main}</main>`,
    oneLanguage: true,
  });
}

/**
 * Maximum number of characters of all sheets that are printed together with their long texts. With many more, one document takes
 * four seconds and longer, in which no other PDF is made.
 */
const lettersTogether = 300_000;

/**
 * Returns the contents of the sheets of several people on paper: with all long texts, or if these are too many together, long sheets as
 * on the screen.
 */
export function sheetsOnPaper(people: readonly PlanPageOptions[]): Html[] {
  const whole = people.map(wholeSheet);
  if (whole.reduce((sum, sheet) => sum + lettersOf(sheet), 0) <= lettersTogether) return whole;
  return whole.map((sheet, index) =>
    lettersOf(sheet) <= lettersOfSheet ? sheet : sheetOf(people[index]!).main,
  );
}

/** Returns the content of a sheet with all long texts, however long it is. All needs are in the box of CPR if that leaves it short. */
export function wholeSheet(options: PlanPageOptions): Html {
  const withAllNeeds = mainOf(pageWith(options, 'linked', { allNeeds: true }));
  if (lettersOf(withAllNeeds) <= lettersOfSheet) return withAllNeeds;
  return mainOf(pageWith(options, 'linked', { allNeeds: false }));
}

/** Returns the content of a sheet, with all needs where they fit, and shortened where it would need a second sheet. */
function sheetOf(options: PlanPageOptions): { main: Html; classes: string } {
  const mainIn = (extent: Extent, allNeeds: boolean) => mainOf(pageWith(options, extent, { allNeeds }));
  const fitting = [mainIn('linked', true), mainIn('linked', false)].find(
    (main) => lettersOf(main) <= lettersOfSheet,
  );
  return fitting
    ? { main: fitting, classes: 'sheet' }
    : { main: mainIn('shortest', false), classes: 'sheet tight' };
}

const mainOf = (page: Page): Html =>
  page.view.standing !== 'signed'
    ? html`${unsignedSections(page)}${below(page)}`
    : html`${otherRecord(page)}${who(page)}${beside(page)}${cpr(page)}${refused(page)}${callFirst(page)}${current(page)}${papers(page)}${qualityOfLife(page)}${note(
        page,
      )}${notRefused(page)}${callMore(page)}${about(page)}${below(page)}`;

const below = (page: Page): Html =>
  html`<section class="rule small">${footer(page, { saysWhoIsNotified: page.view.standing !== 'none' })}</section>`;

const lettersOf = (main: Html): number => main.toString().replaceAll(/<[^>]*>/g, '').length;
