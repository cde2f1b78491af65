import { html, type Html } from '../html.ts';
import { emergencyDocument } from './layout.ts';
import { pageWith, type Page, type PlanPageOptions } from './plan-page/page-parts.ts';
import {
  ask,
  callFirst,
  callMore,
  closing,
  house,
  identity,
  otherRecord,
  papers,
} from './plan-page/page-sections.ts';
import { planStyles } from './styles.ts';

/**
 * Renders the sections of a page without a plan signed here. No answer is shown. For a plan that consists of papers (LOCK-03) and
 * for a directive alone: who, that nothing was written here, the papers, whom to call. Without any plan (D-61): who, that there is
 * none, whom to call, the papers.
 */
export function unsignedSections(page: Page): Html {
  const calls = html`${callFirst(page)}${callMore(page)}${house(page)}`;
  return page.view.standing === 'none'
    ? html`${otherRecord(page)}${identity(page)}<section class="next"><p><b>${whatThereIs(page)}</b></p></section>${ask(page)}${calls}${papers(page)}`
    : html`${otherRecord(page)}${identity(page)}${ask(page)}<section class="next"><p><b>${whatThereIs(page)}</b></p></section>${papers(page)}${calls}`;
}

/** Returns the first sentence of a page without a plan signed here. */
export function whatThereIs({ view: { standing, files }, say, t }: Page): string {
  if (standing === 'none') return say('emergency.none.title');
  if (standing === 'directive') return say('emergency.directive.title');
  return t(files.length === 0 ? 'emergency.external.none' : 'emergency.current.external');
}

/** Renders the emergency page of a person without a plan signed here. */
export function unsignedPage(options: PlanPageOptions): string {
  const page = pageWith(options, 'whole');
  const { t, query, say } = page;
  return emergencyDocument({
    t,
    query,
    title: say('emergency.title'),
    styles: planStyles,
    main: html`<main>${unsignedSections(page)}${closing(page)}</main>`,
  });
}
