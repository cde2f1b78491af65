import type { Language } from '../i18n/texts.ts';
import { listAnswerKeys, noteKeys, stepIds, textAnswerKeys, type AnswerKey, type StepId } from './answers.ts';
import { kinds } from './kinds.ts';
import type { Option } from './options.ts';
import type { Question, Step } from './question.ts';
import { step4 } from './health-step.ts';
import { checkout, step1, step2, step3, step5, step6b, step7, step8, step9, step9b } from './steps.ts';

/** Rises whenever a question, option or rule changes. Each stored set of answers carries it. */
export const definitionVersion = 1;

/**
 * The steps in order, with their questions in order (QGEN-02). They hold keys, stored values and conditions,
 * never prose.
 */
export const steps: readonly Step[] = [
  step1,
  step2,
  step3,
  step4,
  step5,
  step6b,
  step7,
  step8,
  checkout,
  step9,
  step9b,
];

/** Every question of every step, in order. */
export const questions: readonly Question[] = steps.flatMap((step) => step.questions);

const stepById = new Map(steps.map((step) => [step.id, step]));
const questionByKey = new Map(questions.map((question) => [question.key, question]));

/** The step of that id. Throws on an id that is not a step, which is a programming error. */
export function stepOf(id: StepId): Step {
  const step = stepById.get(id);
  if (!step) throw new Error(`No step "${id}"`);
  return step;
}

/** The question of that key. Throws on a key that is not a question, which is a programming error. */
export function questionOf(key: AnswerKey): Question {
  const question = questionByKey.get(key);
  if (!question) throw new Error(`No question "${key}"`);
  return question;
}

/** The option of a question that stores `value`, or undefined. */
export function optionOf(question: Question, value: string): Option | undefined {
  return question.options?.find((option) => option.value === value);
}

/** The texts of each language, as in `catalogue`. */
export type Catalogues = Record<Language, Record<string, string>>;

/**
 * Proves that the definition holds together, and gives every problem as a sentence; [] when there is none.
 * Finds: steps out of order, answer keys without a question and questions without an answer key, a condition
 * that names a missing question or option, doubled options, groups that miss a question, texts missing in a
 * language, and option texts without an option. For developers and operators: the server refuses to start
 * while there is a problem.
 */
export function checkDefinition(catalogues: Catalogues, definition: readonly Step[] = steps): string[] {
  const all = definition.flatMap((step) => step.questions);
  return [
    ...orderProblems(definition),
    ...keyProblems(all),
    ...all.flatMap((question) => [...optionProblems(question), ...conditionProblems(question, all)]),
    ...definition.flatMap(groupProblems),
    ...textProblems(catalogues, definition, all),
    ...orphanTexts(catalogues, all),
  ];
}

function orderProblems(definition: readonly Step[]): string[] {
  const found = definition.map((step) => step.id).join(' ');
  return found === stepIds.join(' ') ? [] : [`The steps are ${found}, not ${stepIds.join(' ')}`];
}

function keyProblems(all: readonly Question[]): string[] {
  const used = all.flatMap((question) => (question.note ? [question.key, question.note] : [question.key]));
  const known: string[] = [...textAnswerKeys, ...noteKeys, ...listAnswerKeys];
  const lists: readonly string[] = listAnswerKeys;
  return [
    ...known
      .filter((key) => !used.some((other) => other === key))
      .map((key) => `No question has the key ${key}`),
    ...used.filter((key) => !known.includes(key)).map((key) => `${key} is not an answer key`),
    ...used
      .filter((key, index) => used.indexOf(key) !== index)
      .map((key) => `Two questions have the key ${key}`),
    ...all
      .filter(({ key, kind }) => (kinds[kind].shape === 'list') !== lists.includes(key))
      .map(({ key, kind }) => `${key} does not store what the kind ${kind} stores`),
  ];
}

function optionProblems({ key, kind, options = [] }: Question): string[] {
  const chooses = kind === 'choice' || kind === 'choices';
  const doubled = (values: string[]) => new Set(values).size < values.length;
  return [
    ...(chooses === options.length > 0
      ? []
      : [`${key} is of the kind ${kind} and has ${options.length} options`]),
    ...(doubled(options.map(({ id }) => id)) ? [`Two options of ${key} have the same id`] : []),
    ...(doubled(options.map(({ value }) => value)) ? [`Two options of ${key} store the same value`] : []),
  ];
}

function conditionProblems({ key, when }: Question, all: readonly Question[]): string[] {
  if (!when) return [];
  const asked = all.find((question) => question.key === when.key);
  if (!asked) return [`${key} depends on ${when.key}, which is not a question`];
  const exists = asked.options?.some((option) => option.value === when.value);
  return exists ? [] : [`${key} depends on the option "${when.value}", which ${when.key} does not have`];
}

function groupProblems(step: Step): string[] {
  if (!step.groups) return [];
  const grouped = step.groups.flatMap((group) => group.keys).join(' ');
  const asked = step.questions.map((question) => question.key).join(' ');
  return grouped === asked ? [] : [`The groups of ${step.id} do not hold its questions in order`];
}

/** The messages that a kind of answer can give, beyond a missing answer. */
const formatMessages: Record<Question['kind'], readonly string[]> = {
  letters: ['letters'],
  name: ['noDigits'],
  birthDate: ['format', 'notReal', 'future', 'tooEarly'],
  postcode: ['digits', 'length'],
  choice: [],
  choices: [],
  text: [],
  signature: [],
};

function textKeysOf(question: Question): string[] {
  const options = question.options ?? [];
  return [
    question.title,
    ...(question.onBehalfTitle ? [question.onBehalfTitle] : []),
    ...(question.required ? [question.required] : []),
    ...formatMessages[question.kind].map((problem) => `${question.key}.error.${problem}`),
    ...(options.some((option) => option.exclusive) ? [`${question.key}.error.noneWithOthers`] : []),
    ...options.flatMap(({ label, onBehalfLabel, shortLabel }) =>
      [label, onBehalfLabel ?? [], shortLabel ?? []].flat(),
    ),
  ];
}

function textProblems(
  catalogues: Catalogues,
  definition: readonly Step[],
  all: readonly Question[],
): string[] {
  const stepKeys = definition.flatMap(({ id, name, groups = [] }) => [
    name,
    `${id}.title`,
    ...groups.map((group) => group.title),
  ]);
  const keys = new Set([...stepKeys, ...all.flatMap(textKeysOf)]);
  return (Object.keys(catalogues) as Language[]).flatMap((language) =>
    [...keys]
      .filter((key) => !catalogues[language][key]?.trim())
      .map((key) => `No text for ${key} in ${language}`),
  );
}

/**
 * Option texts such as `gender.option.male`, and their on-behalf forms, that belong to a question but to no
 * option of it.
 */
function orphanTexts(catalogues: Catalogues, all: readonly Question[]): string[] {
  const used = new Set(all.flatMap(textKeysOf));
  const prefixes = new Set([...used].flatMap((key) => /^(?:onBehalf\.)?\w+\.option\./.exec(key)?.[0] ?? []));
  return (Object.keys(catalogues) as Language[]).flatMap((language) =>
    Object.keys(catalogues[language])
      .filter((key) => prefixes.has(/^(?:onBehalf\.)?\w+\.option\./.exec(key)?.[0] ?? '') && !used.has(key))
      .map((key) => `${key} in ${language} belongs to no option`),
  );
}
