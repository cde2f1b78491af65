import { longDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { legalText } from '../../../domain/plan/legal-text.ts';
import { textOf } from '../../../domain/questionnaire/answers.ts';
import {
  inVoice,
  lineKindOf,
  type LineKind,
  type Section,
} from '../../../domain/questionnaire/reading/present.ts';
import { fullNameOf } from '../../../domain/questionnaire/reading/voice.ts';
import { markedLines, noteOf, typedMark, type Note } from './own-words.ts';
import type { PlanFacts } from './plan-facts.ts';
import { footerParts, pageMarks, type FooterPart } from '../page-marks.ts';
import { contactGroups, firstContacts, glanceOf, type ContactGroup, type Glance } from './plan-glance.ts';

type Labelled = { label: string; value: string };

/** One answer. `weight` marks bold lines: stored choices are bold, the person's own text is not. */
type PlanRow = {
  number: string;
  title: string;
  lines: string[];
  /** The note on the language of the person's own text. Empty if it is obvious. */
  mark: string;
  note: Note | null;
  weight: 'all' | 'first' | 'none';
  /** Whether the answer can continue on the next page. */
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
 * The whole document as text, ready for typesetting. Contains only text and the signature picture: no text is interpreted as
 * markup.
 */
export type PlanDocument = PlanWords & {
  /** The same content in the other language, with the same structure, for documents in both languages (D-37). */
  twin: PlanWords | null;
};

/** The text of a document in one language. */
export type PlanWords = {
  language: Language;
  /** The notice on each page of a replaced version; empty for the version in force. */
  replaced: string[];
  title: string;
  recorded: string;
  name: string;
  facts: Labelled[];
  opening: string[];
  glance: Glance;
  contactsTitle: string;
  contacts: ContactGroup[];
  /** The contacts of the first page: substitute decision makers first, then as many others as fit. */
  firstContacts: ContactGroup[];
  noContacts: string;
  code: { address: string; description: string; lines: string[]; version: string };
  legal: string;
  /** The notice about text stored in one language only; empty if there is none. */
  oneLanguageOnly: string;
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
    /** The notice about the language of the signature, for documents in both languages. */
    signedIn: string;
  };
  footer: FooterPart[];
  closing: string[];
};

/** Texts longer than this, in characters, can be broken across pages. */
const longText = 1200;

/** Sections at other places of the document, or in another form. */
const setApart = new Set(['about', 'signature']);

/**
 * Builds the document of a plan, in one language, or with its twin in both (D-37). The first page contains the answers that staff
 * need first: who, both answers about CPR, the treatments refused and not refused, whom to call (D-01 to D-03, D-28). Throws if
 * the sections lack the rows about CPR or treatments.
 */
export function planDocument(facts: PlanFacts, twin: PlanFacts | null = null): PlanDocument {
  return { ...wordsOf(facts), twin: twin && wordsOf(twin) };
}

function wordsOf(facts: PlanFacts): PlanWords {
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
    legal: legalText(reading, answers),
    oneLanguageOnly: facts.paper?.oneLanguageOnly ? t(`pdf.oneLanguageOnly.${facts.paper.signedIn}`) : '',
    parts: sections.filter(({ id }) => !setApart.has(id)).map((section) => partOf(section, facts)),
    signature: {
      title: inVoice(reading, 'pdf.signature.heading', 'onBehalf.review.section.signature'),
      statements: sections
        .filter(({ id }) => id === 'signature')
        .flatMap(({ rows }) => rows.filter(({ key }) => key !== 'confirmName'))
        .map((row) => ({ title: row.title, lines: markedLines(row.lines, facts) })),
      png: signature.png,
      description: t('pdf.signature.alt', { name: signature.name }),
      typedTitle: t('pdf.signature.typed'),
      typedName: signature.typedName ?? '',
      name: { label: t('pdf.signature.name'), value: signature.name },
      signer: voice.kind === 'self' ? '' : inVoice(reading, 'pdf.onBehalf.signed'),
      dates: datesOf(facts),
      signedIn: facts.paper && !facts.paper.oneLanguageOnly ? t(`pdf.signedIn.${facts.paper.signedIn}`) : '',
    },
    footer: footerOf(facts),
    closing: [t('pdf.printed', { date: day(facts.downloadedOn) }), t('pdf.madeWith')],
  };
}

/** Returns the notice that a version was replaced (D-41), or that the record is archived because another one is kept (N-13). */
function replacedLines({ t, language, version, replaced, ofOtherRecord }: PlanFacts): string[] {
  if (ofOtherRecord) return [t('pdf.otherRecord')];
  if (!replaced) return [];
  return [t('pdf.replaced', { version, date: longDate(replaced.on, language), newer: replaced.by })];
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

const weights: Record<LineKind, PlanRow['weight']> = { chosen: 'all', ownText: 'none', sentences: 'first' };

function partOf({ id, title, rows }: Section, facts: PlanFacts): PlanPart {
  const { t, voice, definition } = facts;
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
    rows: rows.map((row) => {
      const kind = lineKindOf(row.key, definition);
      return {
        number: row.number === undefined ? '' : String(row.number),
        title: row.title,
        lines: kind === 'ownText' ? row.lines : markedLines(row.lines, facts),
        mark: kind === 'ownText' ? typedMark(row, facts) : '',
        note: noteOf(row, facts),
        weight: weights[kind],
        long: [...row.lines, row.note ?? ''].join('').length > longText,
      };
    }),
  };
}

function datesOf({ t, language, signature, signedOn, changedOn }: PlanFacts): string[] {
  const signed = t('pdf.signature.date', { date: longDate(signedOn, language) });
  return changedOn === undefined
    ? [signed]
    : [signed, t('pdf.signature.changed', { name: signature.name, date: longDate(changedOn, language) })];
}

function footerOf({ t, answers, language, version, signedOn, changedOn }: PlanFacts): FooterPart[] {
  const clean = (text: string) => text.replaceAll(/\p{Cc}/gu, '');
  const line = t('pdf.footer', {
    person: clean(fullNameOf(answers)),
    dob: clean(textOf(answers, 'dob')),
    version,
    date: longDate(changedOn ?? signedOn, language),
    ...pageMarks,
  });
  return footerParts(line);
}
