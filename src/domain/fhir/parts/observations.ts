import type { Annotation, CodeableConcept, Extension, Observation, ObservationComponent } from 'fhir/r4';
import { applies } from '../../questionnaire/answering/applies.ts';
import { isAnswered, ownValue, textOf } from '../../questionnaire/answers.ts';
import { hasRow, ownWordsOf } from '../../questionnaire/definition.ts';
import type { Option } from '../../questionnaire/questions/options.ts';
import type { Question } from '../../questionnaire/questions/question.ts';
import { inVoice, joined, optionLabel, rowOf, type Reading } from '../../questionnaire/reading/present.ts';
import { treatmentLists } from '../../questionnaire/reading/treatments.ts';
import { conditionOf, loincOf, optionCode, ownCode } from '../codes.ts';
import { inBoth, narrativeOf, paragraph, rowPart } from './narrative.ts';
import {
  concept,
  inChinese,
  languageOfWords,
  marked,
  noteTitleIn,
  type Part,
  type Writing,
} from './writing.ts';

/** Sections without wishes: the person, and the statements of the signature. */
const notWishes = new Set<string>(['about', 'signature']);

/** Returns the questions of a document that are observations: each with a row of its own that is a wish or a value. */
const observed = ({ definition, facts }: Writing): Question[] =>
  definition.questions.filter(
    (question) => hasRow(question) && !notWishes.has(question.section) && applies(question, facts.answers),
  );

/**
 * Returns one Observation for each question about wishes and values that applies, with its note, so that none is read without
 * it. An unanswered question has `dataAbsentReason`. None for a plan signed under another definition: its codes could have had
 * another meaning.
 */
export function observationParts(writing: Writing): Part[] {
  if (writing.facts.signed) return [];
  return observed(writing).map((question) => ({
    key: `question/${question.key}`,
    resource: observationOf(question, writing),
  }));
}

function observationOf(question: Question, writing: Writing): Observation {
  const { facts, en, zh, at, author } = writing;
  const row = marked(rowOf(question, facts.answers, en), writing, 'en');
  const own = zh && rowOf(question, facts.answers, zh);
  const text = textOf(facts.answers, question.key as 'explanations');
  const language = question.kind === 'text' ? languageOfWords(text) : undefined;
  const note = noteOf(question, writing);
  return {
    resourceType: 'Observation',
    id: writing.idOf(`question/${question.key}`),
    ...(language && { language }),
    text: narrativeOf(
      inBoth(
        rowPart(row, noteTitleIn(en.t)) + paragraph(healthIntro(question, en)),
        own && zh && rowPart(own, noteTitleIn(zh.t)) + paragraph(healthIntro(question, zh)),
      ),
    ),
    status: 'final',
    category: [
      {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'survey' }],
      },
    ],
    code: concept(row.title, own?.title, [
      ownCode(facts.baseUrl, 'questions', question.key),
      ...loincOf(question),
    ]),
    subject: writing.refTo('patient'),
    effectiveDateTime: at,
    performer: [author],
    ...valueOf(question, row.lines, own?.lines, writing),
    ...(note && { note: [note] }),
  };
}

/** The sentence that answers about states of health refuse nothing, which must not be lost when one is read alone. */
const healthIntro = ({ section }: Question, reading: Reading): string =>
  section === 'health' ? inVoice(reading, 'pdf.health.whatItDoes', 'pdf.onBehalf.health.whatItDoes') : '';

function noteOf(question: Question, { facts, at, author }: Writing): Annotation | null {
  const text = question.note ? textOf(facts.answers, question.note) : '';
  if (text.trim() === '') return null;
  const language = languageOfWords(text);
  return {
    ...(language && {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/language', valueCode: language }],
    }),
    authorReference: author,
    time: at,
    text,
  };
}

type Value = Pick<
  Observation,
  'valueCodeableConcept' | 'valueString' | 'dataAbsentReason' | 'component' | 'extension' | 'derivedFrom'
>;

function valueOf(
  question: Question,
  lines: readonly string[],
  chinese: readonly string[] | undefined,
  writing: Writing,
): Value {
  const { answers } = writing.facts;
  const options = chosenOptions(question, answers);
  if (question.options ? options.length === 0 : !isAnswered(answers, question.key))
    return { dataAbsentReason: absent(lines.join(' ')) };
  if (question.wording === 'refusals') return { component: refusals(question, writing) };
  if (question.kind === 'choices')
    return {
      ...valueInWords(joined(lines, writing.en.t), chinese && writing.zh && joined(chinese, writing.zh.t)),
      component: options.map((option) => chosen(question, option, writing)),
    };
  const [option] = options;
  if (!option) return { valueString: textOf(answers, question.key as 'explanations') };
  return {
    valueCodeableConcept: concept(lines.join(' '), chinese?.join(''), [
      ownCode(writing.facts.baseUrl, 'answers', optionCode(question, option)),
    ]),
    ...conditionsOf(option, writing),
  };
}

function valueInWords(words: string, chinese: string | null | undefined): Value {
  const translated = inChinese(words, chinese ?? undefined);
  return { valueString: words, ...(translated && { _valueString: translated }) };
}

/** Returns why there is no answer. Never "declined", because an empty answer does not imply it. */
const absent = (text: string): CodeableConcept =>
  concept(text, undefined, [
    { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' },
  ]);

function chosenOptions(question: Question, answers: unknown): Option[] {
  const value = ownValue(answers, question.key);
  const stored: unknown[] = Array.isArray(value) ? value : [value];
  return (question.options ?? []).filter((option) => stored.includes(option.value));
}

/** Each treatment is coded as itself with what was said of it, so that a refusal is never read as a request. */
function refusals({ key }: Question, { facts, definition, en, zh }: Writing): ObservationComponent[] {
  const lists = treatmentLists(facts.answers, definition);
  const state = (code: 'refused' | 'not-refused') =>
    concept(en.t(`fhir.${code}`), zh?.t(`fhir.${code}`), [ownCode(facts.baseUrl, 'plan', code)]);
  const of = (code: 'refused' | 'not-refused') => (option: Option) => {
    const label = option.shortLabel ?? option.label;
    return {
      code: concept(en.t(label), zh?.t(label), [
        ownCode(facts.baseUrl, 'treatments', optionCode({ key }, option)),
      ]),
      valueCodeableConcept: state(code),
    };
  };
  return lists ? [...lists.refused.map(of('refused')), ...lists.notRefused.map(of('not-refused'))] : [];
}

/** Returns one chosen option of a list, in the person's own words if it asks for them. */
function chosen(question: Question, option: Option, writing: Writing): ObservationComponent {
  const { facts, definition, en, zh } = writing;
  const own = ownWordsOf(question.key, option, definition);
  const text = own ? textOf(facts.answers, own.key as 'other_qolList') : '';
  const label = optionLabel(option, en);
  return {
    code: concept(label, zh ? optionLabel(option, zh) : undefined, [
      ownCode(facts.baseUrl, 'answers', optionCode(question, option)),
    ]),
    valueString: text.trim() === '' ? label : text,
  };
}

/** Returns the condition of an answer such as "CPR only if", as words and as a reference to the answer that states it. */
function conditionsOf(option: Option, { facts, definition, en, zh, refTo }: Writing): Value {
  const question = definition.questionByKey.get(conditionOf[option.id] ?? '');
  if (!question) return {};
  const inWords = (reading: Reading) => joined(rowOf(question, facts.answers, reading).lines, reading.t);
  const condition: Extension = {
    url: 'http://hl7.org/fhir/us/pacio-adi/StructureDefinition/adi-enclosedPrecondition-extension',
    valueCodeableConcept: concept(inWords(en), zh ? inWords(zh) : undefined),
  };
  return { extension: [condition], derivedFrom: [refTo(`question/${question.key}`)] };
}
