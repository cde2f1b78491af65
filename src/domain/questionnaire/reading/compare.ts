import { changedKeys } from '../../plan/lifecycle.ts';
import { currentDefinition, hasRow, questionsInRowOf, type Definition } from '../definition.ts';
import { isWordedAsSigned, presentPlan, type Reading, type Row, type StoredPlan } from './present.ts';

/** A row of two versions of a plan. A side is null if its version has no such row. */
export type ComparedRow = {
  key: string;
  number?: number;
  title: string;
  before: Row | null;
  now: Row | null;
  answerChanged: boolean;
  noteChanged: boolean;
};

/**
 * Compares two signed versions of a plan, row by row, in the words of each. If both have the words of the same questions, an
 * answer changed if its words did; if one was signed under other questions, if the stored answer did.
 */
export function compareVersions(before: StoredPlan, now: StoredPlan, reading: Reading): ComparedRow[] {
  const { definition = currentDefinition } = reading;
  const rowsOf = (plan: StoredPlan) => presentPlan(plan, reading).flatMap(({ rows }) => rows);
  const old = new Map(rowsOf(before).map((row) => [row.key, row]));
  const next = new Map(rowsOf(now).map((row) => [row.key, row]));
  const isWorded = [before, now].some((plan) => isWordedAsSigned(plan, definition));
  const changed = new Set(isWorded ? changedKeys(before.answers, now.answers) : []);
  const differs = (key: string, was: Row | null, is: Row | null): boolean => {
    const question = isWorded ? questionOfRow(key, definition) : undefined;
    if (question) return questionsInRowOf(question, definition).some((each) => changed.has(each.key));
    return !was || !is || was.lines.join('\n') !== is.lines.join('\n');
  };
  return inOrder([...old.keys()], [...next.keys()]).map((key) => {
    const was = old.get(key) ?? null;
    const is = next.get(key) ?? null;
    const { number, title } = (is ?? was)!;
    return {
      key,
      ...(number !== undefined && { number }),
      title,
      before: was,
      now: is,
      answerChanged: differs(key, was, is),
      noteChanged: (was?.note ?? '') !== (is?.note ?? ''),
    };
  });
}

const questionOfRow = (key: string, { questions }: Definition) =>
  questions.find((question) => hasRow(question) && (question.rowKey ?? question.key) === key);

/** Returns the present keys in their order, and each earlier key that is missing there after the one that it followed. */
function inOrder(before: readonly string[], now: readonly string[]): string[] {
  const order = [...now];
  for (const [index, key] of before.entries())
    if (!order.includes(key)) order.splice(order.indexOf(before[index - 1] ?? '') + 1, 0, key);
  return order;
}
