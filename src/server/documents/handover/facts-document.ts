import { dateOfIso, longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { HandReceiver } from '../../../domain/customers/hospital/hand-receivers.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { givesRoles } from '../../../domain/plan/emergency/standing.ts';
import { handoverLine } from '../../pages/handover/handover-line.ts';
import { pageWith, type Page } from '../../pages/emergency/plan-page/page-parts.ts';
import { whatThereIs } from '../../pages/emergency/unsigned-page.ts';
import { besideWords, setAsideWords } from '../../pages/emergency/plan-page/page-sections.ts';
import type { EmergencyContact, EmergencyView } from '../../pages/emergency/view.ts';
import type { Section } from '../../../domain/questionnaire/reading/present.ts';
import { footerParts, pageMarks } from '../page-marks.ts';
import type { ReportDocument, ReportTable } from '../report-document.ts';
import type { MergeProblem } from './merge.ts';

/** A paper of the PDF, and why its pages are not in it; null if they are. */
export type PaperOutcome = { name: string; addedAt: Date; problem: MergeProblem | null };

/** Content of the first page. `receiver_other` is the receiver in the words of staff. */
export type HandoverFacts = {
  t: Translate;
  view: EmergencyView;
  sections: readonly Section[];
  room: string | null;
  house: string | null;
  handing: { receiver: HandReceiver; receiver_other: string | null; handed_at: Date };
  papers: readonly PaperOutcome[];
  /** There are more papers than one PDF has. */
  hasMore: boolean;
};

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, '');

/**
 * Returns the first page of the PDF for an ambulance, in English: the emergency facts in the words of the emergency sheet (D-61: it
 * begins with a notice if there is no signed plan), whom to call, and what the file contains.
 */
export function factsDocument(facts: HandoverFacts): ReportDocument {
  const { t, view, sections, house } = facts;
  const page = pageWith({ view, sections, t, query: { language: 'en' }, pdf: { address: '' } }, 'whole');
  const line = handoverLine({ view, sections, room: facts.room }, t);
  return {
    ...frameOf(facts),
    title: t('hospital.sheet.title', { person: view.person.fullName }),
    facts: personFacts(facts),
    sentence: sentenceOf(page, line.cpr),
    tables: [
      ...(view.standing === 'signed' ? [answersTable(page, line)] : []),
      callTable(page, house),
      contentTable(facts),
    ],
    notes: notesOf(page),
  };
}

/** Returns the page in place of a paper whose pages are not in the PDF: its name, why, and where the original is. */
export function missingPaper(facts: HandoverFacts, paper: PaperOutcome): ReportDocument {
  const { t, view } = facts;
  const house = houseOf(facts);
  const { name, addedAt, problem } = paper;
  const phone = view.carePhone?.phone;
  return {
    ...frameOf(facts),
    title: t('hospital.sheet.paperInside', { name, date: longDate(melbourneDate(addedAt), 'en') }),
    facts: [],
    sentence: t(`hospital.missing.sentence.${problem ?? 'unreadable'}`),
    tables: [],
    notes: [
      t('hospital.missing.where', { house, person: view.person.fullName }),
      ...(phone === undefined ? [] : [t('hospital.missing.phone', { house, phone })]),
    ],
  };
}

const houseOf = ({ house, view }: HandoverFacts): string => house ?? view.careProvider;

function frameOf(facts: HandoverFacts): Pick<ReportDocument, 'language' | 'letterhead' | 'footer'> {
  const { t, view } = facts;
  const phone = view.carePhone?.phone;
  const { fullName, dob } = view.person;
  const footer = t('hospital.sheet.footer', {
    person: withoutControls(fullName),
    dob: dob === null ? '--' : dateOfIso(dob),
    ...pageMarks,
  });
  return {
    language: 'en',
    letterhead: [houseOf(facts), ...(phone === undefined ? [] : [phone])],
    footer: footerParts(footer),
  };
}

function personFacts({ t, view, room, handing }: HandoverFacts): ReportDocument['facts'] {
  const { dob, age } = view.person;
  const born =
    dob === null ? '--' : t('hospital.sheet.bornAge', { dob: dateOfIso(dob), age: String(age ?? '--') });
  const { receiver, receiver_other, handed_at } = handing;
  const handed = t('hospital.sheet.handedTo', {
    date: longDate(melbourneDate(handed_at), 'en'),
    time: melbourneTime(handed_at),
    receiver: receiver_other ?? t(`hospital.to.${receiver}`),
  });
  return [
    { label: t('hospital.sheet.born'), value: born },
    ...(room === null ? [] : [{ label: t('hospital.sheet.room'), value: room }]),
    { label: t('hospital.sheet.handed'), value: handed },
  ];
}

/** The sentence in large letters: what a reader must know first. */
function sentenceOf(page: Page, cpr: string): string {
  return page.view.standing === 'signed' ? page.t('hospital.sheet.cpr', { answer: cpr }) : whatThereIs(page);
}

function answersTable({ t }: Page, line: { refused: string; plan: string }): ReportTable {
  return {
    title: t('hospital.sheet.facts'),
    head: [t('pdf.table.question'), t('pdf.table.answer')],
    rows: [
      [t('hospital.sheet.refused'), line.refused],
      [t('hospital.sheet.plan'), line.plan],
    ],
    numbersFrom: 2,
    narrowFirst: true,
  };
}

function callTable({ t, view }: Page, house: string | null): ReportTable {
  const contact = ({ name, relationship, phone, pending }: EmergencyContact) => {
    const words = t('hospital.sheet.contact', {
      name,
      relationship: 'key' in relationship ? t(relationship.key) : relationship.words,
      phone,
    });
    return pending ? `${words} (${t('emergency.call.pending')})` : words;
  };
  const none = t(givesRoles(view.standing) ? 'emergency.call.none' : 'emergency.none.contacts');
  const phone = view.carePhone?.phone;
  return {
    title: t('emergency.call.heading'),
    head: [t('hospital.sheet.role'), t('hospital.sheet.person')],
    rows: [
      ...(view.contacts.length === 0 ? [[t('emergency.call.other'), none]] : []),
      ...view.contacts.map((each) => [
        t(each.decisionMaker ? 'emergency.call.sdm' : 'emergency.call.other'),
        contact(each),
      ]),
      ...(phone === undefined
        ? []
        : [[t('hospital.sheet.house'), t('handover.caller', { name: house ?? view.careProvider, phone })]]),
    ],
    numbersFrom: 2,
    narrowFirst: true,
  };
}

function contentTable(facts: HandoverFacts): ReportTable {
  const { t, view, papers, hasMore } = facts;
  const { version, changed, signed } = view.plan;
  const plan =
    view.standing === 'signed'
      ? t('hospital.sheet.planInside', { version, date: longDate(changed?.on ?? signed, 'en') })
      : t('hospital.sheet.noPlan');
  const paperRow = ({ name, addedAt, problem }: PaperOutcome) => [
    t('hospital.sheet.paper'),
    t(problem === null ? 'hospital.sheet.paperInside' : 'hospital.sheet.paperLeftOut', {
      name,
      date: longDate(melbourneDate(addedAt), 'en'),
    }),
  ];
  return {
    title: t('hospital.sheet.pages'),
    head: [t('hospital.sheet.part'), t('hospital.sheet.content')],
    rows: [
      [t('hospital.sheet.plan'), plan],
      ...(papers.length === 0 ? [[t('hospital.sheet.paper'), t('hospital.sheet.noPapers')]] : []),
      ...papers.map(paperRow),
      ...(hasMore
        ? [[t('hospital.sheet.paper'), t('hospital.sheet.morePapers', { house: houseOf(facts) })]]
        : []),
    ],
    numbersFrom: 2,
    narrowFirst: true,
  };
}

function notesOf(page: Page): string[] {
  const { say, view } = page;
  const { voice, beside, standing } = view;
  const notes = [say('emergency.who.ask')];
  if (beside) notes.unshift(besideWords(page, beside, beside.name));
  const aside = setAsideWords(page);
  if (aside !== null) notes.push(aside);
  if (standing === 'signed') {
    if (voice.kind !== 'self') notes.push(say('emergency.onBehalf.recorded'));
    if (view.plan.language === 'zh') notes.push(say('emergency.language.note'));
    notes.push(
      voice.kind === 'onBehalf' ? say('emergency.legal.onBehalf') : say(`emergency.legal.${view.state}`),
    );
    notes.push(say('emergency.footer.words', 'emergency.footer.onBehalf.words'));
  }
  notes.push(say('emergency.footer.private'));
  return notes;
}
