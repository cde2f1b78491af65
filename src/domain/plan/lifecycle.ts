import { ownValue, type Answers } from '../questionnaire/answers.ts';

/** A plan as its rules use it. Instants are opaque: the rules only keep or replace them. */
export type PlanState<Instant> = {
  status: 'draft' | 'complete';
  version: number;
  plan_version: number;
  locked: boolean;
  /** Whether it consists of papers (GAP-116). */
  external: boolean;
  completed_at: Instant | null;
  share_date: Instant | null;
  answers: Answers;
};

export type SaveRequest = { status: 'draft' | 'complete' };

/** Result of a save. `keepsRevision`: the previous signed state is stored as a revision. */
export type SavedState<Instant> = Omit<PlanState<Instant>, 'locked'> & {
  completed_at: Instant;
  keepsRevision: boolean;
  becomesComplete: boolean;
  /** Whether some answer differs from before. */
  changed: boolean;
};

/**
 * Returns the state after saving `answers` (QGEN-06, QGEN-07, QSTEP9-16 to QSTEP9-18, QEDIT-05). A complete plan stays complete:
 * no save removes a signature. A draft's `completed_at` is the time of its last save, as in the source, and is never shown
 * (D-05). Signed answers are in force themselves, so the plan no longer consists of papers (LOCK-03). The plan version, printed
 * on cards and PDFs, increases with every signed state that differs from the one before; a save without changes creates none
 * (D-35).
 */
export function stateAfterSave<Instant>(
  before: PlanState<Instant>,
  request: SaveRequest,
  answers: Answers,
  now: Instant,
): SavedState<Instant> {
  const wasComplete = before.status === 'complete';
  const status = wasComplete ? 'complete' : request.status;
  const changed = !sameAnswers(before.answers, answers);
  const signedChange = status === 'complete' && (changed || !wasComplete);
  return {
    status,
    answers,
    version: before.version + 1,
    plan_version: before.plan_version + (signedChange ? 1 : 0),
    completed_at: wasComplete && before.completed_at !== null ? before.completed_at : now,
    share_date: before.share_date,
    external: before.external && !signedChange,
    keepsRevision: wasComplete && changed,
    becomesComplete: !wasComplete && status === 'complete',
    changed,
  };
}

/** Returns the keys whose answers differ, in alphabetical order; an empty answer equals a missing one. */
export function changedKeys(one: Answers, other: Answers): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((key) => !sameAnswer(ownValue(one, key), ownValue(other, key)))
    .toSorted();
}

/** Whether answers are equal, whatever the order of their keys; an empty answer equals a missing one. */
export function sameAnswers(one: Answers, other: Answers): boolean {
  return changedKeys(one, other).length === 0;
}

type Stored = string | readonly string[];

const isEmpty = (value: unknown) => value === undefined || value === null || (value as Stored).length === 0;

function sameAnswer(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  return sameValue(one as Stored, other);
}

function sameValue(one: string | readonly string[], other: unknown): boolean {
  if (typeof one === 'string' || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Returns the answers after a save with some keys: a value replaces the answer, null removes it, the others stay. */
export function mergeAnswers(saved: Answers, changes: Readonly<Record<string, unknown>>): Answers {
  const merged: Record<string, unknown> = { ...saved };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}
