import { dateOfIso, longDate } from '../../../domain/fields.ts';
import { html, type Html } from '../html.ts';
import { addressWith, emergencyDocument } from './layout.ts';
import { cpr, note, notRefused, qualityOfLife, refused } from './page-facts.ts';
import {
  answerRow,
  signedLang,
  signs,
  widthOf,
  type Extent,
  type Page,
  type PlanPageOptions,
} from './page-parts.ts';
import { planStyles } from './styles.ts';
import type { EmergencyContact } from './view.ts';

/** Most bytes of the first page, styles and all: the 14 KB of D-06, by the stricter of its two readings. */
export const emergencyPageLimit = 14_000;

/** The longest name, in letters, that stands in one line in large type. */
const oneLine = 24;

/**
 * The emergency page, in the order of D-06: who, CPR, treatments refused, whom to call, whether it is current, then the
 * rest. At most `emergencyPageLimit` bytes, except with `query.all`, which asks for every answer on one page.
 */
export function planPage(options: PlanPageOptions): string {
  if (options.query.all) return pageOf(options, 'whole');
  const fitting = (['whole', 'linked'] as const)
    .map((extent) => pageOf(options, extent))
    .find((page) => Buffer.byteLength(page) <= emergencyPageLimit);
  return fitting ?? pageOf(options, 'shortest');
}

function pageOf(options: PlanPageOptions, extent: Extent): string {
  const { view, t, query } = options;
  const { person, voice } = view;
  const names = voice.kind === 'self' ? {} : { recorder: voice.recorder, relation: voice.relation };
  const say: Page['say'] = (self, onBehalf, params) =>
    t(voice.kind === 'onBehalf' && onBehalf ? onBehalf : self, {
      ...names,
      person: person.fullName,
      firstName: person.firstName,
      ...params,
    });
  const page: Page = { ...options, extent, say };
  return emergencyDocument({
    t,
    query,
    title: say('emergency.title'),
    styles: planStyles,
    main: html`<main>${old(page)}${who(page)}${cpr(page)}${refused(page)}${callFirst(page)}${current(page)}${papers(page)}${qualityOfLife(page)}${note(
      page,
    )}${notRefused(page)}${callMore(page)}${about(page)}${wholePlan(page)}${closing(page)}</main>`,
  });
}

/** One line, above all: the paper in the reader's hand says something else. */
function old({ view, t }: Page): Html | null {
  return view.superseded && html`<p class="old">${t('emergency.superseded.title')}</p>`;
}

function who(page: Page): Html {
  const { view, t, say } = page;
  const { person, voice } = view;
  const dob = person.dob === null ? '--' : dateOfIso(person.dob);
  const isLong = widthOf(person.fullName) > oneLine;
  const then =
    voice.kind === 'self' ? ask(page) : html`<p class="say">${say('emergency.onBehalf.recorded')}</p>`;
  return html`<h1${isLong && html` class="long"`}>${person.fullName}</h1><p>${t('emergency.who.born', { dob, age: person.age ?? '--' })}</p>${then}`;
}

/** Beside the name; where the line about who recorded the plan stands there, after the ten-second view. */
const ask = ({ say }: Page) => html`<p class="say soft">${say('emergency.who.ask')}</p>`;

/** Whether the contact decides for the person, and by which name the plan calls that. */
function roleOf({ t, query }: Page, { decisionMaker, guardian }: EmergencyContact): string {
  const roles = [t(decisionMaker ? 'emergency.call.sdm' : 'emergency.call.other')];
  if (guardian) roles.push(t('emergency.call.guardian'));
  return roles.join(signs[query.language].comma);
}

/** The first one's role stands above the card. */
function contactCard(page: Page, contact: EmergencyContact, isFirst: boolean): Html {
  const { t } = page;
  const { relationship } = contact;
  const role = isFirst ? null : html`<p class="say">${roleOf(page, contact)}</p>`;
  const person = t('emergency.call.person', {
    name: contact.name,
    relationship: 'key' in relationship ? t(relationship.key) : relationship.words,
  });
  const button =
    contact.dial === null
      ? html`<p>${contact.phone}</p>`
      : html`<a class="btn${!isFirst && ' two'}" href="tel:${contact.dial}">${t('emergency.call.button', { phone: contact.phone })}</a>`;
  return html`<div class="call"><p><b>${person}</b></p>${button}${role}${
    contact.pending && html`<p class="say"><b>${t('emergency.call.pending')}</b></p>`
  }</div>`;
}

function callFirst(page: Page): Html {
  const { view, t } = page;
  const [first] = view.contacts;
  return html`<section class="next"><h2>${t(first?.decisionMaker ? 'emergency.call.first' : 'emergency.call.heading')}</h2>${
    first ? contactCard(page, first, true) : html`<p>${t('emergency.call.none')}</p>`
  }</section>`;
}

function callMore(page: Page): Html | null {
  const { view, t, query } = page;
  const { colon } = signs[query.language];
  const [first, ...more] = view.contacts;
  const guardian =
    first?.guardian && html`<p class="small"><b>${first.name}</b>${colon}${t('emergency.call.guardian')}</p>`;
  const decides =
    view.contacts.some((contact) => contact.decisionMaker) &&
    html`<p class="small"><b>${t('emergency.call.sdm')}</b>${colon}${t('emergency.call.named')}</p>`;
  const named = (guardian || decides) && html`${guardian}${decides}`;
  if (more.length === 0) return named ? html`<section>${named}</section>` : null;
  const shown = page.extent === 'shortest' ? more.slice(0, 1) : more;
  const others =
    shown.length < more.length &&
    html`<p><a href="${addressWith({ ...query, all: true })}#call">${t('emergency.more.full')}</a></p>`;
  return html`<section id="call"><h2>${t('emergency.call.more')}</h2>${shown.map((contact) => contactCard(page, contact, false))}${others}${named}</section>`;
}

/** That the plan was changed after it was signed, and who confirmed it; null when it was not. */
function changeOf({ view, t, query }: Page): string | null {
  const { changed } = view.plan;
  return (
    changed &&
    t('emergency.current.changed', { name: changed.by, changed: longDate(changed.on, query.language) })
  );
}

function current(page: Page): Html {
  const { view, t, query } = page;
  const { plan } = view;
  const long = (iso: string) => longDate(iso, query.language);
  const yes = t('emergency.current.yes', { version: plan.version, signed: long(plan.signed) });
  const changed =
    plan.changed !== null &&
    html`${signs[query.language].space}${t('emergency.current.lastChanged', { changed: long(plan.changed.on) })}`;
  return html`<section class="next now"><h2>${t('emergency.current.heading')}</h2>${signs[query.language].space}<p>${yes}${changed}</p></section>${view.voice.kind === 'onBehalf' && ask(page)}`;
}

/** What was signed elsewhere comes right behind the ten-second view (D-06). */
function papers({ view, t, say, query, filesAddress }: Page): Html | null {
  if (view.files.length === 0 || filesAddress === undefined) return null;
  const links = view.files.map(
    ({ id, name, added }) =>
      html`<a class="btn two" href="${filesAddress}${id}">${t('emergency.files.item', { name, added: longDate(added, query.language) })}</a>`,
  );
  return html`<section><h2>${say('emergency.files.heading')}</h2>${links}<p class="small">${t('emergency.files.hint')}</p></section>`;
}

function about({ view, t, say, query }: Page): Html {
  const { voice, plan, superseded } = view;
  const law =
    voice.kind === 'onBehalf' ? say('emergency.legal.onBehalf') : say(`emergency.legal.${view.state}`);
  const oldPaper = superseded && {
    old: superseded.version,
    oldDate: longDate(superseded.signed, query.language),
  };
  return html`<section>${oldPaper && html`<p>${t(`emergency.superseded.${superseded.source}`, oldPaper)}</p>`}<p>${t('emergency.who.careProvider', { provider: view.careProvider })}</p>${
    plan.language === 'zh' && html`<p>${say('emergency.language.note')}</p>`
  }<p class="small">${law}</p></section>`;
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
  const told = sections.map(
    (section) =>
      html`<h3 id="${section.id}"${signed}>${section.title}</h3>${section.id === 'health' && html`<p>${feelings}</p>`}<dl class="rows">${section.rows.map((row) => answerRow(page, row))}</dl>${section.id === 'signature' && change !== null && html`<p>${change}</p>`}`,
  );
  return html`<section class="rule whole">${title}${file}${told}</section>`;
}

function closing({ view, t, say, query }: Page): Html {
  const opened = { date: longDate(view.opened.date, query.language), time: view.opened.time };
  const told = view.tellsDeciders
    ? say('emergency.footer.openedToDeciders', 'emergency.footer.onBehalf.openedToDeciders', opened)
    : say('emergency.footer.opened', 'emergency.footer.onBehalf.opened', opened);
  return html`<section class="rule small"><p>${say('emergency.footer.words', 'emergency.footer.onBehalf.words')}</p><p>${say('emergency.footer.private')}</p><p>${told}</p><p>${t('emergency.footer.closes', { time: view.closes })}</p><form method="post"><button class="btn two" name="close" value="1">${t('emergency.footer.close')}</button></form></section>`;
}
