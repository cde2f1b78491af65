import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../connection/connect.ts';
import type { CardChange } from './changed-cards.ts';

/** The identifiers of the cluster and of the database. Those of a replica are equal to those of its primary; no other server has them. */
const databaseNumbers = `(select system_identifier::text from pg_control_system()) || '/' ||
  (select oid::text from pg_database where datname = current_database())`;

/** Bytes from the beginning of the log, instead of PostgreSQL's notation with a slash. */
const inBytes = (position: string) => `(${position} - '0/0'::pg_lsn)::text`;

/**
 * A transaction may commit this long after it noted its change, in seconds: changes are read again for so long. Statements are
 * limited to ten seconds, and a transaction that pauses to thirty.
 */
const longestCommitSeconds = 120;

/** Age of the oldest change that the first question asks for, in seconds: a replica that lags more is not used. */
const firstSeconds = 600;

export type PrimaryAnswer = { database: string; position: number; changes: CardChange[] };

type PrimaryRow = {
  is_replica: boolean;
  database: string;
  position: string | null;
  changes: [number, string][];
};

/**
 * Asks the primary for the end of its log and for the last changes of cards. Every transaction that was acknowledged before is in
 * both: the log was flushed up to its commit.
 * @throws Error when it does not answer, or is a replica now
 */
export async function askPrimary(pool: pg.Pool, isFirst: boolean): Promise<PrimaryAnswer> {
  const { rows } = await pool.query<PrimaryRow>(
    `select pg_is_in_recovery() as is_replica, ${databaseNumbers} as database,
      case when not pg_is_in_recovery() then ${inBytes('pg_current_wal_flush_lsn()')} end as position,
      (select coalesce(json_agg(json_build_array(id, user_id)), '[]') from card_changes
       where changed_at > clock_timestamp() - make_interval(secs => $1)) as changes`,
    [isFirst ? firstSeconds : longestCommitSeconds],
  );
  const row = rows[0];
  if (!row || row.is_replica || row.position === null) throw new Error('It is not the primary');
  const changes = row.changes.map(([id, userId]) => ({ id, userId }));
  return { database: row.database, position: Number(row.position), changes };
}

/** Returns the end of the primary's log in bytes. @throws Error when it does not answer, or is a replica now */
export async function askPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(
    `select ${inBytes('pg_current_wal_flush_lsn()')} as position`,
  );
  return Number(rows[0]!.position);
}

/** Returns the same position as `askPosition`, on the connections of an operation. */
export async function askPositionOn(db: Database): Promise<number> {
  const { rows } = await sql<{ position: string }>`
    select ${sql.raw(inBytes('pg_current_wal_flush_lsn()'))} as position`.execute(db);
  return Number(rows[0]!.position);
}

/** `run` identifies the run of the server: it changes with each start, and not with a promotion. */
export type ReplicaAnswer = {
  isReplica: boolean;
  database: string;
  run: string;
  position: number;
  found: number[];
};

/** Asks the replica how much of the log it has replayed, and which of these changes it has. @throws when it does not answer */
export async function askReplica(pool: pg.Pool, changes: readonly number[]): Promise<ReplicaAnswer> {
  const { rows } = await pool.query<{
    is_replica: boolean;
    database: string;
    run: string;
    position: string;
    found: number[];
  }>(
    `select pg_is_in_recovery() as is_replica, ${databaseNumbers} as database, pg_postmaster_start_time()::text as run,
      case when pg_is_in_recovery() then ${inBytes('pg_last_wal_replay_lsn()')}
        else ${inBytes('pg_current_wal_lsn()')} end as position,
      (select coalesce(json_agg(id), '[]') from card_changes where id = any($1::bigint[])) as found`,
    [changes],
  );
  const { is_replica, database, run, position, found } = rows[0]!;
  return { isReplica: is_replica, database, run, position: Number(position), found };
}
