import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { changedKeys } from '../../../../domain/plan/lifecycle.ts';
import type { SavedPlan } from '../../../plan-view/plan.ts';
import {
  answersWith,
  changesOf,
  type Changes,
  type Steps,
  type StepValues,
} from '../../../plan-view/steps/step-values.ts';

/**
 * `step` saves a finished step and continues; `rest` also continues and leaves missing answers for now (D-36); `later` saves the
 * present answers and leaves; `page` saves them and opens the next page of the step; `sign` saves a finished step and opens the page
 * to sign.
 */
export type SaveIntent = 'step' | 'rest' | 'later' | 'page' | 'sign';

/** Whether a save ends the step: only then are its answers checked as a whole, and its facts noted in the account. */
export const endsStep = (intent: SaveIntent): boolean => intent !== 'later' && intent !== 'page';

/** Variables of the mutation `updateAnswers` (API-04). */
export type SaveVariables = {
  id: string;
  answers: Changes;
  status: 'draft' | 'complete';
  version: number;
  step: StepId | null;
  completed_at: string | null;
  idempotency_key: string;
  /** Keys of the changes in a signed plan: the person saw Before and Now, and confirmed them (D-35). */
  confirmed?: string[];
  /** Only for a confirmed edit. */
  type?: 'revision';
  created_at?: string;
  share_date?: string | null;
};

type Save = {
  plan: SavedPlan;
  step: StepId;
  values: StepValues;
  intent: SaveIntent;
  now: Date;
  /** Steps that an edit changes, when it is confirmed with this step. */
  edited?: readonly StepId[] | undefined;
  /** Step on the same page. */
  joined?: StepId | undefined;
};

/** Returns the steps whose answers a save contains. */
export function stepsOf({ step, edited = [], joined }: Pick<Save, 'step' | 'edited' | 'joined'>): Steps {
  if (joined) return [step, joined];
  return edited.length === 0 ? step : [...edited, step];
}

/**
 * Returns the request of a save, without its key: only the changed answers, the version that they are based on, and the status. A
 * draft stays a draft and its `completed_at` is the present time; only a saved step 9 completes it (QGEN-06, QGEN-07, QSTEP9-16,
 * QSTEP9-17). A complete plan keeps its status and its date (QSTEP9-18). A confirmed edit is also marked as a revision, with the
 * dates that stay (QEDIT-04, QEDIT-05, API-04); the server merges it into its answers (GAP-43). Changes of a signed plan are
 * shown before they are sent. Two steps on one page are saved as the later one, whose answers the server checks as well.
 */
export function saveRequest({
  plan,
  step,
  values,
  intent,
  now,
  edited,
  joined,
}: Save): Omit<SaveVariables, 'idempotency_key'> {
  const signs = step === 'step9' && intent === 'step';
  return {
    id: plan.id,
    answers: changesOf(stepsOf({ step, edited, joined }), plan.answers, values),
    status: signs ? 'complete' : plan.status,
    version: plan.version,
    step: intent === 'step' || intent === 'sign' ? (joined ?? step) : null,
    completed_at: plan.status === 'complete' ? plan.completed_at : now.toISOString(),
    ...(plan.status === 'complete' && {
      confirmed: changedKeys(plan.answers, answersWith(plan.answers, values)),
    }),
    ...(edited && { type: 'revision', created_at: plan.created_at, share_date: plan.share_date }),
  };
}

/**
 * Remembers a save with an unknown outcome, so that a retry sends exactly the same request, and the server does it only once
 * (D-18). Any other save gets a new key. `newKey` returns an unused key.
 */
export function makeAttempts(newKey: () => string) {
  let open: SaveVariables | undefined;
  const sameSave = (one: Omit<SaveVariables, 'idempotency_key'>, other: SaveVariables) =>
    JSON.stringify([one.id, one.answers, one.status, one.version, one.step, one.type]) ===
    JSON.stringify([other.id, other.answers, other.status, other.version, other.step, other.type]);
  return {
    /** Returns the request to send: the open one again if it saves the same, else a new one. */
    next(request: Omit<SaveVariables, 'idempotency_key'>): SaveVariables {
      if (!open || !sameSave(request, open)) open = { ...request, idempotency_key: newKey() };
      return open;
    },
    /** Returns the changes of the open request; undefined if none is open. */
    sent: () => open?.answers,
    /** Call it when the outcome is known: the next save is a new one. */
    settle() {
      open = undefined;
    },
  };
}
