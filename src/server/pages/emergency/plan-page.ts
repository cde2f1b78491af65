import { dateOfIso, longDate } from '../../../domain/fields.ts';
import type { TextKey, TextParams, Translate } from '../../../domain/i18n/texts.ts';
import { joined, type Row, type Section } from '../../../domain/questionnaire/present.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { addressWith, emergencyDocument, tagOf, type EmergencyQuery } from './layout.ts';
import { planStyles } from './styles.ts';
import type { EmergencyContact, EmergencyView } from './view.ts';

/** Most bytes of the first page, styles and all: the 14 KB of D-06, by the stricter of its two readings. */
export const emergencyPageLimit = 14_000;

/** A longer note stands below, whole, behind a link from the box of refusals: a person's words are never cut. */
const noteInBox = 140;

/**
 * How much of the plan this page holds. Most plans fit whole. When one would pass the limit, its sections become links to
 * the page with every answer; when that is still too much, long texts and all contacts after the second move there too.
 */
type Extent = 'whole' | 'linked' | 'shortest';

export type PlanPageOptions = {
  view: EmergencyView;
  t: Translate;
  query: EmergencyQuery;
  /** The plan as `present` tells it in the page's language. */
  sections: readonly Section[];
  /** Where the PDF is, and its number of pages where known. */
  pdf: { address: string; pages?: number };
};

type Page = PlanPageOptions & {
  extent: Extent;
  /** A text of the page, with the names of the voice filled in; the on-behalf form where the plan has a recorder. */
  say: (self: TextKey, onBehalf?: TextKey, params?: TextParams) => string;
};

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
    main: html`<main${voice.kind === 'onBehalf' && html` class="dense"`}>${who(page)}${cpr(page)}${refused(page)}${callFirst(page)}${current(page)}${qualityOfLife(page)}${note(
      page,
    )}${notRefused(page)}${callMore(page)}${about(page)}${wholePlan(page)}${closing(page)}</main>`,
  });
}

/** What stands between words, after a label and between sentences: Chinese has no half-width signs and no spaces. */
const signs = {
  en: { comma: ', ', colon: ': ', space: ' ' },
  zh: { comma: '，', colon: '：', space: '' },
} as const;

/** A text with markup in the place of one value. A `block` is a list at the end of a sentence, on lines of its own. */
function around(text: (slot: string) => string, markup: HtmlValue, block = false): Html {
  const [before = '', after = ''] = text('\u0001').split('\u0001');
  return html`${block ? before.trimEnd() : before}${markup}${after}`;
}

function who({ view, t, say }: Page): Html {
  const { person, voice } = view;
  const dob = person.dob === null ? '--' : dateOfIso(person.dob);
  const recorded =
    voice.kind === 'onBehalf' &&
    html`<p class="say"><b>${say('emergency.onBehalf.recorded')}</b><br>${say('emergency.onBehalf.notSigned')}</p>`;
  return html`<h1>${person.fullName}</h1><p>${t('emergency.who.born', { dob, age: person.age ?? '--' })}</p>${recorded}<p class="say soft">${say('emergency.who.ask')}</p>`;
}

const cprQuestions = [
  { key: 'cprStopBreathing', when: 'emergency.cpr.when.stopBreathing' },
  { key: 'cprCatastrophic', when: 'emergency.cpr.when.catastrophic' },
] as const;

const dependsOnQuality = ({ answers }: EmergencyView) =>
  answers.cprStopBreathing === 'onlyIfMinimum' || answers.cprCatastrophic === 'onlyIfMinimum';

function cpr({ view, t, say }: Page): Html {
  const answer = ({ key, when }: (typeof cprQuestions)[number]) => {
    const choice = view.answers[key];
    if (!choice)
      return html`<div><dt>${t(when)}</dt><dd class="lead">${t('carePlan.notAnswered')}</dd></div>`;
    const lead = t(`emergency.cpr.lead.${choice}` as TextKey);
    const sentence = say(
      `emergency.${key}.${choice}` as TextKey,
      `emergency.onBehalf.${key}.${choice}` as TextKey,
    );
    return html`<div><dt>${t(when)}</dt><dd class="lead">${
      choice === 'onlyIfMinimum' ? html`<a href="#quality">${lead}</a>` : lead
    }</dd><dd class="say">${sentence}</dd></div>`;
  };
  return html`<section class="heavy"><h2>${t('emergency.cpr.heading')}</h2><dl>${cprQuestions.map(answer)}</dl></section>`;
}

const treatmentName = (t: Translate, id: string) => t(`treatmentsSelected.short.${id}` as TextKey);

/** Bullets in bold stand for refusals alone: at a glance, a list of what is not refused must not look like one. */
function refused(page: Page): Html {
  const { view, t, say } = page;
  const { answers } = view;
  const words = (key: 'list' | 'none', slot: string) =>
    say(`emergency.refused.${key}`, `emergency.onBehalf.refused.${key}`, { list: slot });
  let told: Html;
  if (!answers.treatmentsAnswered) {
    told = html`<p class="lead">${t('carePlan.notAnswered')}</p>`;
  } else if (answers.refused.length > 0) {
    const bullets = answers.refused.map((id) => html`<li>${treatmentName(t, id)}</li>`);
    told = around((slot) => words('list', slot), html`<ul>${bullets}</ul>`, true);
  } else {
    const list = joined(
      answers.notRefused.map((id) => treatmentName(t, id)),
      t,
    );
    const [lead = '', after = ''] = words('none', '\u0001').split('\u0001');
    told = html`<p><b>${lead}</b>${list}${after}</p>`;
  }
  return html`<section class="heavy"><h2>${t('emergency.refused.heading')}</h2><div class="in">${told}${refusalNote(page)}</div></section>`;
}

function refusalNote(page: Page): Html | null {
  const { view, t, query } = page;
  const { treatmentsNote } = view.answers;
  if (treatmentsNote === '') return null;
  if (treatmentsNote.length <= noteInBox) return html`<p class="say">${ownWords(page, treatmentsNote)}</p>`;
  const address = page.extent === 'shortest' ? `${addressWith({ ...query, all: true })}#note` : '#note';
  return html`<p><a href="${address}">${t('emergency.refused.noteBelow')}</a></p>`;
}

function ownWords({ view, say, query }: Page, words: string): Html {
  const lang = view.plan.language !== query.language && html` lang="${tagOf(view.plan.language)}"`;
  return around(
    (slot) => say('emergency.refused.note', 'emergency.onBehalf.refused.note', { note: slot }),
    html`<span class="words"${lang}>${words}</span>`,
  );
}

function note(page: Page): Html | null {
  const { treatmentsNote } = page.view.answers;
  if (treatmentsNote.length <= noteInBox || page.extent === 'shortest') return null;
  return html`<section id="note"><h2>${page.t('emergency.refused.noteHeading')}</h2><p>${ownWords(page, treatmentsNote)}</p></section>`;
}

function contactCard({ t, query }: Page, contact: EmergencyContact, main: boolean): Html {
  const { relationship } = contact;
  const role = [
    t(contact.decisionMaker ? 'emergency.call.sdm' : 'emergency.call.other'),
    ...(contact.guardian ? [t('emergency.call.guardian')] : []),
  ].join(signs[query.language].comma);
  const person = t('emergency.call.person', {
    name: contact.name,
    relationship: 'key' in relationship ? t(relationship.key) : relationship.words,
  });
  return html`<div class="call"><div><p><b>${person}</b></p><p class="say">${role}</p>${
    contact.pending && html`<p class="say"><b>${t('emergency.call.pending')}</b></p>`
  }</div>${
    contact.dial === null
      ? html`<p>${contact.phone}</p>`
      : html`<a class="btn${!main && ' two'}" href="tel:${contact.dial}">${t('emergency.call.button', { phone: contact.phone })}</a>`
  }</div>`;
}

function callFirst(page: Page): Html {
  const { view, t } = page;
  const [first] = view.contacts;
  return html`<section class="next"><h2>${t('emergency.call.heading')}</h2>${
    first ? contactCard(page, first, true) : html`<p>${t('emergency.call.none')}</p>`
  }</section>`;
}

function callMore(page: Page): Html | null {
  const { view, t, query } = page;
  const named =
    view.contacts.some((contact) => contact.decisionMaker) &&
    html`<p class="small"><b>${t('emergency.call.sdm')}</b>${signs[query.language].colon}${t('emergency.call.named')}</p>`;
  const more = view.contacts.slice(1);
  if (more.length === 0) return named ? html`<section>${named}</section>` : null;
  const shown = page.extent === 'shortest' ? more.slice(0, 1) : more;
  const others =
    shown.length < more.length &&
    html`<p><a href="${addressWith({ ...query, all: true })}#call">${t('emergency.more.full')}</a></p>`;
  return html`<section id="call"><h2>${t('emergency.call.more')}</h2>${shown.map((contact) => contactCard(page, contact, false))}${others}${named}</section>`;
}

function current({ view, t, query }: Page): Html {
  const { plan, superseded } = view;
  const long = (iso: string) => longDate(iso, query.language);
  if (superseded) {
    const params = {
      old: superseded.version,
      oldDate: long(superseded.signed),
      version: plan.version,
      date: long(plan.changed ?? plan.signed),
    };
    return html`<section class="next old"><h2>${t('emergency.superseded.title')}</h2><p class="say">${t(`emergency.superseded.${superseded.source}`, params)}</p></section>`;
  }
  const yes = t('emergency.current.yes', { version: plan.version, signed: long(plan.signed) });
  const changed =
    plan.changed !== null &&
    html`${signs[query.language].space}${t('emergency.current.changed', { changed: long(plan.changed) })}`;
  return html`<section class="next now"><h2>${t('emergency.current.heading')}</h2> <p>${yes}${changed}</p></section>`;
}

function qualityOfLife(page: Page): Html | null {
  const { view, t, say, query } = page;
  if (!dependsOnQuality(view)) return null;
  const item = ({ label, text }: { label: TextKey; text?: string }) => {
    if (text === undefined) return html`<li>${t(label)}</li>`;
    if (page.extent === 'shortest' && text.length > noteInBox) {
      return html`<li><a href="${addressWith({ ...query, all: true })}#quality">${t('emergency.more.full')}</a></li>`;
    }
    return html`<li class="words"${view.plan.language !== query.language && html` lang="${tagOf(view.plan.language)}"`}>${text}</li>`;
  };
  const ask =
    view.contacts.some((contact) => contact.decisionMaker) && html`<p>${t('emergency.qol.ask')}</p>`;
  return html`<section id="quality"><h2>${say('emergency.qol.heading')}</h2><ul class="list">${view.answers.minimumQualityOfLife.map(item)}</ul>${ask}</section>`;
}

function notRefused(page: Page): Html | null {
  const { view, t, say } = page;
  const { answers } = view;
  if (answers.refused.length === 0 || answers.notRefused.length === 0) return null;
  const list = around(
    (slot) => say('emergency.refused.others', 'emergency.onBehalf.refused.others', { list: slot }),
    html`<ul class="list">${answers.notRefused.map((id) => html`<li>${treatmentName(t, id)}</li>`)}</ul>`,
    true,
  );
  return html`<section><h2>${t('emergency.notRefused.heading')}</h2><div>${list}</div><p class="small">${t('emergency.refused.onlyThese')}</p></section>`;
}

function about({ view, t, say }: Page): Html {
  const { voice, plan } = view;
  const law =
    voice.kind === 'onBehalf' ? say('emergency.legal.onBehalf') : say(`emergency.legal.${view.state}`);
  return html`<section><p>${t('emergency.who.careProvider', { provider: view.careProvider })}</p>${
    plan.language === 'zh' && html`<p>${say('emergency.language.note')}</p>`
  }<p class="small">${law}</p></section>`;
}

const ownWordsKeys = new Set(['customsAndTraditions', 'explanations', 'otherCommentsOrWorries']);

function answerRow({ view, t, query }: Page, row: Row): Html {
  const lang = view.plan.language !== query.language && html` lang="${tagOf(view.plan.language)}"`;
  const lines = row.lines.map(
    (line) => html`<dd class="words"${ownWordsKeys.has(row.key) && lang}>${line}</dd>`,
  );
  const number = row.number === undefined ? '' : `${row.number}. `;
  const words = lang ? html`<span${lang}>${row.note}</span>` : row.note;
  const told = row.note && around((slot) => t('review.note', { note: slot }), words);
  return html`<div><dt>${number}${row.title}</dt>${lines}${told && html`<dd class="note words">${told}</dd>`}</div>`;
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
  const feelings = say('pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes');
  const told = sections.map(
    (section) =>
      html`<h3 id="${section.id}">${section.title}</h3>${section.id === 'health' && html`<p>${feelings}</p>`}<dl class="rows">${section.rows.map((row) => answerRow(page, row))}</dl>`,
  );
  return html`<section class="rule whole">${title}${file}${told}</section>`;
}

function closing({ view, t, say, query }: Page): Html {
  const opened = { date: longDate(view.opened.date, query.language), time: view.opened.time };
  return html`<section class="rule small"><p>${say('emergency.footer.words', 'emergency.footer.onBehalf.words')}</p><p>${say('emergency.footer.private')}</p><p>${say('emergency.footer.opened', 'emergency.footer.onBehalf.opened', opened)}</p><p>${t('emergency.footer.closes', { time: view.closes })}</p><form method="post"><button class="btn two" name="close" value="1">${t('emergency.footer.close')}</button></form></section>`;
}
