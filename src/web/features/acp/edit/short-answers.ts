import {
  textOf,
  type Answers,
  type StepId,
  type TextAnswerKey,
} from '../../../../domain/questionnaire/answers.ts';
import { stepProgress } from '../../../../domain/questionnaire/answering/completeness.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import {
  joined,
  presentPlan,
  type Reading,
  type StoredPlan,
} from '../../../../domain/questionnaire/reading/present.ts';

const fewItems = 3;

/** Returns the answers of a step in one to three short lines. Both questions about CPR are always included, each by its name. */
export function shortAnswers(step: StepId, plan: StoredPlan, reading: Reading): string[] {
  const { t, definition } = reading;
  const { answers } = plan;
  const sections = presentPlan(plan, reading);
  const rows = sections.flatMap((section) => section.rows);
  const linesOf = (key: string) => rows.find((row) => row.key === key)?.lines ?? [];
  switch (step) {
    case 'step1':
      return [joined([...linesOf('name'), ...(answers.hasHelp === 'Yes' ? linesOf('hasHelp') : [])], t)];
    case 'step2':
      return [joined(['dob', 'gender', 'postcode'].flatMap(linesOf), t)];
    case 'step3':
      return [someOf(linesOf('minimumQolList'), reading)];
    case 'step4': {
      const { answered, total } = stepProgress(step, answers, definition);
      const notes = stepOf(step, definition).questions.filter(
        ({ note }) => note && textOf(answers, note) !== '',
      ).length;
      const counted = t('review.health.count', { count: answered, total });
      return [joined([counted, t('review.notes', { count: notes })], t)];
    }
    case 'step5': {
      const cpr = sections.find(({ id }) => id === 'cpr')?.rows ?? [];
      const answersTo = cpr.map(({ title, lines }) =>
        t('editHub.answerTo', { question: title, answer: joined(lines, t) }),
      );
      return [...answersTo, ...linesOf('treatmentsSelected').slice(0, 1)];
    }
    case 'step6b':
      return ['receiveCare', 'terminalCondition'].flatMap(linesOf);
    case 'step7':
      return ownWords(answers, reading);
    default:
      return [];
  }
}

function someOf(items: readonly string[], { t }: Reading): string {
  const list = joined(items.slice(0, fewItems), t);
  const count = items.length - fewItems;
  return count > 0 ? t('editHub.someAndMore', { list, count }) : list;
}

function ownWords(answers: Answers, { t, definition }: Reading): string[] {
  const written = stepOf('step7', definition)
    .questions.filter(({ kind }) => kind === 'text')
    .map(({ key }) => textOf(answers, key as TextAnswerKey))
    .filter((text) => text !== '');
  return written.length === 0 ? [t('review.skipped')] : written.map((text) => t('editHub.quoted', { text }));
}
