import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { melbourneDate } from '../../../domain/fields.ts';
import type { FieldError } from '../../../domain/errors.ts';
import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { draftProblems, stepProblems } from '../../../domain/questionnaire/validate.ts';
import { compareWithSaved } from './conflict.ts';
import { localDrafts, type LocalDraft } from './local-drafts.ts';
import type { Plan } from './plan.ts';
import type { SaveIntent } from './save-request.ts';
import { answersWith, changedKeys, stepKeys, valuesOf, type StepValues } from './step-values.ts';

const drafts = localDrafts(() => sessionStorage);

const only = <Part extends object>(whole: Part, keys: readonly string[]): Part =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => keys.includes(key))) as Part;

/** What a step opens with: the saved answers, and over them what was typed here before and not saved. */
function opening(
  plan: Plan,
  step: StepId,
  draft: LocalDraft | undefined,
): { base: Plan; values: StepValues } {
  const saved = valuesOf(step, plan.answers);
  if (!draft || plan.locked) return { base: plan, values: saved };
  if (draft.version === plan.version) return { base: plan, values: { ...saved, ...draft.values } };
  const mine = { ...valuesOf(step, draft.base), ...draft.values };
  const { values, disagreements } = compareWithSaved(step, { base: draft.base, mine, theirs: plan.answers });
  if (disagreements.length === 0) return { base: plan, values };
  // Still based on the older state: saving meets the newer one, and the person decides.
  const answers: Answers = { ...plan.answers, ...valuesOf(step, draft.base) };
  return { base: { ...plan, version: draft.version, answers }, values: mine };
}

/** The boxes of one step, what they were based on, and what is wrong with them. */
export type StepForm = {
  form: UseFormReturn<StepValues>;
  step: StepId;
  /** The saved state that the boxes were filled from. */
  base: Plan;
  /** Whether something differs from the saved state, at the moment of asking. */
  hasChanges: () => boolean;
  /** What is wrong that has no box on this page. */
  otherProblems: readonly FieldError[];
  /** Rises with each failed check: the error summary takes focus. */
  failures: number;
  /** Fills the boxes anew on another saved state. */
  rebase: (plan: Plan, values: StepValues) => void;
  /** Checks the boxes as the server will. True when they may be sent. */
  check: (intent: SaveIntent) => boolean;
  /** Shows what is wrong. */
  refuse: (problems: readonly FieldError[]) => void;
  /** Drops what was typed and not saved. */
  forget: () => void;
};

/** Fills the boxes of a step, and keeps every change in this browser until it is saved. */
export function useStepForm(plan: Plan, step: StepId): StepForm {
  const userId = plan.user_id;
  const [first] = useState(() => opening(plan, step, drafts.read(userId, step, plan.id)));
  const [base, setBase] = useState(first.base);
  const [failures, setFailures] = useState(0);
  const [otherProblems, setOtherProblems] = useState<readonly FieldError[]>([]);
  const form = useForm<StepValues>({ defaultValues: first.values, shouldFocusError: false });
  const baseNow = useRef(base);
  const { reset, getValues, setError, clearErrors, subscribe } = form;

  const noteChanges = useCallback(() => {
    const { id, version, answers, locked } = baseNow.current;
    const values = getValues();
    const keys = changedKeys(step, values, answers);
    if (keys.length === 0 || locked) drafts.forget(userId, step);
    else
      drafts.keep(userId, step, {
        planId: id,
        version,
        base: only(answers, stepKeys(step)),
        values: only(values, keys),
      });
  }, [getValues, step, userId]);

  const problemsOf = useCallback(
    (intent: SaveIntent): FieldError[] => {
      const answers = answersWith(baseNow.current.answers, getValues());
      const today = melbourneDate(new Date());
      return intent === 'step'
        ? stepProblems(step, answers, { today })
        : draftProblems(only(answers, stepKeys(step)));
    },
    [getValues, step],
  );

  const clearMended = useCallback(() => {
    const shown = Object.keys(form.formState.errors);
    if (shown.length === 0) return;
    const wrong = new Set(problemsOf('step').map(({ field }) => field));
    for (const key of shown) if (!wrong.has(key)) clearErrors(key);
  }, [form, problemsOf, clearErrors]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: () => {
          noteChanges();
          clearMended();
        },
      }),
    [subscribe, noteChanges, clearMended],
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

  const hasChanges = useCallback(() => {
    const { answers, locked } = baseNow.current;
    return !locked && changedKeys(step, getValues(), answers).length > 0;
  }, [getValues, step]);

  useEffect(() => {
    const { version, locked } = baseNow.current;
    if (plan.version === version && plan.locked === locked) return;
    if (!hasChanges() && plan.version >= version) rebase(plan, valuesOf(step, plan.answers));
    else if (plan.locked !== locked) rebase({ ...baseNow.current, locked: plan.locked }, getValues());
  }, [plan, step, getValues, hasChanges, rebase]);

  const refuse = useCallback(
    (problems: readonly FieldError[]) => {
      const boxes = stepKeys(step) as string[];
      clearErrors();
      for (const { field, message, params } of problems.toReversed()) {
        if (boxes.includes(field))
          setError(field, { type: 'invalid', message, params } as { type: string; message: string });
      }
      setOtherProblems(problems.filter(({ field }) => !boxes.includes(field)));
      if (problems.length > 0) setFailures((count) => count + 1);
    },
    [step, clearErrors, setError],
  );

  const check = useCallback(
    (intent: SaveIntent) => {
      const problems = problemsOf(intent);
      refuse(problems);
      return problems.length === 0;
    },
    [problemsOf, refuse],
  );

  const forget = useCallback(() => drafts.forget(userId, step), [userId, step]);

  return { form, step, base, hasChanges, otherProblems, failures, rebase, check, refuse, forget };
}
