import { relationships } from '../../src/domain/accounts/relationships.ts';
import { fileAccessPart } from '../../src/domain/contacts/file-access-path.ts';
import type { Language } from '../../src/domain/i18n/texts.ts';
import { noteKeys, type Answers } from '../../src/domain/questionnaire/answers.ts';
import { insertFile } from '../../testing/customer-files.ts';
import { fullAnswers, fullAnswersZh, type TestPerson, type TestPersonSpec } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { payFor } from '../paid-plan.ts';
import { saveElsewhere } from '../saved-plan.ts';
import { sendNotice } from '../screens/announcements.ts';
import { daniel, idsOf, susan } from '../screens/contacts-page.ts';

/** States in which each page is shown; the pages of `failing` and `slow` are those of the typical person. */
export const states = ['empty', 'typical', 'full', 'failing', 'slow'] as const;
export type State = (typeof states)[number];

/** Persons who open the pages. `draft` has answered everything and not signed; `long` is that person with long texts. */
export type Reader = 'visitor' | 'new' | 'draft' | 'signed' | 'long' | 'longDraft' | Writer;

/** Writers on behalf of another person: for an unnamed person, with all answers, and after signing. */
export type Writer = 'writesNew' | 'writesDraft' | 'writesSigned';

export const answersIn = (language: Language): Answers =>
  language === 'zh' ? fullAnswersZh() : fullAnswers();

/** Names of sixty letters without a space, the longest that the product accepts. */
export const longName = {
  firstName: 'Wolfeschlegelsteinhausenbergerd',
  lastName: 'Kunigundenberg-Featherstonehaugh',
};

/** The longest texts that the questionnaire accepts. */
export function longAnswers(language: Language): Answers {
  const answers = answersIn(language);
  const sentence =
    language === 'zh'
      ? '请让家人陪在我身边，也请把窗户打开。'
      : 'Please let my family stay with me, and open the window. ';
  const ofLength = (length: number) => sentence.repeat(Math.floor(length / sentence.length)).trim();
  return {
    ...answers,
    ...longName,
    helperName: `${longName.firstName} ${longName.lastName}`,
    ...Object.fromEntries(noteKeys.map((key) => [key, ofLength(2_000)])),
    customsAndTraditions: ofLength(10_000),
    explanations: `${'x'.repeat(200)} ${ofLength(9_700)}`,
    otherCommentsOrWorries: ofLength(10_000),
  };
}

/** The same answers with free texts that are not in the first person. */
function answersByWriter(language: Language): Answers {
  const answers = answersIn(language);
  const said = language === 'zh' ? '有家人在身边。' : 'With family close by.';
  const freeTexts = [
    'other_qolList',
    'other_receiveCare',
    'customsAndTraditions',
    'explanations',
    'otherCommentsOrWorries',
  ] as const;
  const written = [...noteKeys, ...freeTexts].filter((key) => answers[key] !== undefined);
  return { ...answers, ...Object.fromEntries(written.map((key) => [key, said])) };
}

const givenNames = 'Anna Ben Carla Dan Emma Finn Grace Hugo Ida Jack Kate Leo'.split(' ');

export const manyContacts = Array.from({ length: 12 }, (_, at) => ({
  name: at === 0 ? daniel.name : `${givenNames[at]} ${longName.lastName}`,
  email: `${'margaret.featherstonehaugh.'.repeat(2)}${at}@healthservice.vic.gov.example`,
  phone: `0491 570 ${156 + at}`,
  relationship: relationships[at % relationships.length]!,
  substitutedDecisionMaker: at < 2,
  enduringGuardian: at === 1,
  accepted: at % 3 !== 2,
}));

/** Returns the specification of a reader's account. */
function specOf(reader: Reader, language: Language): TestPersonSpec {
  const answers = answersIn(language);
  switch (reader) {
    case 'draft':
      return { plan: { status: 'draft', answers } };
    case 'writesNew':
      return { accountOwner: 'child' };
    case 'writesDraft':
      return { accountOwner: 'child', plan: { status: 'draft', answers: answersByWriter(language) } };
    case 'writesSigned':
      return {
        accountOwner: 'child',
        plan: { status: 'complete', answers: { ...answersByWriter(language), confirmName: daniel.name } },
        contacts: [daniel, susan],
      };
    case 'signed':
      return { plan: { status: 'complete', answers }, contacts: [daniel, susan] };
    case 'longDraft':
      return {
        ...longName,
        plan: { status: 'draft', answers: longAnswers(language) },
        contacts: manyContacts,
      };
    case 'long':
      return {
        ...longName,
        plan: { status: 'complete', answers: longAnswers(language) },
        contacts: manyContacts,
      };
    default:
      return {};
  }
}

/** Persons who have not paid and have nothing but their plan. */
const unpaid: ReadonlySet<Reader> = new Set(['new', 'draft', 'longDraft', 'writesNew', 'writesDraft']);

/** A person with the part of an address that names one of their contacts. */
export type Member = { who: TestPerson; contact: string };

/** Makes the person of a reader, with the data that their pages show. */
export async function makeReader(
  app: TestApp,
  newCustomer: (spec: TestPersonSpec) => Promise<TestPerson>,
  reader: Exclude<Reader, 'visitor'>,
  language: Language,
): Promise<Member> {
  const spec = specOf(reader, language);
  const who = await newCustomer(spec);
  const contact = spec.contacts ? fileAccessPart(await idsOf(app, who, daniel.name)) : '';
  if (unpaid.has(reader)) return { who, contact };
  await payFor(app, who);
  const changed =
    (reader === 'writesSigned' ? undefined : answersIn(language).otherCommentsOrWorries) ?? 'Ask Biscuit.';
  await saveElsewhere(app, who, { explanations: changed });
  const copies = reader === 'long' ? 12 : 1;
  for (let at = 0; at < copies; at += 1) {
    await sendNotice(app, who);
    await insertFile(app.services, who.userId, {
      file_name: fileName(reader, at),
      category: 'ADDITIONAL_DOCUMENT',
    });
  }
  return { who, contact };
}

const fileName = (reader: Reader, at: number) =>
  reader === 'long' ? `${'advance_care_directive_'.repeat(8)}${at}.pdf` : 'Advance care directive.pdf';
