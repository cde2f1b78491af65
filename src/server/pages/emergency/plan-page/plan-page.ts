import { html, type Html } from '../../html.ts';
import { addressWith, emergencyDocument } from '../layout.ts';
import { cpr, note, notRefused, qualityOfLife, refused } from './page-facts.ts';
import {
  answerRow,
  pageWith,
  signedLang,
  type Extent,
  type Page,
  type PlanPageOptions,
} from './page-parts.ts';
import {
  about,
  beside,
  callFirst,
  callMore,
  changeOf,
  closing,
  current,
  old,
  otherRecord,
  papers,
  who,
} from './page-sections.ts';
import { planStyles } from '../styles.ts';

/** Maximum size of the first page in bytes, including styles: the 14 KB of D-06, by the stricter of its two readings. */
export const emergencyPageLimit = 14_000;

/**
 * Renders the emergency page, in the order of D-06: who, CPR, treatments refused, whom to call, whether it is current, then the
 * rest. At most `emergencyPageLimit` bytes, except with `query.all`, which requests every answer on one page.
 */
export const planPage = (options: PlanPageOptions): string => fitting(options).document;

/** Renders what staff see first on the emergency page, without the document around it. */
export const firstScreen = (options: PlanPageOptions): string =>
  firstSections(fitting(options).page).toString();

/** Returns the page with as much of the plan as fits, and its document. */
function fitting(options: PlanPageOptions): { page: Page; document: string } {
  const rendered = (extent: Extent) => {
    const page = pageWith(options, extent);
    return { page, document: documentOf(page) };
  };
  if (options.query.all) return rendered('whole');
  for (const extent of ['whole', 'linked'] as const) {
    const found = rendered(extent);
    if (Buffer.byteLength(found.document) <= emergencyPageLimit) return found;
  }
  return rendered('shortest');
}

const firstSections = (page: Page): Html =>
  html`${who(page)}${beside(page)}${cpr(page)}${refused(page)}${callFirst(page)}`;

function documentOf(page: Page): string {
  const { t, query, say } = page;
  return emergencyDocument({
    t,
    query,
    title: say('emergency.title'),
    styles: planStyles,
    main: html`<main>${otherRecord(page)}${old(page)}${firstSections(page)}${current(page)}${papers(page)}${qualityOfLife(page)}${note(
      page,
    )}${notRefused(page)}${callMore(page)}${about(page)}${wholePlan(page)}${closing(page)}</main>`,
  });
}

function wholePlan(page: Page): Html {
  const { sections, t, say, query, pdf } = page;
  const pdfText = pdf.pages === undefined ? t('myAcp.pdf') : t('emergency.more.pdf', { pages: pdf.pages });
  const title = html`<h2>${say('carePlan.title', 'carePlan.onBehalf.title')}</h2>`;
  const file = html`<a class="btn two web" href="${pdf.address}">${pdfText}</a>`;
  if (page.extent !== 'whole') {
    const address = addressWith({ ...query, all: true });
    const links = sections.map(
      (section) => html`<li><a href="${address}#${section.id}">${section.title}</a></li>`,
    );
    return html`<section class="rule">${title}${page.extent === 'linked' && html`<ul class="list">${links}</ul>`}<a class="btn two" href="${address}">${t('emergency.more.full')}</a>${file}</section>`;
  }
  const signed = signedLang(page);
  const feelings = say('pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes');
  const change = changeOf(page);
  const sectionRows = sections.map(
    (section) =>
      html`<h3 id="${section.id}"${signed}>${section.title}</h3>${section.id === 'health' && html`<p>${feelings}</p>`}<dl class="rows">${section.rows.map((row) => answerRow(page, row))}</dl>${section.id === 'signature' && change !== null && html`<p>${change}</p>`}`,
  );
  return html`<section class="rule whole">${title}${file}${sectionRows}</section>`;
}
