import type { TextKey, TextParams } from '../../../../domain/i18n/texts.ts';
import { customerName, type ActionCustomer } from '../staff.ts';

/** An action on several customers. */
export type ManyAction = 'reminder' | 'archive' | 'move';

/** A customer for whom an action was not done, with the reason. */
export type NotDone = { id: string; message: TextKey; params: TextParams | null };

/** Answer of the server about one batch. `undo` is the id with which the change of each customer in `done` is undone. */
export type Answered = {
  done: readonly { id: string; undo: string }[];
  refused: readonly NotDone[];
  undoUntil: string | null;
  /** Name of the new house of a move. */
  to?: string | undefined;
};

type Named = { id: string; name: string };

/** Result of an action on several customers, by name. */
export type ManyResult = {
  action: ManyAction;
  to: string;
  done: readonly (Named & { undo: string })[];
  refused: readonly (Named & NotDone)[];
  /** Until when the action can be undone; null if it cannot. */
  undoUntil: string | null;
  /** The action was undone for those in `done`. */
  isUndone?: true;
};

/** Returns the result of all batches. */
export function resultOf(
  action: ManyAction,
  rows: readonly ActionCustomer[],
  answers: readonly Answered[],
): ManyResult {
  const names = new Map(rows.map((row) => [row.id, customerName(row)]));
  const named = <Each extends { id: string }>(each: Each) => ({ ...each, name: names.get(each.id) ?? '' });
  const ends = answers.flatMap(({ undoUntil }) => (undoUntil === null ? [] : [undoUntil])).toSorted();
  return {
    action,
    to: answers.find(({ to }) => to !== undefined)?.to ?? '',
    done: answers.flatMap(({ done }) => done.map(named)),
    refused: answers.flatMap(({ refused }) => refused.map(named)),
    undoUntil: ends[0] ?? null,
  };
}

/** Selected customers, and what follows an action on them. */
export type ChosenList = {
  rows: readonly ActionCustomer[];
  clear: () => void;
  onResult: (result: ManyResult) => void;
};
