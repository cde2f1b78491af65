import { createHash } from 'node:crypto';
import type { Actor } from '../domain/access.ts';
import { AppError } from '../domain/errors.ts';
import type { Context, Tx } from './context.ts';

type Call = { context: Context; tx: Tx; name: string; input: unknown };

const nameOf = (actor: Actor) => ('userId' in actor ? `${actor.kind}:${actor.userId}` : actor.kind);

function keyIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('idempotency_key' in input)) return null;
  return typeof input.idempotency_key === 'string' ? input.idempotency_key : null;
}

/**
 * Runs a write once for each idempotency key of an actor (D-18): a repeated call, even one at the same moment,
 * waits for the first and gets its answer.
 * @throws AppError `idempotency-mismatch` when the key was used for other input.
 */
export async function answerOnce<Output>(call: Call, perform: () => Promise<Output>): Promise<Output> {
  const key = keyIn(call.input);
  if (key === null || call.context.actor.kind === 'visitor') return perform();
  const { tx, name } = call;
  const { keyring } = call.context.services;
  const actor_id = nameOf(call.context.actor);
  const request_hash = createHash('sha256').update(JSON.stringify(call.input)).digest();
  const place = { table: 'idempotency_keys', row: `${actor_id}/${name}/${key}`, column: 'answer_sealed' };
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ actor_id, operation: name, key, request_hash, answer_sealed: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const row = tx
    .selectFrom('idempotency_keys')
    .where('actor_id', '=', actor_id)
    .where('operation', '=', name)
    .where('key', '=', key);
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const first = await row.selectAll().executeTakeFirstOrThrow();
    if (!first.request_hash.equals(request_hash)) throw new AppError('idempotency-mismatch');
    if (!first.answer_sealed) throw new AppError('unavailable');
    return revive(keyring.open(place, first.answer_sealed)) as Output;
  }
  const output = await perform();
  await tx
    .updateTable('idempotency_keys')
    .set({ answer_sealed: keyring.seal(place, JSON.stringify(output)) })
    .where('actor_id', '=', actor_id)
    .where('operation', '=', name)
    .where('key', '=', key)
    .execute();
  return output;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** JSON turns dates into text: turn them back, so that the second answer equals the first. */
function revive(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' && instant.test(value) ? new Date(value) : value));
}
