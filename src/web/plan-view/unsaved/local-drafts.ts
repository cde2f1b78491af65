import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { stepKeys, valuesOf, type StepValues, type Value } from '../steps/step-values.ts';

/** Typed values of one step that are not saved yet, with the state of the plan that they are based on. */
export type LocalDraft = {
  planId: string;
  /** Version of the plan when the typing began. */
  version: number;
  /** Saved answers of this step at that version. */
  base: Answers;
  /** Values of the changed fields. */
  values: StepValues;
};

/** The used part of `Storage`. */
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
    /** Stores a draft. Returns whether the browser stored it. */
    keep(userId: string, step: StepId, draft: LocalDraft): boolean {
      return (
        guarded((store) => {
          store.setItem(keyOf(userId, step), JSON.stringify(draft));
          return true;
        }) ?? false
      );
    },
    /** Returns the stored draft of this plan. Undefined if there is none, or if it cannot be read. */
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

/** Returns only keys of the step, with values of the type that their fields accept. */
function knownValues(step: StepId, values: Readonly<Record<string, unknown>>): StepValues {
  const empty = valuesOf(step, {});
  const fits = (key: string, value: unknown) =>
    Array.isArray(empty[key])
      ? Array.isArray(value) && value.every((item) => typeof item === 'string')
      : typeof value === 'string';
  const known = stepKeys(step).filter((key) => Object.hasOwn(values, key) && fits(key, values[key]));
  return Object.fromEntries(known.map((key) => [key, values[key] as Value]));
}
