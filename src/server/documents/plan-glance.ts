import { emergencyFacts } from '../../domain/questionnaire/reading/emergency-facts.ts';
import { inVoice, type Row, type Section } from '../../domain/questionnaire/reading/present.ts';
import type { SectionId } from '../../domain/questionnaire/questions/question.ts';
import { markedLines, noteOf, type Note } from './own-words.ts';
import type { PlanContact, PlanFacts } from './plan-facts.ts';

type Listed = { title: string; lines: string[] };

/** What the box on the first page says. */
export type Glance = {
  title: string;
  cprTitle: string;
  cpr: Listed[];
  /**
   * What the person needs for life to be worth living; only where an answer about CPR depends on it, or may
   * depend on it. `more` are the answers to follow-up questions.
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

/** Contacts under one heading, in words. `pending` is empty for those who said yes. */
export type ContactGroup = { title: string; people: ContactLine[] };

/** `relationship` is empty if `who` contains it: in a document in both languages the name appears once. */
type ContactLine = { who: string; relationship: string; phone: string; pending: string };

/** Maximum length, in characters, of a note between the treatments and the contacts to call. */
const longestNote = 300;

/** Most contacts on the first page. All of them have a part of their own. */
const firstPageContacts = 4;

/**
 * What staff need first, from the rows in words. Throws when the rows about CPR or treatments are missing,
 * which is a programming error: a plan without them must not go to a bedside.
 */
export function glanceOf(facts: PlanFacts): Glance {
  const { t, voice, answers, sections, wordedAsSigned, definition } = facts;
  const reading = { t, voice };
  const treatments = rowOf(sections, 'treatmentsSelected');
  const note = noteOf(treatments, facts);
  const isLong = note !== null && note.text.length > longestNote;
  const [refused = '', notRefused = ''] = treatments.lines;
  const { cprStopBreathing, cprCatastrophic } = emergencyFacts(answers, definition);
  // Whether words of another definition depend on the quality of life is for the reader to say.
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

/** The contacts of the first page: substitute decision makers first, then as many others as fit. */
export function firstContacts({ contacts, t, paper }: PlanFacts): ContactGroup[] {
  return contactGroups({
    contacts: substitutesFirst(contacts).slice(0, firstPageContacts),
    t,
    ...(paper && { paper }),
  });
}

/** The contacts in two groups, substitute decision makers first. A group without anybody is left out. */
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
