import { textOf, type Answers, type StepId } from '../../../../domain/questionnaire/answers.ts';
import { stepProgress } from '../../../../domain/questionnaire/completeness.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import { joined, present, questionTitle } from '../../../../domain/questionnaire/present.ts';
import type { Reading } from '../../../plan-view/reading.tsx';

const fewItems = 3;

/** The answers of a step in one to three short lines. Both questions about CPR always, each by its name. */
export function shortAnswers(step: StepId, answers: Answers, reading: Reading): string[] {
  const { t } = reading;
  const rows = present(answers, reading).flatMap((section) => section.rows);
  const linesOf = (key: string) => rows.find((row) => row.key === key)?.lines ?? [];
  switch (step) {
    case 'step1':
      return [joined([...linesOf('name'), ...(answers.hasHelp === 'Yes' ? linesOf('hasHelp') : [])], t)];
    case 'step2':
      return [joined(['dob', 'gender', 'postcode'].flatMap(linesOf), t)];
    case 'step3':
      return [someOf(linesOf('minimumQolList'), reading)];
    case 'step4': {
      const { answered, total } = stepProgress(step, answers);
      const notes = stepOf(step).questions.filter(({ note }) => note && textOf(answers, note) !== '').length;
      const counted = t('review.health.count', { count: answered, total });
      return [joined([counted, t('review.notes', { count: notes })], t)];
    }
    case 'step5': {
      const cpr = stepOf(step).questions.filter(({ key }) => key.startsWith('cpr'));
      const answersTo = cpr.map((question) =>
        t('editHub.answerTo', {
          question: questionTitle(question, reading),
          answer: joined(linesOf(question.key), t),
        }),
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

function ownWords(answers: Answers, { t }: Reading): string[] {
  const written = (['customsAndTraditions', 'explanations', 'otherCommentsOrWorries'] as const)
    .map((key) => textOf(answers, key))
    .filter((text) => text !== '');
  return written.length === 0 ? [t('review.skipped')] : written.map((text) => t('editHub.quoted', { text }));
}
