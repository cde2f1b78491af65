import { sameAnswers } from '../../../domain/plan/lifecycle.ts';
import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { currentDefinition, stepOf } from '../../../domain/questionnaire/definition.ts';
import { normalise } from '../../../domain/questionnaire/answering/normalise.ts';
import { pageWords } from '../../../domain/questionnaire/reading/page-words.ts';
import {
  present,
  presentPlan,
  type Reading,
  type Row,
  type Section,
  type StoredPlan,
} from '../../../domain/questionnaire/reading/present.ts';
import type { SectionId } from '../../../domain/questionnaire/questions/question.ts';

/** Rows of one step, or of one section of it. */
export type Part = { step: StepId; title: string; rows: readonly Row[] };

/** Returns the step with the question of a row; undefined for a row of another definition. */
function stepOfRow(rowKey: string, definition = currentDefinition): StepId | undefined {
  return definition.steps.find(({ questions }) =>
    questions.some((question) => (question.rowKey ?? question.key) === rowKey),
  )?.id;
}

/** Returns the steps with questions of a section, except the one that shows all answers and asks for the signature. */
function stepsOfSection(id: SectionId, definition = currentDefinition): StepId[] {
  return definition.steps
    .filter((step) => step.id !== 'step9' && step.questions.some(({ section }) => section === id))
    .map((step) => step.id);
}

/** Returns the sections with the step that changes each; a section of several steps has a part for each of them. */
export function partsOf(sections: readonly Section[], reading: Reading): Part[] {
  const { definition } = reading;
  return sections.flatMap(({ id, title, rows }): Part[] => {
    const steps = stepsOfSection(id, definition);
    const [first] = steps;
    return steps.map((step) => ({
      step,
      title: steps.length === 1 ? title : pageWords(reading, stepOf(step, definition).name),
      rows: rows.filter(({ key }) => (stepOfRow(key, definition) ?? first) === step),
    }));
  });
}

/** Returns the words of the plan if the answers are the saved ones; otherwise the words of the answers. */
export function sectionsOf(plan: StoredPlan, answers: Answers, reading: Reading): readonly Section[] {
  const saved = normalise(plan.answers, reading.definition);
  return sameAnswers(saved, answers) ? presentPlan(plan, reading) : present(answers, reading);
}
