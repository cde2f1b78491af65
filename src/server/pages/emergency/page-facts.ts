import type { TextKey, Translate } from '../../../domain/i18n/texts.ts';
import { joined, type Section } from '../../../domain/questionnaire/present.ts';
import { html, type Html } from '../html.ts';
import { addressWith } from './layout.ts';
import { answerRow, around, planLang, rowsOf, type Page } from './page-parts.ts';

/** A longer note stands below, whole, behind a link from the box of refusals: a person's words are never cut. */
const noteInBox = 140;

/** The way to a part of the page that holds every answer. */
const wholeLink = ({ query, t }: Page, part = '') =>
  html`<a href="${addressWith({ ...query, all: true })}${part}">${t('emergency.more.full')}</a>`;

/** Whether a text must stand on the page with every answer, so that this one keeps its size. */
const isTooLong = ({ extent }: Page, text: string) => extent === 'shortest' && text.length > noteInBox;

/** The answers of a section beside those that the page words itself: those to follow-up questions. */
function moreRows(page: Page, id: Section['id'], ...shown: string[]): Html | null {
  const rows = rowsOf(page, id, ...shown);
  if (rows.length === 0) return null;
  const isLong = isTooLong(page, rows.flatMap(({ lines, note = '' }) => [...lines, note]).join(''));
  return isLong
    ? html`<p class="in">${wholeLink(page, `#${id}`)}</p>`
    : html`<dl class="rows">${rows.map((row) => answerRow(page, row))}</dl>`;
}

/**
 * The rows of a section in the words that were signed, under another definition: nothing on this page may say
 * them in other words. Where the plan has no such section, the way to all of it.
 */
function signedRows(page: Page, id: Section['id']): Html {
  const rows = rowsOf(page, id);
  if (rows.length === 0) return html`<p class="in">${wholeLink(page)}</p>`;
  const lang = planLang(page);
  return html`<dl${lang}>${rows.map(
    ({ title, lines: [first = '', ...others], note }) =>
      html`<div><dt>${title}</dt><dd class="lead words">${first}</dd>${others.map((line) => html`<dd class="say words">${line}</dd>`)}${note && id !== 'treatments' && html`<dd class="say words">${note}</dd>`}</div>`,
  )}</dl>`;
}

const cprQuestions = [
  { key: 'cprStopBreathing', when: 'emergency.cpr.when.stopBreathing' },
  { key: 'cprCatastrophic', when: 'emergency.cpr.when.catastrophic' },
] as const;

/** Both answers about CPR. */
export function cpr(page: Page): Html {
  const { view, t, say } = page;
  const facts = view.answers;
  const title = html`<h2>${t('emergency.cpr.heading')}</h2>`;
  if (!facts) return html`<section class="heavy">${title}${signedRows(page, 'cpr')}</section>`;
  const answer = ({ key, when }: (typeof cprQuestions)[number]) => {
    const choice = facts[key];
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
  return html`<section class="heavy">${title}<dl>${cprQuestions.map(answer)}</dl>${moreRows(page, 'cpr', ...cprQuestions.map(({ key }) => key))}</section>`;
}

const treatmentName = (t: Translate, id: string) => t(`treatmentsSelected.short.${id}` as TextKey);

/** Bullets in bold stand for refusals alone: at a glance, a list of what is not refused must not look like one. */
export function refused(page: Page): Html {
  const { view, t, say } = page;
  const facts = view.answers;
  const title = html`<h2>${t('emergency.refused.heading')}</h2>`;
  if (!facts) {
    const note = refusalNote(page);
    return html`<section class="heavy">${title}${signedRows(page, 'treatments')}${note && html`<div class="in">${note}</div>`}</section>`;
  }
  const words = (key: 'list' | 'none', slot: string) =>
    say(`emergency.refused.${key}`, `emergency.onBehalf.refused.${key}`, { list: slot });
  let told: Html;
  if (!facts.treatmentsAnswered) {
    told = html`<p class="lead">${t('carePlan.notAnswered')}</p>`;
  } else if (facts.refused.length > 0) {
    const bullets = facts.refused.map((id) => html`<li>${treatmentName(t, id)}</li>`);
    told = around((slot) => words('list', slot), html`<ul>${bullets}</ul>`, true);
  } else {
    const list = joined(
      facts.notRefused.map((id) => treatmentName(t, id)),
      t,
    );
    const [lead = '', after = ''] = words('none', '\u0001').split('\u0001');
    told = html`<p><b>${lead}</b>${list}${after}</p>`;
  }
  return html`<section class="heavy">${title}<div class="in">${told}${refusalNote(page)}</div>${moreRows(page, 'treatments', 'treatmentsSelected')}</section>`;
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
  if (words.length <= noteInBox) return html`<p class="say">${ownWords(page, words)}</p>`;
  const address = page.extent === 'shortest' ? `${addressWith({ ...query, all: true })}#note` : '#note';
  return html`<p><a href="${address}">${t('emergency.refused.noteBelow')}</a></p>`;
}

function ownWords(page: Page, words: string): Html {
  const { say } = page;
  return around(
    (slot) => say('emergency.refused.note', 'emergency.onBehalf.refused.note', { note: slot }),
    html`<span class="words"${planLang(page)}>${words}</span>`,
  );
}

/** A long note to the treatments, which the box of refusals leads to. */
export function note(page: Page): Html | null {
  const words = treatmentsNote(page);
  if (words.length <= noteInBox || page.extent === 'shortest') return null;
  return html`<section id="note"><h2>${page.t('emergency.refused.noteHeading')}</h2><p>${ownWords(page, words)}</p></section>`;
}

/**
 * What the person needs for life to be worth living: where an answer about CPR depends on it, or where only a reader can
 * say whether the signed words do.
 */
export function qualityOfLife(page: Page): Html | null {
  const { view, t, say } = page;
  const facts = view.answers;
  const depends = !facts || cprQuestions.some(({ key }) => facts[key] === 'onlyIfMinimum');
  if (!depends) return null;
  const lang = planLang(page);
  const words = (text: string) =>
    isTooLong(page, text)
      ? html`<li>${wholeLink(page, '#quality')}</li>`
      : html`<li class="words"${lang}>${text}</li>`;
  const items = facts
    ? facts.minimumQualityOfLife.map(({ label, text }) =>
        text === undefined ? html`<li>${t(label)}</li>` : words(text),
      )
    : rowsOf(page, 'qualityOfLife').flatMap(({ lines }) => lines.map(words));
  const more = facts && moreRows(page, 'qualityOfLife', 'minimumQolList');
  const ask =
    view.contacts.some((contact) => contact.decisionMaker) && html`<p>${t('emergency.qol.ask')}</p>`;
  return html`<section id="quality"><h2>${say('emergency.qol.heading')}</h2><ul class="list">${items}</ul>${more}${ask}</section>`;
}

/** The treatments that are not refused, where others are. Words that were signed name them beside the refused. */
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
