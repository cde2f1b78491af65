import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Event } from '../../../domain/events.ts';
import type { Remembered } from '../repeated-calls/idempotency.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';

/** One recorded event. Contains ids and names of actions, never an answer, a PIN or a Medicare number. */
export type AuditEntry = {
  /** Entries of one chain are linked: the id of the person concerned, or `platform`. */
  chain: string;
  at: Date;
  actor: Actor;
  action: string;
  subjectId: string | null;
  details: Record<string, string | number | boolean | null>;
};

/** The columns that the keyed hash of an entry covers. */
export type AuditRow = {
  chain: string;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  acting_staff_id: string | null;
  action: string;
  subject_id: string | null;
  details: Record<string, unknown>;
};

function actorIdOf(actor: Actor): string | null {
  if (actor.kind === 'contact') return actor.contactId;
  if (actor.kind === 'clinicalSystem') return actor.clientId;
  return actor.kind === 'person' || actor.kind === 'emergency' ? actor.userId : null;
}

function rowOf(entry: AuditEntry): AuditRow {
  const { actor } = entry;
  return {
    chain: entry.chain,
    at: entry.at,
    actor_kind: actor.kind,
    actor_id: actorIdOf(actor),
    acting_staff_id: actor.kind === 'person' ? actor.actingStaffId : null,
    action: entry.action,
    subject_id: entry.subjectId,
    details: entry.details,
  };
}

/** Serialises a row in a fixed order, as input of the keyed hash. */
export function canonical(row: AuditRow): string {
  const details = Object.keys(row.details)
    .sort()
    .map((key) => [key, row.details[key]]);
  return JSON.stringify([
    row.chain,
    row.at.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.acting_staff_id,
    row.action,
    row.subject_id,
    details,
  ]);
}

/** Rows that are committed together with an entry. */
export type Recorded = {
  events: readonly Event[];
  /** The response to store for a repeated call. */
  answer?: Remembered | null;
  /** The change itself, if its result is not needed: one insert, update or delete. */
  change?: RawBuilder<unknown> | null;
  /** The fields that a staff member changed, with their session in the account. */
  visit?: { sessionId: string; fields: readonly string[] } | null;
};

/**
 * Builds the single statement that adds an entry to the trail, events to the outbox and the answer of a repeatable call. Each
 * hash of the chain is SHA-256 over the previous hash, the row's number and a keyed hash of the row that is stored nowhere. An
 * attacker with write access to the table but without the key can neither change a row nor renumber the rows after it (D-17).
 */
export function recording(
  secrets: Secrets,
  entry: AuditEntry,
  { events, answer, change, visit }: Recorded,
): RawBuilder<unknown> {
  const row = rowOf(entry);
  const keyed = secrets.sign('audit', canonical(row));
  const parts = [
    sql`head as (
      insert into audit_heads as h (chain, seq, hash)
      values (${row.chain}, 1, sha256(int4send(1) || ${keyed}::bytea))
      on conflict (chain) do update
        set seq = h.seq + 1, hash = sha256(h.hash || int4send(h.seq + 1) || ${keyed}::bytea)
      returning seq, hash
    )`,
  ];
  if (change) parts.push(sql`changed as (${change})`);
  if (events.length > 0)
    parts.push(sql`emitted as (
      insert into outbox (type, payload)
      select e->>'type', e->'payload' from jsonb_array_elements(${JSON.stringify(events)}::jsonb) as e
    )`);
  if (visit && visit.fields.length > 0)
    parts.push(sql`visited as (
      insert into staff_visit_changes (visit_id, customer_id, field, at)
      select v.id, v.customer_id, f.field, ${row.at}
      from staff_visits v, jsonb_array_elements_text(${JSON.stringify([...new Set(visit.fields)])}::jsonb) as f(field)
      where v.session_id = ${visit.sessionId}
      on conflict do nothing
    )`);
  if (answer)
    parts.push(sql`remembered as (
      insert into idempotency_keys (actor_id, operation, key, request_hash, answer_sealed)
      values (${answer.actor_id}, ${answer.operation}, ${answer.key}, ${answer.request_hash}, ${answer.answer_sealed})
    )`);
  return sql`
    with ${sql.join(parts)}
    insert into audit_log (chain, seq, at, actor_kind, actor_id, acting_staff_id, action, subject_id, details, hash)
    select ${row.chain}, head.seq, ${row.at}, ${row.actor_kind}, ${row.actor_id}::uuid, ${row.acting_staff_id}::uuid,
      ${row.action}, ${row.subject_id}, ${JSON.stringify(row.details)}::jsonb, head.hash
    from head`;
}
