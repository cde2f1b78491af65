import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { firstValues } from '../steps/first-values.ts';
import { compareWithSaved } from './conflict.ts';
import { cachingSteps } from '../steps/edit-mode.ts';
import { localDrafts, type LocalDraft, type LocalDrafts } from './local-drafts.ts';
import type { Plan } from '../plan.ts';
import { changedStepKeys, stepKeys, valuesOf, type StepValues } from '../steps/step-values.ts';

/** Browser storage for data that the server does not have: the values of fields, and the answers of edits (QEDIT-03). */
export type Unsaved = { typed: LocalDrafts; edits: LocalDrafts };

/** Storage of the tab: it ends with the tab, and on signing out. */
export const unsaved: Unsaved = {
  typed: localDrafts(() => sessionStorage),
  edits: localDrafts(() => sessionStorage, 'edit.'),
};

/** First state of a page: the saved state that it is based on, and the values of its fields. */
export type Opening = { base: Plan; values: StepValues };

/** Unsaved answers of a page in this browser. */
export type StepMemory = {
  /** Steps of an edit that the page confirms, in addition to its own step. */
  edited?: readonly StepId[];
  /** Step that is on the page of its own step, and saved with it. */
  joined?: StepId;
  open: (plan: Plan) => Opening;
  /** Whether leaving would lose values of the fields. */
  differs: (base: Plan, values: StepValues) => boolean;
  /** Stores the values of the fields. */
  note: (base: Plan, values: StepValues) => void;
  forget: () => void;
};

const only = <Part extends object>(whole: Part, keys: readonly string[]): Part =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => keys.includes(key))) as Part;

/** Returns the stored draft of one step: its changed values, and the saved answers that they are based on. */
export function draftOf(step: StepId, base: Plan, values: StepValues): LocalDraft {
  const { id, version, answers } = base;
  return {
    planId: id,
    version,
    base: only(answers, stepKeys(step)),
    values: only(values, changedStepKeys(step, values, firstValues(step, base))),
  };
}

/** Returns the first state of a step: the saved answers and the filled-in values, and over them the stored unsaved values. */
function opening(plan: Plan, step: StepId, draft: LocalDraft | undefined): Opening {
  const over = (base: Plan, kept: StepValues): Opening => ({
    base,
    values: { ...firstValues(step, base), ...kept },
  });
  if (!draft || plan.locked) return over(plan, {});
  if (draft.version === plan.version) return over(plan, draft.values);
  const mine = { ...valuesOf(step, draft.base), ...draft.values };
  const { values, disagreements } = compareWithSaved(step, { base: draft.base, mine, theirs: plan.answers });
  if (disagreements.length === 0) return over(plan, only(values, Object.keys(draft.values)));
  // Still based on the older state: saving detects the newer one, and the person decides.
  const answers: Answers = { ...plan.answers, ...valuesOf(step, draft.base) };
  return over({ ...plan, version: draft.version, answers }, draft.values);
}

const hasChanged = (step: StepId, base: Plan, values: StepValues) =>
  !base.locked && changedStepKeys(step, values, firstValues(step, base)).length > 0;

/** Memory of a step that saves to the server: typed text is stored until then. */
export function stepMemory({ typed }: Unsaved, userId: string, step: StepId): StepMemory {
  const differs = (base: Plan, values: StepValues) => hasChanged(step, base, values);
  return {
    open: (plan) => opening(plan, step, typed.read(userId, step, plan.id)),
    differs,
    note: (base, values) => {
      // Text that was typed before the lock is kept, to be copied, or to be saved after the plan is unlocked.
      if (base.locked) return;
      if (differs(base, values)) typed.keep(userId, step, draftOf(step, base, values));
      else typed.forget(userId, step);
    },
    forget: () => typed.forget(userId, step),
  };
}

/** Memory of a step in edit mode: it is based on the answers of the edit, and text typed over them is stored separately. */
export function editMemory({ typed, edits }: Unsaved, userId: string, step: StepId): StepMemory {
  const resting = (plan: Plan) => opening(plan, step, edits.read(userId, step, plan.id));
  const differs = (base: Plan, values: StepValues) =>
    changedStepKeys(step, values, resting(base).values).length > 0;
  return {
    open: (plan) => {
      const draft = typed.read(userId, step, plan.id);
      return draft ? opening(plan, step, draft) : resting(plan);
    },
    differs,
    note: (base, values) => {
      // Text that was typed before the lock is kept, to be copied, or to be saved after the plan is unlocked.
      if (base.locked) return;
      if (differs(base, values)) typed.keep(userId, step, draftOf(step, base, values));
      else typed.forget(userId, step);
    },
    forget: () => typed.forget(userId, step),
  };
}

/**
 * Returns the first state of a page with several steps. If stored text of some steps is based on an older version of the plan, the page has
 * the oldest of these versions, so that saving detects the newer one.
 */
function together(plan: Plan, openings: readonly (readonly [StepId, Opening])[]): Opening {
  const stale = openings.filter(([, { base }]) => base.version !== plan.version);
  const answers: Answers = { ...plan.answers };
  for (const [step, { base }] of stale) Object.assign(answers, only(base.answers, stepKeys(step)));
  const version = Math.min(plan.version, ...stale.map(([, { base }]) => base.version));
  const values: StepValues = Object.assign({}, ...openings.map(([, opened]) => opened.values));
  return { base: stale.length === 0 ? plan : { ...plan, version, answers }, values };
}

/** Memory of a page with two steps that are saved together. Each keeps its own text, so that its own page has it too. */
export function joinedMemory(store: Unsaved, userId: string, step: StepId, joined: StepId): StepMemory {
  const memories = [step, joined].map((each) => [each, stepMemory(store, userId, each)] as const);
  return {
    joined,
    open: (plan) =>
      together(
        plan,
        memories.map(([each, memory]) => [each, memory.open(plan)]),
      ),
    differs: (base, values) => memories.some(([, memory]) => memory.differs(base, values)),
    note: (base, values) => {
      for (const [, memory] of memories) memory.note(base, values);
    },
    forget: () => {
      for (const [, memory] of memories) memory.forget();
    },
  };
}

/** Memory of the page that confirms an edit: the answers of every edited step, with the signature. */
export function confirmMemory(
  { typed, edits }: Unsaved,
  userId: string,
  edited: readonly StepId[],
): StepMemory {
  return {
    edited,
    open: (plan) =>
      together(plan, [
        ...edited.map((step) => [step, opening(plan, step, edits.read(userId, step, plan.id))] as const),
        ['step9', opening(plan, 'step9', typed.read(userId, 'step9', plan.id))],
      ]),
    differs: (base, values) => [...edited, 'step9' as const].some((step) => hasChanged(step, base, values)),
    note: (base, values) => {
      if (base.locked) return;
      for (const step of edited) edits.keep(userId, step, draftOf(step, base, values));
      stepMemory({ typed, edits }, userId, 'step9').note(base, values);
    },
    forget: () => {
      for (const step of edited) edits.forget(userId, step);
      typed.forget(userId, 'step9');
    },
  };
}

/** Returns the values of a step that this browser stores and the server does not have, whether or not the plan can be changed. */
export function wordsOf({ typed, edits }: Unsaved, plan: Plan, step: StepId): StepValues | undefined {
  const kept = [edits, typed].map((drafts) => drafts.read(plan.user_id, step, plan.id)?.values);
  return kept.some((values) => values !== undefined) ? Object.assign({}, ...kept) : undefined;
}

/** Returns the steps whose answers wait to be confirmed, in order. */
export function editedSteps({ edits }: Unsaved, userId: string, planId: string): StepId[] {
  return cachingSteps.filter((step) => edits.read(userId, step, planId) !== undefined);
}
