import { translateMessage } from '../../../domain/i18n/texts.ts';
import { longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { Section } from '../../../domain/questionnaire/reading/present.ts';
import { cpr, note, notRefused, qualityOfLife, refused } from '../emergency/plan-page/page-facts.ts';
import { answerRow, signedLang, signs, type Page } from '../emergency/plan-page/page-parts.ts';
import type { EmergencyView } from '../emergency/view.ts';
import { html, type Html } from '../html.ts';
import { addressOf, contactDocument, say, sayFor, type ContactPage } from './layout.ts';

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

/** One shared file, with its path. */
export type SharedFileRow = { name: string; path: string; sharedAt: Date | null };

export type SharedPageFacts = {
  decisionMaker: boolean;
  /** Whether the owner withholds the plan from this contact. */
  withheld: boolean;
  /** Whether the plan consists of uploaded papers. */
  isExternal: boolean;
  plan: SharedPlanPart | null;
  files: readonly SharedFileRow[];
  /** Whether the contact gets a mail when staff hand the plan over. */
  hospitalNews: boolean;
  closesAt: Date;
};

const space = ({ language }: ContactPage) => signs[language].space;

const titleOf = (page: ContactPage) => sayFor(page, 'contactView.title', 'contactView.titleOnBehalf');

/**
 * Renders the page before the shared content. It has a button, because mail scanners open links too and the owner is notified of
 * each opening.
 */
export function coverPage(page: ContactPage, { wasClosed }: { wasClosed: boolean }): string {
  const title = titleOf(page);
  const closed = wasClosed && html`<p class="news" role="status">${say(page, 'contactView.closed')}</p>`;
  return contactDocument(page, {
    title,
    main: html`<h1>${title}</h1>${recordedBy(page)}${closed}<p>${say(page, 'contactView.seen')}</p><form method="post"><button class="btn" name="open" value="1">${say(page, 'contactView.open')}</button></form><p class="soft">${say(page, 'contactView.openLead')}</p><p>${say(page, 'contactView.keepLink')}</p><p><b>${say(page, 'contactView.emergency')}</b></p>`,
  });
}

const recordedBy = (page: ContactPage): Html | false =>
  page.names.recorder !== '' && html`<p class="soft">${say(page, 'contactView.recordedBy')}</p>`;

/** Renders everything that is shared with the contact, and nothing else. */
export function sharedPage(page: ContactPage, facts: SharedPageFacts): string {
  const title = titleOf(page);
  const role = facts.decisionMaker
    ? html`<p><b>${say(page, 'contactView.roleSpeaker')}</b></p><p>${say(page, 'contactView.roleSpeakerLaw')}</p>`
    : html`<p><b>${say(page, 'contactView.role')}</b></p>`;
  return contactDocument(page, {
    title,
    main: html`<h1>${title}</h1>${recordedBy(page)}${role}<p class="box"><b>${say(page, 'contactView.emergency')}</b></p>${planSection(page, facts)}${filesSection(page, facts)}${guidance(page)}${hospitalNews(page, facts)}${closing(page, facts)}`,
  });
}

function planSection(page: ContactPage, { plan, withheld, isExternal }: SharedPageFacts): Html {
  const title = html`<h2>${say(page, 'contactView.plan')}</h2>`;
  if (!plan) {
    const none = isExternal ? 'contactView.planExternal' : 'contactView.planNone';
    const why = say(page, withheld ? 'contactView.planNotShared' : none);
    return html`<section>${title}<p>${why}</p></section>`;
  }
  const { isChanged, version, signedOn, pdfPath, fhirPath } = plan;
  const parts = partsOf(page, plan);
  const changed =
    isChanged &&
    html`<div class="news" role="status"><p><b>${say(page, 'contactView.planNew')}</b></p><p>${say(page, 'contactView.throwOld')}</p></div>`;
  const current = say(page, 'contactView.planCurrent', {
    version,
    date: longDate(signedOn, page.language),
  });
  return html`<section>${title}<p>${current}</p>${changed}<a class="btn" href="#whole">${say(page, 'contactView.planOpen')}</a><a class="btn two" href="${pdfPath}?language=${page.language}">${say(page, 'contactView.planPdf')}</a><p><a href="${fhirPath}">${say(page, 'contactView.planFhir')}</a> ${say(page, 'contactView.planFhirWhat')}</p></section><section class="facts"><h2>${say(page, 'contactView.facts')}</h2>${cpr(parts)}${refused(parts)}${note(parts)}${qualityOfLife(parts)}${notRefused(parts)}</section><section id="whole" class="rule whole"><h2>${say(page, 'contactView.plan')}</h2>${wholePlan(parts)}</section>`;
}

/** The parts of the emergency page are in the voice of the plan. */
function partsOf({ t, language }: ContactPage, { view, sections, pdfPath }: SharedPlanPart): Page {
  const { voice, person } = view;
  const names = voice.kind === 'self' ? {} : { recorder: voice.recorder, relation: voice.relation };
  return {
    view,
    t,
    query: { language },
    sections,
    pdf: { address: pdfPath },
    extent: 'whole',
    say: (self, onBehalf, ...[params]) =>
      translateMessage(t, voice.kind === 'onBehalf' && onBehalf ? onBehalf : self, {
        ...names,
        person: person.fullName,
        firstName: person.firstName,
        ...params,
      }),
  };
}

function wholePlan(parts: Page): Html {
  const signed = signedLang(parts);
  const feelings = parts.say('pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes');
  return html`${parts.sections.map(
    (section) =>
      html`<h3 id="${section.id}"${signed}>${section.title}</h3>${section.id === 'health' && html`<p>${feelings}</p>`}<dl class="rows">${section.rows.map((row) => answerRow(parts, row))}</dl>`,
  )}`;
}

function filesSection(page: ContactPage, { files }: SharedPageFacts): Html {
  const rows = files.map(({ name, path, sharedAt }) => {
    const since =
      sharedAt &&
      html`<p class="small soft">${say(page, 'contactView.fileShared', { date: longDate(melbourneDate(sharedAt), page.language) })}</p>`;
    return html`<li><a href="${path}">${name}</a>${since}</li>`;
  });
  const fileList =
    files.length === 0
      ? html`<p>${say(page, 'contactView.filesNone')}</p>`
      : html`<ul class="list">${rows}</ul>`;
  return html`<section><h2>${say(page, 'contactView.files')}</h2>${fileList}</section>`;
}

function guidance(page: ContactPage): Html {
  const steps = [1, 2, 3] as const;
  return html`<section><h2>${say(page, 'contactView.whenToUse')}</h2><p>${say(page, 'contactView.whenToUseBody')}</p></section><section><h2>${say(page, 'contactView.whatToDo')}</h2><ul>${steps.map((at) => html`<li>${say(page, `contactView.whatToDo${at}`)}</li>`)}</ul></section>`;
}

/** Renders the contact's own switch for mails about a hospital (N-14). */
function hospitalNews(page: ContactPage, { hospitalNews: wanted }: SharedPageFacts): Html {
  const state = say(page, wanted ? 'contactView.hospital.on' : 'contactView.hospital.off');
  const button = say(page, wanted ? 'contactView.hospital.stop' : 'contactView.hospital.ask');
  return html`<section><h2>${say(page, 'contactView.hospital.title')}</h2><p>${state}</p><form method="post"><button class="btn two" name="hospital" value="${wanted ? 'off' : 'on'}">${button}</button></form></section>`;
}

function closing(page: ContactPage, { closesAt }: SharedPageFacts): Html {
  return html`<section class="rule"><p>${say(page, 'contactView.support')}</p><p>${say(page, 'contactView.keepLink')}${space(page)}${say(page, 'contactView.seen')}</p><p>${say(page, 'contactView.closes', { time: melbourneTime(closesAt) })}</p><form method="post"><button class="btn two" name="close" value="1">${say(page, 'contactView.closeButton')}</button></form><p><a class="go" href="${addressOf(page.language, 'leave')}">${say(page, 'contactView.stepBack')}</a></p></section>`;
}

/** Renders the confirmation before a contact steps back. */
export function leavePage(page: ContactPage): string {
  const title = say(page, 'contactView.stepBackAsk');
  return contactDocument(page, {
    title,
    part: 'leave',
    main: html`<h1>${title}</h1><p>${say(page, 'contactView.stepBackBody')}</p><p>${say(page, 'contactView.stepBackLaw')}</p><form method="post"><button class="btn" name="leave" value="1">${say(page, 'contactView.stepBackButton')}</button></form><a class="btn two" href="${addressOf(page.language)}">${say(page, 'contactView.stepBackKeep')}</a>`,
  });
}

export function leftPage({ t, language }: Pick<ContactPage, 't' | 'language'>): string {
  const title = t('contactView.stepBackDone');
  return contactDocument({ t, language }, { title, isLast: true, main: html`<h1>${title}</h1>` });
}
