import { emergencyFacts } from '../../../domain/questionnaire/reading/emergency-facts.ts';
import { inVoice, type Row, type Section } from '../../../domain/questionnaire/reading/present.ts';
import type { SectionId } from '../../../domain/questionnaire/questions/question.ts';
import { markedLines, noteOf, type Note } from './own-words.ts';
import type { PlanContact, PlanFacts } from './plan-facts.ts';

type Listed = { title: string; lines: string[] };

/** The content of the box on the first page. */
export type Glance = {
  title: string;
  cprTitle: string;
  cpr: Listed[];
  /**
   * The conditions of an acceptable quality of life; only if an answer about CPR depends on it, or may depend on it. `more`
   * contains the answers to follow-up questions.
   */
  condition: (Listed & { more: Listed[] }) | null;
  treatmentsTitle: string;
  refused: string;
  notRefused: string;
  moreTreatments: Listed[];
  note: Note | null;
  /** The note, if it is long: it is then the last item in the box, and `noteBelow` refers to it at the answer. */
  longNote: Note | null;
  noteBelow: string;
  callTitle: string;
};

/** Contacts under one heading, as text. `pending` is empty for those who accepted. */
export type ContactGroup = { title: string; people: ContactLine[] };

/** `relationship` is empty if `who` contains it: in a document in both languages the name appears once. */
type ContactLine = { who: string; relationship: string; phone: string; pending: string };

/** Maximum length, in characters, of a note between the treatments and the contacts to call. */
const longestNote = 300;

/** Maximum number of contacts on the first page. A later section contains all of them. */
const firstPageContacts = 4;

/**
 * Returns the facts that staff need first, from the rows as text. Throws if the rows about CPR or treatments are missing, which
 * is a programming error: a plan without them must not be used at a bedside.
 */
export function glanceOf(facts: PlanFacts): Glance {
  const { t, voice, answers, sections, wordedAsSigned, definition } = facts;
  const reading = { t, voice };
  const treatments = rowOf(sections, 'treatmentsSelected');
  const note = noteOf(treatments, facts);
  const isLong = note !== null && note.text.length > longestNote;
  const [refused = '', notRefused = ''] = treatments.lines;
  const { cprStopBreathing, cprCatastrophic } = emergencyFacts(answers, definition);
  // Only a reader can decide whether texts of another definition depend on the quality of life.
  const depends = wordedAsSigned || [cprStopBreathing, cprCatastrophic].includes('onlyIfMinimum');
  const listed = ({ title, lines }: Row): Listed => ({ title, lines: markedLines(lines, facts) });
  const more = (id: SectionId, ...shown: string[]) =>
    sections
      .filter((section) => section.id === id)
      .flatMap(({ rows }) => rows.filter(({ key }) => !shown.includes(key)).map(listed));
  const cprKeys = ['cprStopBreathing', 'cprCatastrophic'];
  return {
    title: t('pdf.glance'),
    cprTitle: t('pdf.cpr.heading'),
    cpr: [...cprKeys.map((key) => listed(rowOf(sections, key))), ...more('cpr', ...cprKeys)],
    condition: depends
      ? { ...listed(rowOf(sections, 'minimumQolList')), more: more('qualityOfLife', 'minimumQolList') }
      : null,
    treatmentsTitle: inVoice(reading, 'pdf.refused.heading', 'onBehalf.review.section.treatments'),
    refused,
    notRefused,
    moreTreatments: more('treatments', 'treatmentsSelected'),
    note: isLong ? null : note,
    longNote: isLong ? note : null,
    noteBelow: t('pdf.note.below'),
    callTitle: t('emergency.call.heading'),
  };
}

function rowOf(sections: readonly Section[], key: string): Row {
  const row = sections.flatMap(({ rows }) => rows).find((candidate) => candidate.key === key);
  if (!row || row.lines.length === 0) throw new Error(`The plan has no row "${key}"`);
  return row;
}

function substitutesFirst(contacts: readonly PlanContact[]): PlanContact[] {
  return [
    ...contacts.filter(({ substitute }) => substitute),
    ...contacts.filter(({ substitute }) => !substitute),
  ];
}

/** Returns the contacts of the first page: substitute decision makers first, then as many others as fit. */
export function firstContacts({ contacts, t, paper }: PlanFacts): ContactGroup[] {
  return contactGroups({
    contacts: substitutesFirst(contacts).slice(0, firstPageContacts),
    t,
    ...(paper && { paper }),
  });
}

/** Returns the contacts in two groups, substitute decision makers first. Empty groups are omitted. */
export function contactGroups({
  contacts,
  t,
  paper,
}: Pick<PlanFacts, 'contacts' | 't' | 'paper'>): ContactGroup[] {
  const group = (title: string, substitute: boolean): ContactGroup => ({
    title,
    people: contacts
      .filter((contact) => contact.substitute === substitute)
      .map(({ name, relationship, phone, pending }) => ({
        who: relationship === '' || paper ? name : t('emergency.call.person', { name, relationship }),
        relationship: paper ? relationship : '',
        phone,
        pending: pending ? t('emergency.call.pending') : '',
      })),
  });
  return [group(t('pdf.contacts.sdm'), true), group(t('pdf.contacts.others'), false)].filter(
    ({ people }) => people.length > 0,
  );
}
