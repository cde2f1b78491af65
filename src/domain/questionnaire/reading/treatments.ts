import { listOf, type Answers } from '../answers.ts';
import { currentDefinition, optionOf, questionOf } from '../definition.ts';
import type { Option } from '../questions/options.ts';

/** Treatments that are refused and not refused, as options. Undefined while the question is not answered. */
export type TreatmentLists = { refused: Option[]; notRefused: Option[] } | undefined;

/**
 * Splits the treatments into refused and not refused, in the order of the list. `None of these` refuses nothing; beside a
 * refusal, which no save allows, the refusal counts.
 */
export function treatmentLists(answers: Answers, definition = currentDefinition): TreatmentLists {
  const question = questionOf('treatmentsSelected', definition);
  const stored = listOf(answers, 'treatmentsSelected').filter((value) => optionOf(question, value));
  if (stored.length === 0) return undefined;
  const treatments = (question.options ?? []).filter((option) => !option.exclusive);
  const isRefused = (option: Option) => stored.includes(option.value);
  return {
    refused: treatments.filter(isRefused),
    notRefused: treatments.filter((option) => !isRefused(option)),
  };
}
