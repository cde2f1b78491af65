import type { PlainTextKey, Translate } from '../../../../domain/i18n/texts.ts';
import type { EmergencyFacts } from '../../../../domain/questionnaire/reading/emergency-facts.ts';
import { joined, type Section } from '../../../../domain/questionnaire/reading/present.ts';
import { html, type Html } from '../../html.ts';
import { addressWith } from '../layout.ts';
import { answerRow, around, planLang, rowsOf, signedLang, signs, widthOf, type Page } from './page-parts.ts';

/**
 * Space in the boxes of the first screen, in characters. For needs it depends on the length of the list of treatments below. A
 * longer note appears further down behind a link, and further needs are counted: a person's words are never cut.
 */
const noteInBox = 80;
const needsInBox = { long: 72, short: 120 };

/** Maximum number of characters of the person's own text that remain on this page of a long plan. */
const longText = 140;

/** Renders the link to a part of the page with every answer. */
const wholeLink = ({ query, t }: Page, part = '') =>
  html`<a href="${addressWith({ ...query, all: true })}${part}">${t('emergency.more.full')}</a>`;

/** True if a text must move to the page with every answer, so that this page keeps its size. */
const isTooLong = ({ extent }: Page, text: string) => extent === 'shortest' && text.length > longText;

/** Renders the answers of a section except those already shown: the answers to follow-up questions. */
function moreRows(page: Page, id: Section['id'], ...shown: string[]): Html | null {
  const rows = rowsOf(page, id, ...shown);
  if (rows.length === 0) return null;
  const isLong = isTooLong(page, rows.flatMap(({ lines, note = '' }) => [...lines, note]).join(''));
  return isLong
    ? html`<p class="in">${wholeLink(page, `#${id}`)}</p>`
    : html`<dl class="rows">${rows.map((row) => answerRow(page, row))}</dl>`;
}

/**
 * Renders the rows of a section in the signed texts of another definition: this page must not show them in other words. If the
 * plan has no such section, renders a link to the whole plan.
 */
const signedRows = (page: Page, id: Section['id']): Html =>
  rowsOf(page, id).length === 0 ? html`<p class="in">${wholeLink(page)}</p>` : answerRows(page, id);

/** Renders the rows of a section in the words of the plan, each with its answer in large type. */
export function answerRows(page: Page, id: Section['id']): Html {
  const signed = signedLang(page);
  const own = !signed && planLang(page);
  return html`<dl${signed}>${rowsOf(page, id).map(
    ({ title, lines: [first = '', ...others], note }) =>
      html`<div><dt>${title}</dt><dd class="lead words">${first}</dd>${others.map((line) => html`<dd class="say words">${line}</dd>`)}${note && id !== 'treatments' && html`<dd class="say words"${own}>${note}</dd>`}</div>`,
  )}</dl>`;
}

const cprQuestions = [
  { key: 'cprStopBreathing', when: 'emergency.cpr.when.stopBreathing' },
  { key: 'cprCatastrophic', when: 'emergency.cpr.when.catastrophic' },
] as const;

/** Renders both answers about CPR, as one if they are equal, so that nothing appears twice. */
export function cpr(page: Page): Html {
  const { view, t } = page;
  const facts = view.answers;
  const title = html`<h2>${t('emergency.cpr.heading')}</h2>`;
  if (!facts) return html`<section class="heavy">${title}${signedRows(page, 'cpr')}</section>`;
  const isSame = facts.cprStopBreathing === facts.cprCatastrophic;
  const answers = isSame
    ? [{ when: 'emergency.cpr.when.both', choice: facts.cprStopBreathing } as const]
    : cprQuestions.map(({ key, when }) => ({ when, choice: facts[key] }));
  const content = answers.map(
    ({ when, choice }) => html`<div><dt>${t(when)}</dt>${cprAnswer(page, facts, choice)}</div>`,
  );
  return html`<section class="heavy">${title}<dl>${content}</dl>${moreRows(page, 'cpr', ...cprQuestions.map(({ key }) => key))}</section>`;
}

function cprAnswer(page: Page, facts: EmergencyFacts, choice: string | undefined): Html {
  const { t, say } = page;
  if (choice === undefined) return html`<dd class="lead">${t('carePlan.notAnswered')}</dd>`;
  const key = `emergency.cpr.lead.${choice}` as PlainTextKey;
  if (choice === 'onlyIfMinimum') return condition(page, facts, t(key));
  const lead = say(key, `emergency.onBehalf.cpr.lead.${choice}` as PlainTextKey);
  return html`<dd class="lead">${lead}</dd>${choice === 'regardless' && html`<dd class="say">${t('emergency.cpr.regardless')}</dd>`}`;
}

/**
 * Renders the condition of an answer about CPR, on the first screen: the first needs in short, and the number of the others, as
 * one large link to all of them.
 */
function condition(page: Page, { minimumQualityOfLife: items, refused }: EmergencyFacts, lead: string): Html {
  const { t, say } = page;
  const { semicolon, space } = signs[page.query.language];
  const lang = planLang(page);
  const isLong = refused.length === 0 || refused.length > 4;
  const room = page.sheet?.allNeeds === true ? Infinity : needsInBox[isLong ? 'long' : 'short'];
  const shown: Html[] = [];
  let width = 0;
  for (const { short, text } of items) {
    const words = text ?? say(short);
    width += widthOf(words) + widthOf(semicolon);
    if (width > room) break;
    shown.push(text === undefined ? html`${words}` : html`<span${lang}>${words}</span>`);
  }
  const hidden = items.length - shown.length;
  const content = (list: Html[]) =>
    html`<span class="lead">${lead}</span>${space}${list.map((item, at) => html`${at > 0 && semicolon}${item}`)}`;
  if (items.length === 0) return html`<dd class="if">${content([html`${t('carePlan.notAnswered')}`])}</dd>`;
  if (hidden === 0) return html`<dd class="if">${content(shown)}</dd>`;
  const more =
    shown.length > 0
      ? t('emergency.qol.more', { count: hidden })
      : say('emergency.qol.ownWords', 'emergency.onBehalf.qol.ownWords');
  return html`<dd><a class="if" href="#quality">${content([...shown, html`<b>${more}</b>`])}</a></dd>`;
}

/** Returns the short name of a treatment. */
export const treatmentName = (t: Translate, id: string): string =>
  t(`treatmentsSelected.short.${id}` as PlainTextKey);

/**
 * Renders the refused treatments. Only refusals have bold bullets: at a glance, a list of treatments that are not refused must
 * not look like one.
 */
export function refused(page: Page): Html {
  const { view, t, say } = page;
  const facts = view.answers;
  const isRefused = facts !== null && facts.refused.length > 0;
  const title = html`<h2>${isRefused ? say('emergency.refused.these') : t('emergency.refused.heading')}</h2>`;
  if (!facts) {
    const note = refusalNote(page);
    return html`<section class="heavy">${title}${signedRows(page, 'treatments')}${note && html`<div class="in">${note}</div>`}</section>`;
  }
  let content: Html;
  if (!facts.treatmentsAnswered) {
    content = html`<p class="lead">${t('carePlan.notAnswered')}</p>`;
  } else if (facts.refused.length > 0) {
    content = html`<ul>${facts.refused.map((id) => html`<li>${treatmentName(t, id)}</li>`)}</ul>`;
  } else {
    const list = joined(
      facts.notRefused.map((id) => treatmentName(t, id)),
      t,
    );
    const none = say('emergency.refused.none', 'emergency.onBehalf.refused.none', { list: '\u0001' });
    const [lead = '', after = ''] = none.split('\u0001');
    content = html`<p><b>${lead}</b>${list}${after}</p>`;
  }
  return html`<section class="heavy">${title}<div class="in">${content}${refusalNote(page)}</div>${moreRows(page, 'treatments', 'treatmentsSelected')}</section>`;
}

const treatmentsNote = (page: Page): string =>
  page.view.answers?.treatmentsNote ??
  rowsOf(page, 'treatments')
    .flatMap(({ note }) => note ?? [])
    .join('\n');

function refusalNote(page: Page): Html | null {
  const { t, query } = page;
  const words = treatmentsNote(page);
  if (words === '') return null;
  if (widthOf(words) <= noteInBox) return html`<p class="say">${ownWords(page, words)}</p>`;
  const address = page.extent === 'shortest' ? `${addressWith({ ...query, all: true })}#note` : '#note';
  return html`<p><a class="go" href="${address}">${t('emergency.refused.noteBelow')}</a></p>`;
}

function ownWords(page: Page, words: string): Html {
  const { say } = page;
  return around(
    (slot) => say('emergency.refused.note', 'emergency.onBehalf.refused.note', { note: slot }),
    html`<span class="words"${planLang(page)}>${words}</span>`,
  );
}

/** Renders a long note to the treatments, to which the box of refusals links. */
export function note(page: Page): Html | null {
  const words = treatmentsNote(page);
  if (widthOf(words) <= noteInBox || page.extent === 'shortest') return null;
  return html`<section id="note"><h2>${page.t('emergency.refused.noteHeading')}</h2><p>${ownWords(page, words)}</p></section>`;
}

/**
 * Renders the acceptable quality of life: if an answer about CPR depends on it, or if only a reader can decide whether the signed
 * text does.
 */
export function qualityOfLife(page: Page): Html | null {
  const { view, t, say } = page;
  const facts = view.answers;
  const depends = !facts || cprQuestions.some(({ key }) => facts[key] === 'onlyIfMinimum');
  if (!depends) return null;
  const lang = facts ? planLang(page) : signedLang(page);
  const words = (text: string) =>
    isTooLong(page, text)
      ? html`<li>${wholeLink(page, '#quality')}</li>`
      : html`<li class="words"${lang}>${text}</li>`;
  const items = facts
    ? facts.minimumQualityOfLife.map(({ label, text }) =>
        text === undefined ? html`<li>${page.say(label)}</li>` : words(text),
      )
    : rowsOf(page, 'qualityOfLife').flatMap(({ lines }) => lines.map(words));
  const more = facts && moreRows(page, 'qualityOfLife', 'minimumQolList');
  const ask =
    view.contacts.some((contact) => contact.decisionMaker) && html`<p>${t('emergency.qol.ask')}</p>`;
  return html`<section id="quality"><h2>${say('emergency.qol.heading')}</h2><ul class="list">${items}</ul>${more}${ask}</section>`;
}

/** Renders the treatments that are not refused, if others are. Signed texts name them beside the refused ones. */
export function notRefused(page: Page): Html | null {
  const { view, t, say } = page;
  const facts = view.answers;
  if (!facts || facts.refused.length === 0 || facts.notRefused.length === 0) return null;
  const list = around(
    (slot) => say('emergency.refused.others', 'emergency.onBehalf.refused.others', { list: slot }),
    html`<ul class="list">${facts.notRefused.map((id) => html`<li>${treatmentName(t, id)}</li>`)}</ul>`,
    true,
  );
  return html`<section><h2>${t('emergency.notRefused.heading')}</h2><div>${list}</div><p class="small">${t('emergency.refused.onlyThese')}</p></section>`;
}
