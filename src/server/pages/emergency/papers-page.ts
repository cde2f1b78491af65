import { html, type Html } from '../html.ts';
import { emergencyDocument } from './layout.ts';
import { pageWith, type Page, type PlanPageOptions } from './page-parts.ts';
import { ask, callFirst, callMore, closing, identity, papers } from './page-sections.ts';
import { planStyles } from './styles.ts';

/** What the page says of a plan that consists of papers (LOCK-03): who, where the plan stands, whom to call. No answer is shown. */
export const papersSections = (page: Page): Html =>
  html`${identity(page)}${ask(page)}<section class="next"><p><b>${page.t('emergency.current.external')}</b></p></section>${papers(page)}${callFirst(
    page,
  )}${callMore(page)}<section><p>${page.t('emergency.who.careProvider', { provider: page.view.careProvider })}</p></section>`;

/** The emergency page of a plan that consists of papers. */
export function papersPage(options: PlanPageOptions): string {
  const page = pageWith(options, 'whole');
  const { t, query, say } = page;
  return emergencyDocument({
    t,
    query,
    title: say('emergency.title'),
    styles: planStyles,
    main: html`<main>${papersSections(page)}${closing(page)}</main>`,
  });
}
