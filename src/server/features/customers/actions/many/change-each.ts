import { createHash } from 'node:crypto';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import type { TextKey, TextParams } from '../../../../../domain/i18n/texts.ts';
import type { Context } from '../../../../pipeline/context.ts';
import type { Asked } from '../../../../pipeline/work.ts';

/** A customer, or a move, that a call did not change, with the reason. */
export type NotChanged = { id: string; message: TextKey; params: TextParams | null };

/** Result of a call about many: the result for each id that was changed, and the reason for each of the others. */
export type ChangedEach<Result> = { done: { id: string; result: Result }[]; refused: NotChanged[] };

/** Refusals that concern the whole call. */
const callFaults: readonly string[] = ['unauthenticated', 'unavailable'];

const generalReasons: Readonly<Record<string, TextKey>> = {
  'not-found': 'error.customer.notFound',
  forbidden: 'error.customer.notOffered',
};

/** Returns the reason for a refusal. An id that the caller may not see has the same one as an unknown id. */
function reasonOf(id: string, error: unknown): NotChanged {
  if (!(error instanceof AppError) || callFaults.includes(error.code)) throw error;
  const [problem] = error.code in generalReasons ? [] : error.fields;
  const general = generalReasons[error.code] ?? 'customers.action.failed';
  return { id, message: problem?.message ?? general, params: problem?.params ?? null };
}

/** @throws AppError `invalid` for more ids than one call accepts */
export function refuseTooMany(ids: readonly string[], max: number): void {
  if (ids.length > max)
    refuseInvalid([{ field: 'form', message: 'error.customer.remindMany', params: { max } }]);
}

type Many = {
  ids: string[];
  /** State of each customer as the caller saw it, in the order of `ids`. */
  seen?: string[] | null | undefined;
  idempotency_key?: string | null | undefined;
};
type Change<Result> = (
  context: Context,
  one: { id: string; at: number; idempotency_key: string | null },
) => Promise<Result>;

/**
 * Changes each of many in a call and transaction of its own, with its own access check, limits, audit row and events: a refusal
 * stops no other. Each has an idempotency key that is derived from the key of the whole call, so that the same call sent again
 * after a lost answer or a stopped server changes only the others, and returns the first results for those that are done.
 * @throws AppError `invalid` for more than `max`, and unless `seen` has an entry for each id; the error of a change if it concerns
 * the whole call
 */
export async function changeEach<Result>(
  { input, actor, services, meta }: Pick<Asked<Many, unknown>, 'input' | 'actor' | 'services' | 'meta'>,
  max: number,
  change: Change<Result>,
): Promise<ChangedEach<Result>> {
  refuseTooMany([...new Set(input.ids)], max);
  // An id without an entry would be changed whatever its state is.
  if (input.seen && input.seen.length !== input.ids.length)
    refuseInvalid([{ field: 'seen', message: 'error.general_error' }]);
  const key = input.idempotency_key ?? null;
  const changed: ChangedEach<Result> = { done: [], refused: [] };
  for (const [at, id] of input.ids.entries()) {
    if (input.ids.indexOf(id) < at) continue;
    const idempotency_key = key && createHash('sha256').update(`${key}/${id}`).digest('hex');
    await change({ actor, services, meta }, { id, at, idempotency_key }).then(
      (result) => changed.done.push({ id, result }),
      (error: unknown) => changed.refused.push(reasonOf(id, error)),
    );
  }
  return changed;
}
