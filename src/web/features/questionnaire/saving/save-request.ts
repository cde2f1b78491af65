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
 * `step` saves a finished step and goes on; `rest` goes on too and leaves missing answers for now (D-36); `later` keeps what is there
 * and leaves.
 */
export type SaveIntent = 'step' | 'rest' | 'later';

/** The variables of the mutation `updateAnswers` (API-04). */
export type SaveVariables = {
  id: string;
  answers: Changes;
  status: 'draft' | 'complete';
  version: number;
  step: StepId | null;
  completed_at: string | null;
  idempotency_key: string;
  /** The keys of what changes in a signed plan: the person saw Before and Now of it, and said yes (D-35). */
  confirmed?: string[];
  /** Only for an edit that was confirmed. */
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
  /** The steps that an edit changes, when it is confirmed with this step. */
  edited?: readonly StepId[] | undefined;
};

/** The steps whose answers a save names. */
export function stepsOf({ step, edited = [] }: Pick<Save, 'step' | 'edited'>): Steps {
  return edited.length === 0 ? step : [...edited, step];
}

/**
 * What a save sends, but for its key: only the changed answers, the version they were based on, and the status.
 * A draft stays a draft and its `completed_at` is the present time; only a saved step 9 completes it (QGEN-06, QGEN-07,
 * QSTEP9-16, QSTEP9-17). A complete plan keeps its status and its date (QSTEP9-18). A confirmed edit also says that it is a
 * revision, and which dates stay (QEDIT-04, QEDIT-05, API-04); the server merges onto the answers it has (GAP-43). What changes a
 * signed plan was shown before it is sent.
 */
export function saveRequest({
  plan,
  step,
  values,
  intent,
  now,
  edited,
}: Save): Omit<SaveVariables, 'idempotency_key'> {
  const signs = step === 'step9' && intent === 'step';
  return {
    id: plan.id,
    answers: changesOf(stepsOf({ step, edited }), plan.answers, values),
    status: signs ? 'complete' : plan.status,
    version: plan.version,
    step: intent === 'step' ? step : null,
    completed_at: plan.status === 'complete' ? plan.completed_at : now.toISOString(),
    ...(plan.status === 'complete' && {
      confirmed: changedKeys(plan.answers, answersWith(plan.answers, values)),
    }),
    ...(edited && { type: 'revision', created_at: plan.created_at, share_date: plan.share_date }),
  };
}

/**
 * Remembers a save whose outcome is not known, so that trying again sends the very same request, and the server does it
 * only once (D-18). Anything else to save gets a key of its own. `newKey` makes a key that was never used.
 */
export function makeAttempts(newKey: () => string) {
  let open: SaveVariables | undefined;
  const sameSave = (one: Omit<SaveVariables, 'idempotency_key'>, other: SaveVariables) =>
    JSON.stringify([one.id, one.answers, one.status, one.version, one.step, one.type]) ===
    JSON.stringify([other.id, other.answers, other.status, other.version, other.step, other.type]);
  return {
    /** The request to send: the open one again when it saves the same, else a new one. */
    next(request: Omit<SaveVariables, 'idempotency_key'>): SaveVariables {
      if (!open || !sameSave(request, open)) open = { ...request, idempotency_key: newKey() };
      return open;
    },
    /** What the open request would have changed; undefined when none is open. */
    sent: () => open?.answers,
    /** The outcome is known: the next save is a new one. */
    settle() {
      open = undefined;
    },
  };
}
