import { longDate } from '../../../domain/fields.ts';
import type { Section } from '../../../domain/questionnaire/reading/present.ts';
import { answerRows, note, refused, treatmentName } from '../emergency/plan-page/page-facts.ts';
import {
  answerRow,
  linesLang,
  noteOf,
  pageWith,
  signedLang,
  signs,
  type Page,
} from '../emergency/plan-page/page-parts.ts';
import type { EmergencyView } from '../emergency/view.ts';
import { html, type Html } from '../html.ts';
import { say, type ContactPage } from './layout.ts';

/** The plan as shown to the contact. */
export type SharedPlanPart = {
  view: EmergencyView;
  sections: readonly Section[];
  version: number;
  signedOn: string;
  /** Whether it has changed since the contact's last opening. */
  isChanged: boolean;
  pdfPath: string;
  fhirPath: string;
};

/**
 * Renders the plan, each answer once: CPR and the refusals first, then what the person needs, on which answers about CPR may
 * depend, then the other sections in their order.
 */
export function planPart(page: ContactPage, plan: SharedPlanPart): Html {
  const { isChanged, version, signedOn, pdfPath, fhirPath } = plan;
  const { view, sections } = plan;
  // The parts of the emergency page are in the voice of the plan.
  const parts = pageWith(
    { view, sections, t: page.t, query: { language: page.language }, pdf: { address: plan.pdfPath } },
    'whole',
  );
  const changed =
    isChanged &&
    html`<div class="news" role="status"><p><b>${say(page, 'contactView.planNew')}</b></p><p>${say(page, 'contactView.throwOld')}</p></div>`;
  const current = say(page, 'contactView.planCurrent', {
    version,
    date: longDate(signedOn, page.language),
  });
  const shownFirst = ['cpr', 'treatments', 'qualityOfLife'];
  const others = sections.filter(({ id }) => !shownFirst.includes(id));
  return html`<section class="plan"><h2>${say(page, 'contactView.plan')}</h2><p>${current}</p>${changed}${cpr(parts)}${refused(parts)}<p>${say(page, 'contactView.whenToUseBody')}</p></section>${note(parts)}${sections.filter(({ id }) => id === 'qualityOfLife').map((section) => sectionPart(parts, section))}${notRefused(parts)}<a class="btn two" href="${pdfPath}?language=${page.language}">${say(page, 'contactView.planPdf')}</a>${others.map((section) => sectionPart(parts, section))}<p class="small"><a href="${fhirPath}">${say(page, 'contactView.planFhir')}</a>${signs[page.language].space}${say(page, 'contactView.planFhirWhat')}</p>`;
}

/** Renders the answers about CPR in the words of the plan. */
const cpr = (parts: Page): Html =>
  html`<section class="heavy"><h2>${parts.t('emergency.cpr.heading')}</h2>${answerRows(parts, 'cpr')}</section>`;

/** Renders the treatments that are not refused, if others are. Signed texts name them beside the refused ones. */
function notRefused({ view, t, say: sayPlan }: Page): Html | null {
  const facts = view.answers;
  if (!facts || facts.refused.length === 0 || facts.notRefused.length === 0) return null;
  const title = sayPlan('emergency.refused.others', 'emergency.onBehalf.refused.others', { list: '' }).trim();
  const list = facts.notRefused.map((id) => html`<li>${treatmentName(t, id)}</li>`);
  return html`<section><h2 class="asked">${title}</h2><ul class="list">${list}</ul><p class="small">${t('emergency.refused.onlyThese')}</p></section>`;
}

/** Renders one section. A section with one question has that question as its title. */
function sectionPart(parts: Page, { id, title, rows }: Section): Html {
  const signed = signedLang(parts);
  const [only, ...more] = rows;
  if (only && more.length === 0) {
    const lines = only.lines.map((line) => html`<li class="words"${linesLang(parts, only)}>${line}</li>`);
    const own = noteOf(parts, only);
    return html`<section id="${id}"><h2 class="asked"${signed}>${only.title}</h2><ul class="list answers">${lines}</ul>${own && html`<p class="words">${own}</p>`}</section>`;
  }
  const feelings =
    id === 'health' && html`<p>${parts.say('pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes')}</p>`;
  return html`<section id="${id}"><h2${signed}>${title}</h2>${feelings}<dl class="rows">${rows.map((row) => answerRow(parts, row))}</dl></section>`;
}
