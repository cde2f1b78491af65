import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
} from 'fhir/r4';
import type { Translate } from '../../i18n/texts.ts';
import { kinds, noteMax } from '../../questionnaire/questions/kinds.ts';
import { isAnswered, ownValue, type AnswerKey } from '../../questionnaire/answers.ts';
import type { Definition } from '../../questionnaire/definition.ts';
import type { Question } from '../../questionnaire/questions/question.ts';
import { publishedAt } from '../codes.ts';
import type { Writing } from './writing.ts';

/** Returns the id of the FHIR Questionnaire of a version of the definition. */
export const questionnaireId = (version: number): string => `advance-care-plan-${version}`;

/** Returns the canonical URL of that Questionnaire. */
const questionnaireUrl = (baseUrl: string, version: number): string =>
  publishedAt(baseUrl, 'Questionnaire', questionnaireId(version));

/** The picture of a signature is in the PDF only. */
const isSent = ({ kind }: Question): boolean => kinds[kind].inWords;

/** Returns the questions as a FHIR Questionnaire: the stored values of an option are its answer. */
export function questionnaireOf(
  { version, questions }: Definition,
  baseUrl: string,
  t: Translate,
  publisher: string,
): Questionnaire {
  return {
    resourceType: 'Questionnaire',
    id: questionnaireId(version),
    url: questionnaireUrl(baseUrl, version),
    version: String(version),
    name: 'AdvanceCarePlan',
    title: t('fhir.questionnaire'),
    status: 'active',
    publisher,
    subjectType: ['Patient'],
    item: questions
      .filter(isSent)
      .flatMap((question) => [
        itemOf(question, t),
        ...(question.note
          ? [{ linkId: question.note, text: t('pdf.table.note'), type: 'text' as const, maxLength: noteMax }]
          : []),
      ]),
  };
}

function itemOf({ key, kind, number, title, options, when }: Question, t: Translate): QuestionnaireItem {
  const { max, manyLines, shape } = kinds[kind];
  return {
    linkId: key,
    ...(number !== undefined && { prefix: String(number) }),
    text: t(title),
    type: options ? 'choice' : manyLines ? 'text' : 'string',
    ...(when && { enableWhen: [{ question: when.key, operator: '=', answerString: when.value }] }),
    ...(shape === 'list' && { repeats: true }),
    ...(options
      ? { answerOption: options.map(({ value }) => ({ valueString: value })) }
      : { maxLength: max }),
  };
}

/**
 * Returns the stored answers, one item for each, with the key of the question as `linkId`. The texts of the questions are in the
 * Questionnaire of the version under which they were answered.
 */
export function responseOf(writing: Writing): QuestionnaireResponse {
  const { facts, definition, at, author, idOf, refTo } = writing;
  const keys = facts.signed
    ? Object.keys(facts.answers)
    : definition.questions.flatMap(({ key, note }) => (note ? [key, note] : [key]));
  const left = new Set<string>(definition.questions.filter((each) => !isSent(each)).map(({ key }) => key));
  const items = keys
    .filter((key) => !left.has(key) && isAnswered(facts.answers, key as AnswerKey))
    .map((key) => responseItem(key, ownValue(facts.answers, key)));
  return {
    resourceType: 'QuestionnaireResponse',
    id: idOf('answers'),
    questionnaire: `${questionnaireUrl(facts.baseUrl, facts.definitionVersion)}|${facts.definitionVersion}`,
    status: 'completed',
    subject: refTo('patient'),
    authored: at,
    author,
    source: author,
    ...(items.length > 0 && { item: items }),
  };
}

function responseItem(key: string, value: unknown): QuestionnaireResponseItem {
  const values = Array.isArray(value) ? value : [value];
  return {
    linkId: key,
    answer: values.filter((each) => typeof each === 'string').map((valueString) => ({ valueString })),
  };
}
