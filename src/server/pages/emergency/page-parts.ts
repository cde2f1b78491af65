import type { VoicedParams } from '../../../domain/questionnaire/reading/present.ts';
import { type TextKey, type Translate, translateMessage } from '../../../domain/i18n/texts.ts';
import type { Definition } from '../../../domain/questionnaire/definition.ts';
import { lineKindOf, type Row, type Section } from '../../../domain/questionnaire/reading/present.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { tagOf, type EmergencyQuery } from './layout.ts';
import type { EmergencyView } from './view.ts';

/**
 * How much of the plan this page holds. Most plans fit whole. When one would pass the limit, its sections become links to
 * the page with every answer; when that is still too much, long texts and all contacts after the second move there too.
 */
export type Extent = 'whole' | 'linked' | 'shortest';

export type PlanPageOptions = {
  view: EmergencyView;
  t: Translate;
  query: EmergencyQuery;
  /** The plan as `presentPlan` gives it: in the page's language, or in the words that were signed. */
  sections: readonly Section[];
  /** The definition of the answers, where it is not the present one. */
  definition?: Definition;
  /** Where the PDF is, and its number of pages where known. */
  pdf: { address: string; pages?: number };
  /** Before the ids of papers, their address. */
  filesAddress?: string;
};

export type Page = PlanPageOptions & {
  extent: Extent;
  /** A text of the page, with the names of the voice filled in; the on-behalf form where the plan has a recorder. */
  say: <Self extends TextKey, OnBehalf extends TextKey = Self>(
    self: Self,
    onBehalf?: OnBehalf,
    ...params: VoicedParams<Self, OnBehalf>
  ) => string;
};

/** A page of this extent, with its texts in the voice of the plan. */
export function pageWith(options: PlanPageOptions, extent: Extent): Page {
  const { person, voice } = options.view;
  const names = voice.kind === 'self' ? {} : { recorder: voice.recorder, relation: voice.relation };
  const say: Page['say'] = (self, onBehalf, ...[params]) =>
    translateMessage(options.t, voice.kind === 'onBehalf' && onBehalf ? onBehalf : self, {
      ...names,
      person: person.fullName,
      firstName: person.firstName,
      ...params,
    });
  return { ...options, extent, say };
}

/** Separators between words, after labels and between sentences: Chinese uses no half-width punctuation and no spaces. */
export const signs = {
  en: { comma: ', ', semicolon: '; ', colon: ': ', space: ' ' },
  zh: { comma: '，', semicolon: '；', colon: '：', space: '' },
} as const;

/** About how wide a text is drawn, in Latin letters: a Chinese character takes the place of two. */
export const widthOf = (text: string): number => text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0);

/** A text with markup in the place of one value. A `block` is a list at the end of a sentence, on lines of its own. */
export function around(text: (slot: string) => string, markup: HtmlValue, block = false): Html {
  const [before = '', after = ''] = text('\u0001').split('\u0001');
  return html`${block ? before.trimEnd() : before}${markup}${after}`;
}

/** The `lang` of words in the plan's own language, where the page speaks the other. */
export function planLang({ view, query }: Pick<Page, 'view' | 'query'>): Html | false {
  return view.plan.language !== query.language && html` lang="${tagOf(view.plan.language)}"`;
}

/** The `lang` of rows in the words that were signed, where those are in the other language. Own words in them are in the plan's. */
export function signedLang({ view, query }: Pick<Page, 'view' | 'query'>): Html | false {
  const { wordsIn } = view.plan;
  return !view.answers && wordsIn !== query.language && html` lang="${tagOf(wordsIn)}"`;
}

/** The rows of a section, but for those with these keys. */
export function rowsOf({ sections }: Page, id: Section['id'], ...without: string[]): Row[] {
  return sections
    .filter((section) => section.id === id)
    .flatMap(({ rows }) => rows.filter(({ key }) => !without.includes(key)));
}

/** One answer with its question and its note. */
export function answerRow(page: Page, row: Row): Html {
  const { t } = page;
  const lang = planLang(page);
  const signed = signedLang(page);
  const isOwn = lineKindOf(row.key, page.definition) === 'ownText';
  const lines = row.lines.map((line) => html`<dd class="words"${(signed || isOwn) && lang}>${line}</dd>`);
  const number = row.number === undefined ? '' : `${row.number}. `;
  const words = lang ? html`<span${lang}>${row.note}</span>` : row.note;
  const told = row.note && around((slot) => t('review.note', { note: slot }), words);
  return html`<div><dt${signed}>${number}${row.title}</dt>${lines}${told && html`<dd class="note words">${told}</dd>`}</div>`;
}
