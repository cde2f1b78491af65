import type { Language } from '../i18n/texts.ts';
import { listAnswerKeys, noteKeys, stepIds, textAnswerKeys } from './answers.ts';
import { hasRow, optionOf, steps } from './definition.ts';
import { kinds } from './questions/kinds.ts';
import type { Question, Step } from './questions/question.ts';

/** Texts of each language, as in `catalogue`. */
export type Catalogues = Record<Language, Record<string, string>>;

/** Answer keys that can be stored, by the type of their value. */
export type KnownKeys = { text: readonly string[]; note: readonly string[]; list: readonly string[] };

const knownKeys: KnownKeys = { text: textAnswerKeys, note: noteKeys, list: listAnswerKeys };

/**
 * Checks that the definition is consistent, and returns every problem as a sentence; [] if there is none. Finds: steps out of
 * order, answer keys without a question and questions without an answer key, a condition that names a missing question or option
 * or that no page could apply, an answer without a row, duplicate options, a key or option id that cannot be a code, groups that
 * lack a question, texts missing in a language, and option texts without an option. For developers and operators: the server
 * refuses to start while there is a problem.
 */
export function checkDefinition(
  catalogues: Catalogues,
  definition: readonly Step[] = steps,
  known = knownKeys,
): string[] {
  const all = definition.flatMap((step) => step.questions);
  return [
    ...orderProblems(definition),
    ...keyProblems(all, known),
    ...all.flatMap(optionProblems),
    ...all.flatMap(codeProblems),
    ...definition.flatMap((step) =>
      step.questions.flatMap((question) => [
        ...conditionProblems(question, step, all),
        ...rowProblems(question, all),
      ]),
    ),
    ...definition.flatMap(groupProblems),
    ...textProblems(catalogues, definition, all),
    ...orphanTexts(catalogues, all),
  ];
}

function orderProblems(definition: readonly Step[]): string[] {
  const found = definition.map((step) => step.id).join(' ');
  return found === stepIds.join(' ') ? [] : [`The steps are ${found}, not ${stepIds.join(' ')}`];
}

function keyProblems(all: readonly Question[], { text, note, list: lists }: KnownKeys): string[] {
  const used = all.flatMap((question) => (question.note ? [question.key, question.note] : [question.key]));
  const known = [...text, ...note, ...lists];
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

/** Keys and ids are codes in documents for health services, and parts of the ids of their resources. */
function codeProblems({ key, options = [] }: Question): string[] {
  const isCode = (text: string) => /^\w+$/.test(text);
  return [
    ...(isCode(key) ? [] : [`The key "${key}" cannot be a code`]),
    ...options
      .filter(({ id }) => !isCode(id))
      .map(({ id }) => `The option id "${id}" of ${key} cannot be a code`),
  ];
}

/** Returns why the page with the question could not apply its condition. */
function conditionProblems(question: Question, step: Step, all: readonly Question[]): string[] {
  const { key, when } = question;
  if (!when) return [];
  const parent = all.find((other) => other.key === when.key);
  if (!parent) return [`${key} depends on ${when.key}, which is not a question`];
  const problem = parentProblem(question, parent, step);
  const shown = (['options', 'note', 'number', 'why'] as const).filter(
    (field) => question[field] !== undefined,
  );
  return [
    ...(problem ? [`${key} depends on ${problem}`] : []),
    ...shown.map((field) => `${key} depends on an answer, so no page shows its ${field}`),
    ...(kinds[question.kind].inWords
      ? []
      : [`${key} depends on an answer, so no page asks for a ${question.kind}`]),
  ];
}

function parentProblem({ key, when }: Question, parent: Question, step: Step): string | undefined {
  const value = when?.value ?? '';
  if (parent.key === key) return 'itself';
  if (step.ownLayout) return `an answer of ${step.id}, whose page shows no follow-up questions`;
  const keys = step.questions.map((question) => question.key);
  if (!keys.includes(parent.key)) return `${parent.key}, which is asked in another step`;
  if (keys.indexOf(parent.key) > keys.indexOf(key)) return `${parent.key}, which is asked after it`;
  if (parent.when) return `${parent.key}, which is not always asked itself`;
  if (!parent.options) return `${parent.key}, which has no options`;
  if (!optionOf(parent, value)) return `the option "${value}", which ${parent.key} does not have`;
  return undefined;
}

/** Returns why an answer would not be in exactly one row of the plan. */
function rowProblems(question: Question, all: readonly Question[]): string[] {
  const { key, mergedInto, ownWords, when } = question;
  const rowKeys = all.filter(hasRow).map((other) => other.rowKey ?? other.key);
  const parent = all.find((other) => other.key === (ownWords ? when?.key : mergedInto));
  const sameOption = all.filter(
    (other) => other.ownWords && other.when?.key === when?.key && other.when?.value === when?.value,
  );
  return [
    ...(hasRow(question) && rowKeys.filter((other) => other === (question.rowKey ?? key)).length > 1
      ? [`Two rows have the key ${question.rowKey ?? key}`]
      : []),
    ...(mergedInto && (!parent?.wording || !hasRow(parent))
      ? [`${key} is part of the row of ${mergedInto}, which has no wording for it`]
      : []),
    ...(ownWords && !when
      ? [`${key} holds own words for an option, and has no condition that names it`]
      : []),
    ...(ownWords && (parent?.wording || parent?.mergedInto)
      ? [`${key} holds own words for an option of ${parent.key}, whose row has no line for each option`]
      : []),
    ...(ownWords && kinds[question.kind].shape !== 'text'
      ? [`${key} holds own words and is not a text`]
      : []),
    ...(ownWords && sameOption[0]?.key !== key
      ? [`${key} holds own words for an option that has those of ${sameOption[0]?.key}`]
      : []),
  ];
}

function groupProblems(step: Step): string[] {
  if (!step.groups) return [];
  const grouped = step.groups.flatMap((group) => group.keys).join(' ');
  const asked = step.questions.map((question) => question.key).join(' ');
  return grouped === asked ? [] : [`The groups of ${step.id} do not hold its questions in order`];
}

/** Messages of each kind of answer, except for a missing answer. */
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
    ...(kinds[question.kind].inWords ? [`${question.key}.hint`] : []),
    ...[
      question.onBehalfTitle,
      question.required,
      question.why,
      question.noteHint,
      question.rowTitle,
      question.onBehalfRowTitle,
      question.ownWords?.line,
      question.ownWords?.onBehalfLine,
    ].flatMap((key) => key ?? []),
    ...formatMessages[question.kind].map((problem) => `${question.key}.error.${problem}`),
    ...(options.some((option) => option.exclusive) ? [`${question.key}.error.noneWithOthers`] : []),
    ...options.flatMap(({ label, onBehalfLabel, shortLabel, rowLabel, onBehalfRowLabel }) =>
      [label, onBehalfLabel ?? [], shortLabel ?? [], rowLabel ?? [], onBehalfRowLabel ?? []].flat(),
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
 * Returns option texts such as `gender.option.male`, and their on-behalf forms, that belong to a question but to no option of it.
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
