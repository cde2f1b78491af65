import { longDate, stateOfPostcode, type IsoDate } from '../../domain/fields.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import { textOf } from '../../domain/questionnaire/answers.ts';
import { inVoice, lineKindOf, type LineKind, type Section } from '../../domain/questionnaire/present.ts';
import { fullNameOf } from '../../domain/questionnaire/voice.ts';
import type { PlanFacts } from './plan-facts.ts';
import { contactGroups, firstContacts, glanceOf, type ContactGroup, type Glance } from './plan-glance.ts';

/** A part of the line at the foot of each page. */
export type FooterPart = { text: string } | { count: 'page' | 'pages' };

type Labelled = { label: string; value: string };

/** One answer. `weight` says which lines are heavy: stored choices are, the person's own words are not. */
type PlanRow = {
  number: string;
  title: string;
  lines: string[];
  note: string;
  weight: 'all' | 'first' | 'none';
  /** Whether it may run over the end of a page. */
  long: boolean;
};

type PlanPart = {
  id: string;
  title: string;
  intro: string[];
  head: { question: string; answer: string } | null;
  rows: PlanRow[];
};

/**
 * The whole document in words, in one language, ready to be set on paper. Holds nothing but text and the
 * signature picture: no text is ever read as markup.
 */
export type PlanDocument = {
  language: Language;
  /** On each page of a version no longer in force; empty for the one in force. */
  replaced: string[];
  title: string;
  recorded: string;
  name: string;
  facts: Labelled[];
  opening: string[];
  glance: Glance;
  contactsTitle: string;
  contacts: ContactGroup[];
  /** Those on the first page: substitute decision makers first, then as many others as fit. */
  firstContacts: ContactGroup[];
  noContacts: string;
  code: { address: string; description: string; lines: string[]; version: string };
  legal: string;
  parts: PlanPart[];
  signature: {
    title: string;
    statements: { title: string; lines: string[] }[];
    png: Uint8Array | null;
    description: string;
    typedTitle: string;
    typedName: string;
    name: Labelled;
    signer: string;
    dates: string[];
  };
  footer: FooterPart[];
  closing: string[];
};

/** Texts longer than this, in characters, may start on one page and end on the next. */
const longText = 1200;

/** Sections that stand elsewhere in the document, or in another form. */
const setApart = new Set(['about', 'signature']);

/**
 * Writes a plan as a document. The first page answers what staff need first: who, both answers about CPR, the
 * treatments refused and not refused, whom to call (D-01 to D-03, D-28). Throws when the sections lack the
 * rows about CPR or treatments.
 */
export function planDocument(facts: PlanFacts): PlanDocument {
  const { language, t, voice, answers, sections, signature } = facts;
  const reading = { t, voice };
  const person = fullNameOf(answers);
  const day = (iso: IsoDate) => longDate(iso, language);
  return {
    language,
    replaced: replacedLines(facts),
    title: inVoice(reading, 'pdf.title', 'pdf.onBehalf.title'),
    recorded: voice.kind === 'self' ? '' : inVoice(reading, 'onBehalf.recorded'),
    name: person,
    facts: personFacts(facts),
    opening: [
      inVoice(reading, 'pdf.what', 'pdf.onBehalf.what'),
      inVoice(reading, 'pdf.ask', 'pdf.onBehalf.ask'),
      inVoice(reading, 'pdf.together', 'pdf.onBehalf.together'),
    ],
    glance: glanceOf(facts),
    contactsTitle: inVoice(reading, 'review.section.contacts', 'onBehalf.review.section.contacts'),
    contacts: contactGroups(facts),
    firstContacts: firstContacts(facts),
    noContacts: t('pdf.contacts.none'),
    code: {
      address: facts.url,
      description: t('pdf.qr.alt', { url: facts.url }),
      lines: [t('pdf.check'), t('pdf.pinNote')],
      version: t('pdf.version', { version: facts.version }),
    },
    legal: legalText(facts),
    parts: sections.filter(({ id }) => !setApart.has(id)).map((section) => partOf(section, facts)),
    signature: {
      title: inVoice(reading, 'pdf.signature.heading', 'onBehalf.review.section.signature'),
      statements: sections
        .filter(({ id }) => id === 'signature')
        .flatMap(({ rows }) => rows.filter(({ key }) => key !== 'confirmName'))
        .map(({ title, lines }) => ({ title, lines })),
      png: signature.png,
      description: t('pdf.signature.alt', { name: signature.name }),
      typedTitle: t('pdf.signature.typed'),
      typedName: signature.typedName ?? '',
      name: { label: t('pdf.signature.name'), value: signature.name },
      signer: voice.kind === 'self' ? '' : inVoice(reading, 'pdf.onBehalf.signed'),
      dates: datesOf(facts),
    },
    footer: footerOf(facts),
    closing: [t('pdf.printed', { date: day(facts.downloadedOn) }), t('pdf.madeWith')],
  };
}

/** Says of a version no longer in force that it was replaced: in the document's language, and in the plan's own (D-41). */
function replacedLines({ t, language, version, replaced, ownLanguage }: PlanFacts): string[] {
  if (!replaced) return [];
  return [{ t, language }, ...(ownLanguage ? [ownLanguage] : [])].map((reading) =>
    reading.t('pdf.replaced', {
      version,
      date: longDate(replaced.on, reading.language),
      newer: replaced.by,
    }),
  );
}

function personFacts({ t, answers, sections, careProvider }: PlanFacts): Labelled[] {
  const about = sections.find(({ id }) => id === 'about')?.rows ?? [];
  const line = (key: string) => about.find((row) => row.key === key)?.lines.join(' ') ?? '';
  const helper = about.find((row) => row.key === 'hasHelp');
  return [
    { label: t('pdf.person.dob'), value: textOf(answers, 'dob') },
    { label: t('pdf.person.gender'), value: line('gender') },
    { label: t('pdf.person.postcode'), value: textOf(answers, 'postcode') },
    { label: t('pdf.person.careProvider'), value: careProvider },
    { label: helper?.title ?? '', value: line('hasHelp') },
  ].filter(({ value }) => value !== '');
}

function legalText({ t, voice, answers }: PlanFacts): string {
  if (voice.kind === 'onBehalf') return inVoice({ t, voice }, 'pdf.legal.onBehalf');
  return t(`pdf.legal.${stateOfPostcode(textOf(answers, 'postcode')) ?? 'unknown'}`);
}

const weights: Record<LineKind, PlanRow['weight']> = { chosen: 'all', ownText: 'none', sentences: 'first' };

function partOf({ id, title, rows }: Section, { t, voice, definition }: PlanFacts): PlanPart {
  const reading = { t, voice };
  const isHealth = id === 'health';
  return {
    id,
    title,
    intro: isHealth
      ? [
          inVoice(reading, 'pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes'),
          inVoice(reading, 'pdf.health.intro', 'pdf.onBehalf.health.intro'),
        ]
      : [],
    head: isHealth ? { question: t('pdf.table.question'), answer: t('pdf.table.answer') } : null,
    rows: rows.map((row) => ({
      number: row.number === undefined ? '' : String(row.number),
      title: row.title,
      lines: row.lines,
      note: row.note === undefined ? '' : t('review.note', { note: row.note }),
      weight: weights[lineKindOf(row.key, definition)],
      long: [...row.lines, row.note ?? ''].join('').length > longText,
    })),
  };
}

function datesOf({ t, language, signature, signedOn, changedOn }: PlanFacts): string[] {
  const signed = t('pdf.signature.date', { date: longDate(signedOn, language) });
  return changedOn === undefined
    ? [signed]
    : [signed, t('pdf.signature.changed', { name: signature.name, date: longDate(changedOn, language) })];
}

/**
 * Marks for the numbers that only the typesetting knows. No text can hold them: control characters are taken
 * out first.
 */
const pageMark = '\u0001';
const pagesMark = '\u0002';

function footerOf({ t, answers, language, version, signedOn, changedOn }: PlanFacts): FooterPart[] {
  const clean = (text: string) => text.replaceAll(/\p{Cc}/gu, '');
  const line = t('pdf.footer', {
    person: clean(fullNameOf(answers)),
    dob: clean(textOf(answers, 'dob')),
    version,
    date: longDate(changedOn ?? signedOn, language),
    page: pageMark,
    pages: pagesMark,
  });
  return line
    .split(new RegExp(`(${pageMark}|${pagesMark})`))
    .filter((part) => part !== '')
    .map((part) =>
      part === pageMark ? { count: 'page' } : part === pagesMark ? { count: 'pages' } : { text: part },
    );
}

/** Most characters of a name in a file name. */
const longestName = 60;

/**
 * The name under which a plan is downloaded: ACP_<last>_<first>_<YYYYMMDD>.pdf (GAP-49). Letters of any
 * language stay; whatever could mean something to a file system, a shell or an HTTP header goes. `date` is an
 * ISO date.
 */
export function pdfFileName(lastName: string, firstName: string, date: string): string {
  const day = date.slice(0, 10).replaceAll('-', '');
  return (
    ['ACP', safeName(lastName), safeName(firstName), safeName(day)].filter((part) => part !== '').join('_') +
    '.pdf'
  );
}

function safeName(name: string): string {
  const kept = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .replace(/^-+|-+$/g, '');
  return [...kept].slice(0, longestName).join('');
}
