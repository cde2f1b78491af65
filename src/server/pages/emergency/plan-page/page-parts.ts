import type { VoicedParams } from '../../../../domain/questionnaire/reading/present.ts';
import { type TextKey, type Translate, translateMessage } from '../../../../domain/i18n/texts.ts';
import type { Definition } from '../../../../domain/questionnaire/definition.ts';
import { lineKindOf, type Row, type Section } from '../../../../domain/questionnaire/reading/present.ts';
import { html, type Html, type HtmlValue } from '../../html.ts';
import { tagOf, type EmergencyQuery } from '../layout.ts';
import type { EmergencyView } from '../view.ts';

/**
 * The part of the plan that is on this page. Most plans fit completely. If one exceeds the limit, its sections become links to
 * the page with every answer; if that is still too much, long texts and all contacts after the second move there too.
 */
export type Extent = 'whole' | 'linked' | 'shortest';

export type PlanPageOptions = {
  view: EmergencyView;
  t: Translate;
  query: EmergencyQuery;
  /** The plan as `presentPlan` returns it: in the page's language, or in the signed texts. */
  sections: readonly Section[];
  /** The definition of the answers, if it is not the current one. */
  definition?: Definition;
  /** The address of the PDF, and its number of pages if known. */
  pdf: { address: string; pages?: number };
  /** The room of the person in the house; null without one. Only on the sheet of staff (N-09). */
  room?: string | null;
  /** The address prefix of papers, before their ids. */
  filesAddress?: string;
};

export type Page = PlanPageOptions & {
  extent: Extent;
  /** Set on the sheet of staff. `allNeeds`: there is room for all needs in the box of CPR. */
  sheet?: { allNeeds: boolean } | undefined;
  /** Returns a text of the page, with the names of the voice filled in; the on-behalf form if the plan has a recorder. */
  say: <Self extends TextKey, OnBehalf extends TextKey = Self>(
    self: Self,
    onBehalf?: OnBehalf,
    ...params: VoicedParams<Self, OnBehalf>
  ) => string;
};

/** Returns the data of a page of this extent, with its texts in the voice of the plan. */
export function pageWith(options: PlanPageOptions, extent: Extent, sheet?: Page['sheet']): Page {
  const { person, voice } = options.view;
  const names = voice.kind === 'self' ? {} : { recorder: voice.recorder, relation: voice.relation };
  const say: Page['say'] = (self, onBehalf, ...[params]) =>
    translateMessage(options.t, voice.kind === 'onBehalf' && onBehalf ? onBehalf : self, {
      ...names,
      person: person.fullName,
      firstName: person.firstName,
      ...params,
    });
  return { ...options, extent, sheet, say };
}

/** Separators between words, after labels and between sentences: Chinese uses no half-width punctuation and no spaces. */
export const signs = {
  en: { comma: ', ', semicolon: '; ', colon: ': ', space: ' ' },
  zh: { comma: '，', semicolon: '；', colon: '：', space: '' },
} as const;

/** Returns the approximate width of a text, in Latin letters: a Chinese character counts as two. */
export const widthOf = (text: string): number => text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0);

/** Returns a text with markup in place of one value. A `block` is a list at the end of a sentence, on separate lines. */
export function around(text: (slot: string) => string, markup: HtmlValue, block = false): Html {
  const [before = '', after = ''] = text('\u0001').split('\u0001');
  return html`${block ? before.trimEnd() : before}${markup}${after}`;
}

/** Returns the `lang` attribute for text in the plan's own language, if the page has the other. */
export function planLang({ view, query }: Pick<Page, 'view' | 'query'>): Html | false {
  return view.plan.language !== query.language && html` lang="${tagOf(view.plan.language)}"`;
}

/**
 * Returns the `lang` attribute for rows in the signed texts, if those are in the other language. The person's own text in them is
 * in the plan's language.
 */
export function signedLang({ view, query }: Pick<Page, 'view' | 'query'>): Html | false {
  const { wordsIn } = view.plan;
  return !view.answers && wordsIn !== query.language && html` lang="${tagOf(wordsIn)}"`;
}

/** Returns the rows of a section, except those with these keys. */
export function rowsOf({ sections }: Page, id: Section['id'], ...without: string[]): Row[] {
  return sections
    .filter((section) => section.id === id)
    .flatMap(({ rows }) => rows.filter(({ key }) => !without.includes(key)));
}

/** Returns the `lang` attribute for the lines of a row: of the person's own text, or of signed texts in the other language. */
export const linesLang = (page: Page, row: Row): Html | false =>
  (signedLang(page) || lineKindOf(row.key, page.definition) === 'ownText') && planLang(page);

/** Renders the note of a row; null without one. */
export function noteOf(page: Page, row: Row): Html | null {
  if (!row.note) return null;
  const lang = planLang(page);
  const words = lang ? html`<span${lang}>${row.note}</span>` : row.note;
  return around((slot) => page.t('review.note', { note: slot }), words);
}

/** Renders one answer with its question and its note. */
export function answerRow(page: Page, row: Row): Html {
  const lang = linesLang(page, row);
  const lines = row.lines.map((line) => html`<dd class="words"${lang}>${line}</dd>`);
  const number = row.number === undefined ? '' : `${row.number}. `;
  const noteLine = noteOf(page, row);
  return html`<div><dt${signedLang(page)}>${number}${row.title}</dt>${lines}${noteLine && html`<dd class="note words">${noteLine}</dd>`}</div>`;
}
