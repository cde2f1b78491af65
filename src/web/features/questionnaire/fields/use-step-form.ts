import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../../../domain/errors.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { firstValues } from '../../../plan-view/steps/first-values.ts';
import { stepMemory, unsaved, type StepMemory } from '../../../plan-view/unsaved/unsaved-answers.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { stepsOf, type SaveIntent } from '../saving/save-request.ts';
import { changedStepKeys, type Steps, type StepValues } from '../../../plan-view/steps/step-values.ts';
import { useStepProblems } from './use-step-problems.ts';

/** Fields of one step, the state that they are based on, and their errors. */
export type StepForm = {
  form: UseFormReturn<StepValues>;
  step: StepId;
  /** Steps of an edit that are confirmed together with this one. */
  edited: readonly StepId[] | undefined;
  /** Step whose fields are on the page too, and saved with this step. */
  joined: StepId | undefined;
  /** This step, the edited ones, and the joined one. */
  steps: Steps;
  /** Saved state that the fields were filled from. */
  base: Plan;
  /** Whether a value differs from the saved state, at the time of the call. */
  hasChanges: () => boolean;
  /** Errors without a field on this page. */
  otherProblems: readonly FieldError[];
  /** Fields of this page that the last check refused. */
  wrong: readonly string[];
  /** Number of failed checks: the error summary takes focus when it grows. */
  failures: number;
  /** Fills the fields from another saved state. */
  rebase: (plan: Plan, values: StepValues) => void;
  /** Checks the fields as the server does. Returns true if they may be sent. */
  check: (intent: SaveIntent) => boolean;
  /** Shows errors. */
  refuse: (problems: readonly FieldError[]) => void;
  /** Discards typed text that is not saved. */
  forget: () => void;
};

/** Fills the fields of a step, and keeps every change in this browser until it is saved. `keeping` defines how. */
export function useStepForm(plan: Plan, step: StepId, keeping?: StepMemory): StepForm {
  const [words] = useState(() => keeping ?? stepMemory(unsaved, plan.user_id, step));
  const { edited, joined, forget } = words;
  const [steps] = useState(() => stepsOf({ step, edited, joined }));
  const [first] = useState(() => words.open(plan));
  const [base, setBase] = useState(first.base);
  const form = useForm<StepValues>({ defaultValues: first.values, shouldFocusError: false });
  const baseNow = useRef(base);
  const { reset, getValues, clearErrors, subscribe } = form;
  const { mark, ...problems } = useStepProblems({ form, shown: joined ? steps : step, steps, baseNow });

  const noteChanges = useCallback(() => words.note(baseNow.current, getValues()), [getValues, words]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: () => {
          noteChanges();
          mark();
        },
      }),
    [subscribe, noteChanges, mark],
  );

  const rebase = useCallback(
    (next: Plan, values: StepValues) => {
      baseNow.current = next;
      setBase(next);
      clearErrors();
      reset(values);
      noteChanges();
    },
    [clearErrors, reset, noteChanges],
  );

  const hasChanges = useCallback(() => words.differs(baseNow.current, getValues()), [getValues, words]);

  useEffect(() => {
    const { version, locked } = baseNow.current;
    if (plan.version === version && plan.locked === locked) return;
    const untouched =
      locked || changedStepKeys(steps, getValues(), firstValues(steps, baseNow.current)).length === 0;
    if (untouched && plan.version >= version) rebase(plan, firstValues(steps, plan));
    else if (plan.locked !== locked) rebase({ ...baseNow.current, locked: plan.locked }, getValues());
  }, [plan, steps, getValues, rebase]);

  return { form, step, edited, joined, steps, base, hasChanges, rebase, forget, ...problems };
}
