import { useCallback, useState, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { wrongAnswers } from '../../../../domain/questionnaire/answering/completeness.ts';
import { draftProblems, stepProblems } from '../../../../domain/questionnaire/answering/validate.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { keyInVoice } from '../../../../domain/questionnaire/reading/page-words.ts';
import { markMended } from '../../../forms/errors/mended.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import { answersWith, stepKeys, type Steps, type StepValues } from '../../../plan-view/steps/step-values.ts';
import { endsStep, type SaveIntent } from '../saving/save-request.ts';

type StepProblemsOptions = {
  form: UseFormReturn<StepValues>;
  /** Steps with fields on the page. */
  shown: Steps;
  /** Steps that are saved: also the edited ones. */
  steps: Steps;
  /** Saved state that the fields are based on now. */
  baseNow: RefObject<Plan>;
};

/** Checks the fields of a step, and shows their errors in the voice of the page. `mark` updates them after a change. */
export function useStepProblems({ form, shown, steps, baseNow }: StepProblemsOptions) {
  const { voice } = useReading();
  const [failures, setFailures] = useState(0);
  const [otherProblems, setOtherProblems] = useState<readonly FieldError[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { getValues, setError, clearErrors } = form;

  const problemsOf = useCallback(
    (intent: SaveIntent): FieldError[] => {
      const answers = answersWith(baseNow.current.answers, getValues());
      const today = melbourneDate(new Date());
      if (endsStep(intent)) {
        const problemsIn = intent === 'rest' ? wrongAnswers : stepProblems;
        return [steps].flat().flatMap((each: StepId) => problemsIn(each, answers, { today }));
      }
      const own: readonly string[] = stepKeys(shown);
      return draftProblems(Object.fromEntries(Object.entries(answers).filter(([key]) => own.includes(key))));
    },
    [baseNow, getValues, shown, steps],
  );

  const worded = useCallback(
    (problems: readonly FieldError[]) =>
      problems.map((problem) => ({ ...problem, message: keyInVoice(problem.message, voice) })),
    [voice],
  );

  const mark = useCallback(
    () => markMended(form as never, () => worded(problemsOf('step'))),
    [form, problemsOf, worded],
  );

  const refuse = useCallback(
    (problems: readonly FieldError[]) => {
      const boxes = stepKeys(shown) as string[];
      clearErrors();
      for (const { field, message, params } of worded(problems).toReversed()) {
        if (boxes.includes(field))
          setError(field, { type: 'invalid', message, params } as { type: string; message: string });
      }
      setOtherProblems(problems.filter(({ field }) => !boxes.includes(field)));
      setWrong(problems.map(({ field }) => field).filter((field) => boxes.includes(field)));
      if (problems.length > 0) setFailures((count) => count + 1);
    },
    [shown, clearErrors, setError, worded],
  );

  const check = useCallback(
    (intent: SaveIntent) => {
      const problems = problemsOf(intent);
      refuse(problems);
      return problems.length === 0;
    },
    [problemsOf, refuse],
  );

  return { otherProblems, wrong, failures, mark, refuse, check };
}
