import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../../db/connection/connect.ts';

/** The stand-in's own tables, in a separate schema that the product never reads. */
export type StandInTables = {
  'stripe_stand_in.objects': {
    seq: number;
    id: string;
    kind: string;
    customer: string | null;
    parent: string | null;
    code: string | null;
    clock: string | null;
    due: number | null;
    created: number;
    doc: unknown;
  };
  'stripe_stand_in.events': {
    seq: number;
    id: string;
    type: string;
    created: number;
    doc: unknown;
    tries: number;
    next_try_at: Date | null;
    delivered_at: Date | null;
  };
  'stripe_stand_in.idempotency': {
    key: string;
    request: string;
    status: number;
    answer: string;
    created_at: Date;
  };
  'stripe_stand_in.settings': { name: string; value: string };
};

export type StandInDatabase = Kysely<StandInTables>;

/** Returns the same connections, typed with the stand-in's tables. */
export const standInTables = (db: Database): StandInDatabase => db as unknown as StandInDatabase;

/** Key of the lock of the books, which tests hold to make the stand-in slow. */
export const lockKey = 7_361_402;

/**
 * Locks the stand-in's books until the transaction ends, so that one request or step changes them at a time, in all processes.
 */
export const lockBooks = async (tx: StandInDatabase): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx));

/** Creates the schema if it is missing. */
export async function createStandInSchema(db: StandInDatabase): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBooks(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

const statements = [
  'create schema if not exists stripe_stand_in',
  `create table if not exists stripe_stand_in.objects (
    seq bigint generated always as identity,
    id text primary key,
    kind text not null,
    customer text,
    parent text,
    code text,
    clock text,
    due bigint,
    created bigint not null,
    doc jsonb not null
  )`,
  'create index if not exists objects_kind on stripe_stand_in.objects (kind, seq)',
  `create index if not exists objects_customer on stripe_stand_in.objects (customer, kind, seq) where customer is not null`,
  `create index if not exists objects_parent on stripe_stand_in.objects (parent, kind, seq) where parent is not null`,
  `create index if not exists objects_code on stripe_stand_in.objects (code, kind) where code is not null`,
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
