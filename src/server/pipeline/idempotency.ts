import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Actor } from '../../domain/access/access.ts';
import { AppError } from '../../domain/errors.ts';
import type { Context, Services } from './context.ts';

/** A caller's name for one call. Plain signs only: the database takes no zero byte, and half a surrogate pair changes on the way. */
export const idempotencyKey = z.optional(
  z.nullable(z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[!-~]*$/))),
);

const nameOf = (actor: Actor) => ('userId' in actor ? `${actor.kind}:${actor.userId}` : actor.kind);

function keyIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('idempotency_key' in input)) return null;
  return typeof input.idempotency_key === 'string' ? input.idempotency_key : null;
}

/** A write's idempotency key, with what tells the same input from another one. */
export type Repeatable = { actor_id: string; operation: string; key: string; request_hash: Buffer };

/**
 * The key of a call; null without one. Visitors share one name: their answers are for whoever has the key, so an operation of
 * theirs that takes one may answer with nothing that is not for everybody.
 */
export function repeatableOf(
  { actor }: Pick<Context, 'actor'>,
  operation: string,
  input: unknown,
): Repeatable | null {
  const key = keyIn(input);
  if (key === null) return null;
  return {
    actor_id: nameOf(actor),
    operation,
    key,
    request_hash: createHash('sha256').update(JSON.stringify(input)).digest(),
  };
}

const place = ({ actor_id, operation, key }: Repeatable) => ({
  table: 'idempotency_keys',
  row: `${actor_id}/${operation}/${key}`,
  column: 'answer_sealed',
});

/** The row that remembers an answer. It commits with the change, so a key without an effect is never remembered. */
export function rememberedAnswer(
  { keyring }: Pick<Services, 'keyring'>,
  repeatable: Repeatable,
  answer: unknown,
): Remembered {
  return { ...repeatable, answer_sealed: keyring.seal(place(repeatable), JSON.stringify(answer)) };
}

export type Remembered = Repeatable & { answer_sealed: Buffer };

/**
 * The answer that was given to the same call before (D-18). Asked when a write failed: the same call at the same moment
 * makes the second one fail, on the version or on the key itself, and what it changed is undone.
 * @throws AppError `idempotency-mismatch` when the key was used for other input
 */
export async function findAnswer(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  repeatable: Repeatable,
): Promise<{ answer: unknown } | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer_sealed'])
    .where('actor_id', '=', repeatable.actor_id)
    .where('operation', '=', repeatable.operation)
    .where('key', '=', repeatable.key)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.request_hash.equals(repeatable.request_hash)) throw new AppError('idempotency-mismatch');
  return { answer: revive(keyring.open(place(repeatable), row.answer_sealed)) };
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** JSON turns dates into text: turn them back, so that the second answer equals the first. */
function revive(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' && instant.test(value) ? new Date(value) : value,
  );
}
