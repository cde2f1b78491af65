import type { FhirResource } from 'fhir/r4';
import { translators } from '../i18n/translators.ts';
import type { Answers } from '../questionnaire/answers.ts';
import { completeAnswers } from '../questionnaire/answers.fixture.ts';
import { currentDefinition } from '../questionnaire/definition.ts';
import { planBundle } from './bundle.ts';
import type { DocumentFacts } from './facts.ts';

/** Returns the facts of a plan signed in English, changed in some of them. */
export const documentFacts = (changes: Partial<DocumentFacts> = {}): DocumentFacts => ({
  baseUrl: 'https://wattle.example',
  planId: '3f0c4d52-8a52-4b1c-9a6e-0d9c7a1f2b3c',
  version: 1,
  language: 'en',
  definitionVersion: (changes.definition ?? currentDefinition).version,
  answers: completeAnswers(),
  owner: { for_my_self: true, account_owner: 'self' },
  signed: null,
  signedAt: '2026-11-21T03:04:05.000Z',
  medicare: '2950101201',
  operator: { name: 'Wattle Pty Ltd', phone: '1300 000 000' },
  contacts: [
    {
      id: '11111111-1111-4111-8111-111111111111',
      name: 'Daniel O’Brien',
      relationship: 'Son',
      phone: '0400 000 001',
      substitute: true,
      guardian: true,
      pending: false,
    },
    {
      id: '22222222-2222-4222-8222-222222222222',
      name: 'Susan <Li> & Co',
      relationship: 'Neighbour',
      phone: '0400 000 002',
      substitute: true,
      guardian: false,
      pending: true,
    },
  ],
  pdf: { base64: 'JVBERi0xLjc=', size: 8, title: 'plan.pdf' },
  t: translators,
  ...changes,
});

export const onBehalf = { for_my_self: false, account_owner: 'child' };

/** Returns a plan with a note beside every answer that can have one, and every optional answer. */
export const noted = (answers: Answers = completeAnswers()): Answers => ({
  ...answers,
  minimumQolList: ['Having independence', 'Other'],
  other_qolList: 'My dog <Biscuit> & the sea',
  cannotSee_note: 'As long as someone reads to me.',
  treatmentsSelected: ['Breathing Machine', 'Kidney Machine'],
  treatmentsSelected_note: 'For a day or two it is fine.',
  palliativeCare_note: 'Early, please.',
  terminalCondition_note: 'Tell Daniel too.',
  receiveCare: 'Other',
  other_receiveCare: 'At my sister’s',
  receiveCare_note: 'With a window.',
  customsAndTraditions: 'Call Father Michael.\nNo lilies.',
  explanations: 'Frank was kept alive by machines.',
  otherCommentsOrWorries: 'Who looks after Biscuit?',
});

export type Found<Type extends FhirResource['resourceType']> = Extract<FhirResource, { resourceType: Type }>;

/** Returns the resources of one type in a plan's document. */
export const resourcesOf = <Type extends FhirResource['resourceType']>(
  type: Type,
  changes: Partial<DocumentFacts> = {},
): Found<Type>[] =>
  (planBundle(documentFacts(changes)).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === type ? [resource as Found<Type>] : [],
  );

/** Returns the Observation about a question. */
export const observationAbout = (key: string, changes: Partial<DocumentFacts> = {}) =>
  resourcesOf('Observation', changes).find(({ code }) => code.coding?.[0]?.code === key);
