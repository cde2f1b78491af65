import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { stepKeys, valuesOf, type StepValues, type Value } from '../steps/step-values.ts';

/** What was typed in one step and is not saved yet, with the state of the plan that it was based on. */
export type LocalDraft = {
  planId: string;
  /** The version of the plan when the typing began. */
  version: number;
  /** The saved answers of this step at that version. */
  base: Answers;
  /** What stood in the changed boxes. */
  values: StepValues;
};

/** The part of `Storage` that is needed. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'wattle.unsaved.';

/**
 * Keeps typed text that is not saved, for each person and step, so that a reload, a lost session or a lost connection loses
 * nothing. Use it with the browser's session storage: one tab does not overwrite another, and closing the tab leaves nothing on a
 * shared computer. A browser without storage does not stop the work. `kind` separates other data from the values of the fields.
 */
export function localDrafts(storage: () => DraftStorage, kind = '') {
  const keyOf = (userId: string, step: StepId) => `${prefix}${kind}${userId}.${step}`;
  const guarded = <Result>(work: (storage: DraftStorage) => Result): Result | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  return {
    /** Whether the browser keeps it now. */
    keep(userId: string, step: StepId, draft: LocalDraft): boolean {
      return (
        guarded((store) => {
          store.setItem(keyOf(userId, step), JSON.stringify(draft));
          return true;
        }) ?? false
      );
    },
    /** What was kept for this plan. Undefined when there is nothing, or nothing that can be read. */
    read(userId: string, step: StepId, planId: string): LocalDraft | undefined {
      const kept = guarded((store) => store.getItem(keyOf(userId, step)));
      return kept ? draftOf(kept, step, planId) : undefined;
    },
    forget(userId: string, step: StepId): void {
      guarded((store) => store.removeItem(keyOf(userId, step)));
    },
    /** Removes the drafts of all people: on signing out. */
    forgetAll(): void {
      guarded((store) => {
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
        for (const key of keys) if (key?.startsWith(prefix)) store.removeItem(key);
      });
    },
  };
}

export type LocalDrafts = ReturnType<typeof localDrafts>;

function draftOf(kept: string, step: StepId, planId: string): LocalDraft | undefined {
  let draft: Partial<LocalDraft> | null;
  try {
    draft = JSON.parse(kept) as Partial<LocalDraft> | null;
  } catch {
    return undefined;
  }
  if (!draft || draft.planId !== planId || typeof draft.version !== 'number') return undefined;
  if (typeof draft.values !== 'object' || draft.values === null) return undefined;
  return { planId, version: draft.version, base: draft.base ?? {}, values: knownValues(step, draft.values) };
}

/** Only keys of the step, with values of the type their boxes hold. */
function knownValues(step: StepId, values: Readonly<Record<string, unknown>>): StepValues {
  const empty = valuesOf(step, {});
  const fits = (key: string, value: unknown) =>
    Array.isArray(empty[key])
      ? Array.isArray(value) && value.every((item) => typeof item === 'string')
      : typeof value === 'string';
  const known = stepKeys(step).filter((key) => Object.hasOwn(values, key) && fits(key, values[key]));
  return Object.fromEntries(known.map((key) => [key, values[key] as Value]));
}
