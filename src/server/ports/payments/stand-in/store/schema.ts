import { sql } from 'kysely';
import type { Database } from '../../../../db/connection/connect.ts';

/** Key of the lock of the books, which tests hold to make the stand-in slow. */
export const lockKey = 7_361_402;

/**
 * Locks the stand-in's books until the transaction ends, so that one request or step changes them at a time, in all processes.
 */
export const lockBooks = async (tx: Database): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx));

/** Creates the stand-in's own schema, which the product never reads, if it is missing. */
export async function createStandInSchema(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBooks(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

// Databases of earlier versions have more columns in `objects`, all nullable, and more indexes.
const statements = [
  'create schema if not exists stripe_stand_in',
  `create table if not exists stripe_stand_in.objects (
    seq bigint generated always as identity,
    id text primary key,
    kind text not null,
    due bigint,
    created bigint not null,
    doc jsonb not null
  )`,
  'create index if not exists objects_kind on stripe_stand_in.objects (kind, seq)',
  'create index if not exists objects_doc on stripe_stand_in.objects using gin (doc jsonb_path_ops)',
  'create index if not exists objects_due on stripe_stand_in.objects (due, seq) where due is not null',
  `create table if not exists stripe_stand_in.events (
    seq bigint generated always as identity,
    id text primary key,
    type text not null,
    created bigint not null,
    doc jsonb not null,
    tries integer not null default 0,
    next_try_at timestamptz default now(),
    delivered_at timestamptz
  )`,
  'create index if not exists events_next on stripe_stand_in.events (next_try_at) where next_try_at is not null',
  'create index if not exists events_seq on stripe_stand_in.events (seq)',
  `create table if not exists stripe_stand_in.idempotency (
    key text primary key,
    request text not null,
    status integer not null,
    answer text not null,
    created_at timestamptz not null default now()
  )`,
  'create index if not exists idempotency_created on stripe_stand_in.idempotency (created_at)',
  `create table if not exists stripe_stand_in.settings (name text primary key, value text not null)`,
];
