import type { CodeSystem, CodeSystemConcept, Questionnaire, StructureDefinition } from 'fhir/r4';
import type { Language, Translate } from '../i18n/texts.ts';
import { currentDefinition, type Definition } from '../questionnaire/definition.ts';
import { optionCode, planCodes, publishedAt, type OwnSystem } from './codes.ts';
import { questionnaireOf } from './parts/questionnaire.ts';

/** Publisher and texts of the published resources. */
export type Publisher = {
  /** Public address of the site, without a slash at the end. */
  baseUrl: string;
  name: string;
  t: Readonly<Record<Language, Translate>>;
  definition?: Definition;
};

/** Date of the last change of the published resources that does not come from the definition. */
const changedOn = '2026-11-29';

const designation = (value: string) => [{ language: 'zh', value }];

function codeSystem(
  { baseUrl, name, definition = currentDefinition }: Publisher,
  id: OwnSystem,
  title: string,
  concepts: CodeSystemConcept[],
): CodeSystem {
  return {
    resourceType: 'CodeSystem',
    id,
    url: publishedAt(baseUrl, 'CodeSystem', id),
    version: String(definition.version),
    name: `Wattle${id[0]?.toUpperCase()}${id.slice(1)}`,
    title,
    status: 'active',
    experimental: false,
    publisher: name,
    caseSensitive: true,
    content: 'complete',
    count: concepts.length,
    concept: concepts,
  };
}

/** Returns the code systems of documents: the questions, their answers, the treatments, and words about plans. */
export function codeSystemsOf(publisher: Publisher): CodeSystem[] {
  const { t, definition = currentDefinition } = publisher;
  const words = (key: Parameters<typeof t.en>[0]) => ({
    display: (t.en as (key: string) => string)(key),
    designation: designation((t.zh as (key: string) => string)(key)),
  });
  const asked = definition.questions.filter(({ wording }) => wording !== 'fullName');
  const answers = asked.flatMap((question) =>
    (question.options ?? []).map((option) => ({
      code: optionCode(question, option),
      ...words(option.label),
      definition: option.value,
    })),
  );
  const treatments = asked
    .filter(({ wording }) => wording === 'refusals')
    .flatMap((question) =>
      (question.options ?? [])
        .filter(({ exclusive }) => !exclusive)
        .map((option) => ({
          code: optionCode(question, option),
          ...words(option.shortLabel ?? option.label),
        })),
    );
  return [
    codeSystem(
      publisher,
      'questions',
      'Questions of the advance care plan',
      definition.questions.map(({ key, title }) => ({ code: key, ...words(title) })),
    ),
    codeSystem(publisher, 'answers', 'Answers to choose from', answers),
    codeSystem(publisher, 'treatments', 'Treatments that a plan can refuse', treatments),
    codeSystem(
      publisher,
      'plan',
      'Parts of a plan, and what it says of treatments and contacts',
      Object.entries(planCodes).map(([code, meaning]) => ({ code, display: code, definition: meaning })),
    ),
  ];
}

/** Returns the questions of the current definition. */
export const publishedQuestionnaire = ({
  baseUrl,
  name,
  t,
  definition = currentDefinition,
}: Publisher): Questionnaire => questionnaireOf(definition, baseUrl, t.en, name);

/** Returns the extensions of documents that no other guide defines. */
export function structureDefinitionsOf({ baseUrl, name }: Publisher): StructureDefinition[] {
  const url = publishedAt(baseUrl, 'StructureDefinition', 'contact-standing');
  return [
    {
      resourceType: 'StructureDefinition',
      id: 'contact-standing',
      url,
      name: 'ContactStanding',
      title: 'Whether a contact has agreed',
      status: 'active',
      experimental: false,
      date: changedOn,
      publisher: name,
      description: 'Whether a contact named in a plan has agreed to be one: accepted, or pending.',
      fhirVersion: '4.0.1',
      kind: 'complex-type',
      abstract: false,
      context: [{ type: 'element', expression: 'RelatedPerson' }],
      type: 'Extension',
      baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Extension',
      derivation: 'constraint',
      differential: {
        element: [
          { id: 'Extension', path: 'Extension', min: 0, max: '1' },
          { id: 'Extension.extension', path: 'Extension.extension', max: '0' },
          { id: 'Extension.url', path: 'Extension.url', fixedUri: url },
          { id: 'Extension.value[x]', path: 'Extension.value[x]', min: 1, type: [{ code: 'code' }] },
        ],
      },
    },
  ];
}
