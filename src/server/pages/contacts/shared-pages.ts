import { longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import { signs, widthOf } from '../emergency/plan-page/page-parts.ts';
import { html, type Html } from '../html.ts';
import { calls, type Callee } from './calls.ts';
import { addressOf, contactDocument, say, sayFor, type ContactPage } from './layout.ts';
import { planPart, type SharedPlanPart } from './plan-part.ts';

/** One shared file, with its path. */
export type SharedFileRow = { name: string; path: string; sharedAt: Date | null };

export type SharedPageFacts = {
  decisionMaker: boolean;
  acceptedAt: Date;
  callees: readonly Callee[];
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

/** Maximum length, in characters, of a title in large type: it fits on three lines of a telephone. */
const largeTitle = 60;

const heading = (title: string): Html =>
  html`<h1${widthOf(title) > largeTitle && html` class="long"`}>${title}</h1>`;

/**
 * Renders the page before the shared content. It has a button, because mail scanners open links too and the owner is notified of
 * each opening.
 */
export function coverPage(page: ContactPage, { wasClosed }: { wasClosed: boolean }): string {
  const title = titleOf(page);
  const closed = wasClosed && html`<p class="news" role="status">${say(page, 'contactView.closed')}</p>`;
  return contactDocument(page, {
    title,
    main: html`${heading(title)}${recordedBy(page)}${closed}<p>${say(page, 'contactView.seen')}</p><form method="post"><button class="btn" name="open" value="1">${say(page, 'contactView.open')}</button></form><p class="soft">${say(page, 'contactView.openLead')}</p><p>${say(page, 'contactView.keepLink')}</p><p><b>${say(page, 'contactView.emergency')}</b></p>`,
  });
}

const recordedBy = (page: ContactPage): Html | false =>
  page.names.recorder !== '' && html`<p class="soft">${say(page, 'contactView.recordedBy')}</p>`;

/**
 * Renders everything that is shared with the contact, and nothing else: who shares it, what the contact is asked to be, what to do
 * if a hospital calls, whom to call; then the plan.
 */
export function sharedPage(page: ContactPage, facts: SharedPageFacts): string {
  const title = titleOf(page);
  return contactDocument(page, {
    title,
    main: html`${heading(title)}${role(page, facts)}${hospitalCalls(page, facts)}<p class="first"><b>${say(page, 'contactView.emergency')}</b></p>${calls(page, facts.callees)}${planSection(page, facts)}${filesSection(page, facts)}${hospitalNews(page, facts)}${closing(page, facts)}`,
  });
}

/** Renders who named the contact, and what the contact is asked to be. */
function role(page: ContactPage, { decisionMaker, acceptedAt }: SharedPageFacts): Html {
  const date = longDate(melbourneDate(acceptedAt), page.language);
  const who = sayFor(page, 'contactView.who', 'contactView.whoOnBehalf', { date });
  return decisionMaker
    ? html`<p>${who}</p><p><b>${say(page, 'contactView.roleSpeaker')}</b>${space(page)}${say(page, 'contactView.roleSpeakerLaw')}</p>`
    : html`<p>${who}</p><p><b>${say(page, 'contactReply.yes2')}</b></p>`;
}

/** Renders what to do if a hospital calls. The first step depends on what the contact can read to them. */
function hospitalCalls(page: ContactPage, { plan, isExternal, files }: SharedPageFacts): Html {
  const papers = isExternal && files.length > 0 ? (['contactView.whatToDo1Papers'] as const) : [];
  const steps = [
    ...(plan ? (['contactView.whatToDo1'] as const) : papers),
    ...(['contactView.whatToDo2', 'contactView.whatToDo3'] as const),
  ];
  return html`<section class="box"><h2>${say(page, 'contactView.whatToDo')}</h2><ol>${steps.map((step) => html`<li>${say(page, step)}</li>`)}</ol></section>`;
}

function planSection(page: ContactPage, { plan, withheld, isExternal }: SharedPageFacts): Html {
  if (plan) return planPart(page, plan);
  const none = isExternal ? 'contactView.planExternal' : 'contactView.planNone';
  const why = say(page, withheld ? 'contactView.planNotShared' : none);
  return html`<section class="plan"><h2>${say(page, 'contactView.plan')}</h2><p>${why}</p></section>`;
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
