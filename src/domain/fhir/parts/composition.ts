import type { Composition, CompositionSection, Reference } from 'fhir/r4';
import type { Language } from '../../i18n/texts.ts';
import { longDate, melbourneDate } from '../../fields.ts';
import { legalText } from '../../plan/legal-text.ts';
import { textOf } from '../../questionnaire/answers.ts';
import type { SectionId } from '../../questionnaire/questions/question.ts';
import { inVoice, type Reading, type Section } from '../../questionnaire/reading/present.ts';
import { fullNameOf } from '../../questionnaire/reading/voice.ts';
import { relationshipKey } from '../../accounts/relationships.ts';
import { documentClass, documentType, ownCode, type PlanCode } from '../codes.ts';
import { boldParagraph, inBoth, narrativeOf, paragraph, sectionParts } from './narrative.ts';
import { planIdentifier, versionIdentifier } from './papers.ts';
import { concept, inChinese, noteTitleIn, sectionsIn, type Part, type Writing } from './writing.ts';

/** Parts of the document in reading order: what staff need first is first. */
const partIds = [
  'about',
  'cpr-and-treatments',
  'whom-to-call',
  'what-matters',
  'health-changes',
  'signature',
  'stored-answers',
] as const satisfies readonly PlanCode[];

type PartId = (typeof partIds)[number];

/** The part of the document that holds a section of the plan. */
const partOfSection: Record<SectionId, PartId> = {
  about: 'about',
  cpr: 'cpr-and-treatments',
  treatments: 'cpr-and-treatments',
  qualityOfLife: 'what-matters',
  dying: 'what-matters',
  else: 'what-matters',
  health: 'health-changes',
  signature: 'signature',
};

/** Returns the part of a section; one of an earlier definition that is unknown today is with what matters. */
const partOf = (section: string): PartId =>
  Object.hasOwn(partOfSection, section) ? partOfSection[section as SectionId] : 'what-matters';

/** Returns the first resource of the document, with its narrative and with references to all other parts. */
export function compositionOf(writing: Writing, others: readonly Part[]): Composition {
  const { facts, en, zh, at, author, idOf, refTo } = writing;
  const { version } = facts;
  const title = inVoice(en, 'pdf.title', 'pdf.onBehalf.title');
  const translated = inChinese(title, zh ? inVoice(zh, 'pdf.title', 'pdf.onBehalf.title') : undefined);
  return {
    resourceType: 'Composition',
    id: idOf('composition'),
    language: 'en',
    text: narrativeOf(opening(writing)),
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/composition-clinicaldocument-versionNumber',
        valueString: String(version),
      },
    ],
    identifier: planIdentifier(writing),
    status: 'final',
    type: concept(en.t('fhir.title'), undefined, documentType),
    category: [concept(en.t('fhir.class'), undefined, documentClass)],
    subject: refTo('patient'),
    date: at,
    author: [author],
    title,
    ...(translated && { _title: translated }),
    attester: [{ mode: 'personal', time: at, party: author }],
    custodian: refTo('operator'),
    ...(version > 1 && {
      relatesTo: [{ code: 'replaces', targetIdentifier: versionIdentifier(writing, version - 1) }],
    }),
    section: partIds.map((id) => sectionOf(id, writing, others)),
  };
}

/** Returns the sentences that every reader needs: whose plan, whether it is in force, what it is and what it is not. */
function opening(writing: Writing): string {
  const { facts, en, zh } = writing;
  const of = (reading: Reading, language: Language): string => {
    const { t } = reading;
    const { answers, version, replaced, ofOtherRecord } = facts;
    const dob = textOf(answers, 'dob');
    const banner = ofOtherRecord
      ? t('pdf.otherRecord')
      : replaced
        ? t('pdf.replaced', { version, date: longDate(replaced.on, language), newer: replaced.by })
        : '';
    return [
      banner === '' ? '' : boldParagraph(banner),
      boldParagraph(`${fullNameOf(answers)}, ${t('pdf.person.dob')}: ${dob}`),
      facts.owner.for_my_self ? '' : paragraph(inVoice(reading, 'onBehalf.recorded')),
      paragraph(inVoice(reading, 'pdf.what', 'pdf.onBehalf.what')),
      paragraph(inVoice(reading, 'pdf.ask', 'pdf.onBehalf.ask')),
      paragraph(inVoice(reading, 'pdf.together', 'pdf.onBehalf.together')),
      paragraph(legalText(reading, answers)),
      paragraph(t('fhir.check')),
    ].join('');
  };
  return inBoth(of(en, 'en'), zh && of(zh, 'zh'));
}

function sectionOf(id: PartId, writing: Writing, others: readonly Part[]): CompositionSection {
  const { facts, en, zh } = writing;
  const title = en.t(`fhir.section.${id}`);
  const translated = inChinese(title, zh?.t(`fhir.section.${id}`));
  const entry = entriesOf(id, writing, others);
  return {
    title,
    ...(translated && { _title: translated }),
    code: concept(title, undefined, [ownCode(facts.baseUrl, 'plan', id)]),
    text: narrativeOf(inBoth(contentIn(id, writing, 'en'), zh && contentIn(id, writing, 'zh'))),
    ...(entry.length > 0 && { entry }),
  };
}

/** Returns the XHTML of a part in one language. */
function contentIn(id: PartId, writing: Writing, language: Language): string {
  const reading = language === 'zh' ? writing.zh : writing.en;
  if (!reading) return '';
  const { t } = reading;
  if (id === 'whom-to-call') return contactsIn(reading, writing);
  if (id === 'stored-answers') return paragraph(t('fhir.stored'));
  const sections = sectionsIn(writing, language);
  if (!sections) return paragraph(t(`pdf.oneLanguageOnly.${writing.facts.language}`));
  const mine = sections.filter((section) => partOf(section.id) === id);
  const introOf = (section: Section) =>
    section.id === 'health'
      ? [
          inVoice(reading, 'pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes'),
          inVoice(reading, 'pdf.health.intro', 'pdf.onBehalf.health.intro'),
        ]
      : [];
  const rows = sectionParts(mine, noteTitleIn(t), introOf);
  return id === 'signature'
    ? rows + signatureIn(reading, writing, language)
    : rows || paragraph(t('fhir.nothing'));
}

function signatureIn(reading: Reading, { facts }: Writing, language: Language): string {
  const { t } = reading;
  const name = textOf(facts.answers, 'confirmName');
  const day = (instant: string) => longDate(melbourneDate(new Date(instant)), language);
  return [
    paragraph(t('fhir.signed', { name, date: day(facts.signedAt) })),
    facts.changedAt === undefined
      ? ''
      : paragraph(t('pdf.signature.changed', { name, date: day(facts.changedAt) })),
    facts.owner.for_my_self ? '' : paragraph(inVoice(reading, 'pdf.onBehalf.signed')),
  ].join('');
}

function contactsIn({ t }: Reading, { facts }: Writing): string {
  if (facts.contacts.length === 0) return paragraph(t('pdf.contacts.none'));
  return [
    paragraph(t('emergency.call.named')),
    ...facts.contacts.map(({ name, relationship, phone, substitute, guardian, pending }) => {
      const key = relationshipKey(relationship);
      const words = [
        t('emergency.call.person', { name, relationship: key ? t(key) : relationship }),
        ...(substitute ? [t('fhir.role.substitute-decision-maker')] : []),
        ...(guardian ? [t('fhir.role.guardian')] : []),
        ...(pending ? [t('emergency.call.pending')] : []),
        phone,
      ];
      return paragraph(words.filter((word) => word.trim() !== '').join('; '));
    }),
  ].join('');
}

/** Returns references to the parts of the document that belong to a section of it. */
function entriesOf(id: PartId, { definition, refTo }: Writing, others: readonly Part[]): Reference[] {
  const isIn = ({ key }: Part): boolean => {
    if (key === 'answers' || key === 'paper') return id === 'stored-answers';
    if (key === 'signed' || key === 'changed') return id === 'signature';
    if (key === 'recorder') return id === 'about';
    if (key.startsWith('contact/')) return id === 'whom-to-call';
    const question = definition.questionByKey.get(key.replace(/^question\//, ''));
    return question !== undefined && partOf(question.section) === id;
  };
  return others.filter(isIn).map(({ key }) => refTo(key));
}
