import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Actor } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Context, Services } from '../context.ts';

/**
 * A caller's key for one call. Plain characters only: the database rejects zero bytes, and unpaired surrogates change in transit.
 */
export const idempotencyKey = z.optional(
  z.nullable(z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[!-~]*$/))),
);

/**
 * Returns the actor's id for keys. A staff member in a customer's account is another actor than the customer, as is the customer with
 * a staff member beside them: none gets the other's answers.
 */
function nameOf(actor: Actor): string {
  if (actor.kind === 'contact') return `contact:${actor.contactId}`;
  if (actor.kind === 'clinicalSystem') return `clinical:${actor.clientId}`;
  if (!('userId' in actor)) return actor.kind;
  const name = `${actor.kind}:${actor.userId}`;
  if (actor.kind !== 'person') return name;
  if (actor.together) return `${name}/${actor.together.visitId}`;
  return actor.actingStaffId !== null ? `${name}/${actor.actingStaffId}` : name;
}

function keyIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('idempotency_key' in input)) return null;
  return typeof input.idempotency_key === 'string' ? input.idempotency_key : null;
}

/** A write's idempotency key, with a hash that distinguishes this input from other inputs. */
export type Repeatable = { actor_id: string; operation: string; key: string; request_hash: Buffer };

/**
 * Returns the key of a call; null without one. Visitors share one actor id: every caller with the key gets the answer, so the
 * answer of a visitor's operation that takes a key must contain nothing private.
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

const answerPlace = ({ actor_id, operation, key }: Repeatable) =>
  place('idempotency_keys', 'answer_sealed', actor_id, operation, key);

/** Builds the row that stores a response. It commits with the change, so a key without an effect is never stored. */
export function rememberedAnswer(
  { keyring }: Pick<Services, 'keyring'>,
  repeatable: Repeatable,
  answer: unknown,
): Remembered {
  return { ...repeatable, answer_sealed: keyring.seal(answerPlace(repeatable), written(answer)) };
}

export type Remembered = Repeatable & { answer_sealed: Buffer };

/**
 * Returns the answer given earlier to the same call (D-18). Called when a write failed: of two identical calls at the same
 * moment, the second fails on the version or on the key itself, and its changes are rolled back.
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
  return { answer: read(keyring.open(answerPlace(repeatable), row.answer_sealed)) };
}

/** Maximum number of remembered answers for one person: with a whole plan in each, more would fill the disk within a day. */
const rememberedAtMost = 100;

/** Remembered calls of a person in this process since older answers were last deleted. */
const sinceForgotten = new Map<string, number>();

/**
 * Deletes the older answers of a person with many. A call is repeated within seconds or minutes; without its answer a repeated
 * save is a conflict, never a second save. Visitors share one actor id, and are limited by their address.
 */
export async function forgetOlderAnswers(
  { db }: Pick<Services, 'db'>,
  { actor_id }: Repeatable,
): Promise<void> {
  if (!actor_id.includes(':')) return;
  const calls = (sinceForgotten.get(actor_id) ?? 0) + 1;
  if (calls < rememberedAtMost / 2) {
    if (sinceForgotten.size > 10_000) sinceForgotten.clear();
    sinceForgotten.set(actor_id, calls);
    return;
  }
  sinceForgotten.delete(actor_id);
  await sql`
    delete from idempotency_keys where actor_id = ${actor_id} and created_at < (
      select created_at from idempotency_keys where actor_id = ${actor_id}
      order by created_at desc offset ${rememberedAtMost} limit 1)`.execute(db);
}

type Path = readonly (string | number)[];

/**
 * Returns a value with its dates as strings, and adds their paths to `found`: JSON turns dates into strings, and a string in the
 * form of a date must stay a string. Values without dates are not copied.
 */
function withoutDates(value: unknown, path: Path, found: Path[]): unknown {
  if (value instanceof Date) {
    found.push(path);
    return value.toJSON();
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | unknown[] | null = null;
  for (const [key, each] of Object.entries(value)) {
    if (typeof each !== 'object' || each === null) continue;
    const plain = withoutDates(each, [...path, key], found);
    if (plain === each) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<string, unknown>)[key] = plain;
  }
  return copy ?? value;
}

// Values with a `toJSON`, such as dates, make JSON several times slower for everything around them.
function written(answer: unknown): string {
  const dates: Path[] = [];
  // Undefined would omit the field, and the result would be read as an answer of the previous release.
  return JSON.stringify({ answer: withoutDates(answer ?? null, [], dates), dates });
}

function withDate(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return new Date(value as string);
  const inside = value as Record<string | number, unknown>;
  inside[key] = withDate(inside[key], rest);
  return inside;
}

/**
 * Parses an answer, so that the second answer equals the first. Answers of the previous release are stored without their dates.
 */
function read(json: string): unknown {
  const kept: unknown = JSON.parse(json);
  if (typeof kept !== 'object' || kept === null || !('answer' in kept && 'dates' in kept)) return kept;
  return (kept.dates as Path[]).reduce(withDate, kept.answer);
}
