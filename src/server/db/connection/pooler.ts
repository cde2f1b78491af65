import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** A pooler between the server and its database removes a feature that the server needs. The message contains what to do. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** The settings that each connection sends when it opens. */
const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

const forRole = `Let it ignore them (ignore_startup_parameters = ${timeouts.join(', ')} of PgBouncer), and set them for the role (alter role ... set statement_timeout = '10s', lock_timeout = '5s', idle_in_transaction_session_timeout = '30s', each with a statement of its own).`;

/** PostgreSQL's codes for a named statement that exists already, and for one that does not. */
const statementCodes: readonly unknown[] = ['42P05', '26000'];

/** How long the second connection waits for the pooler, in milliseconds: a pool of one connection has none for it. */
const secondMs = 1_000;

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/**
 * Refuses pools whose connections have no timeouts: a pooler that drops startup parameters (`ignore_startup_parameters`) silently
 * removes all of them, and one that does not know them refuses each connection.
 * @throws PoolerError; the database's error when it is unavailable
 */
export async function requireTimeouts(pools: readonly pg.Pool[]): Promise<void> {
  for (const pool of pools) {
    const { rows } = await pool
      .query<{ name: string; setting: string }>(
        'select name, setting from pg_settings where name = any($1) and setting = $2 order by name desc',
        [timeouts, '0'],
      )
      .catch((error: unknown) => {
        if (/unsupported startup parameter/.test((error as Error).message))
          throw new PoolerError(
            `Wattle cannot start: the pooler of DATABASE_URL refuses the settings that connections begin with. ${forRole}`,
          );
        throw error;
      });
    if (rows.length > 0)
      throw new PoolerError(
        `Wattle cannot start: connections of DATABASE_URL have no ${rows.map(({ name }) => name).join(', no ')}, as through a pooler that drops what connections begin with. ${forRole}`,
      );
  }
}

/**
 * Refuses a pooler that does not prepare named statements on each of its connections to the database: every second call would fail.
 * @throws PoolerError; the database's error when it is unavailable
 */
export async function requirePreparedStatements(pool: pg.Pool): Promise<void> {
  const one = await pool.connect();
  const other = await pool.connect();
  const named = () => ({ name: 'wattle start', text: 'select 1' });
  try {
    await one.query(named());
    await other.query(named());
    // The pooler now needs a second connection for the first client.
    await other.query('begin');
    const second = one.query(named());
    second.catch(() => {});
    await Promise.race([second, pause(secondMs, undefined, { ref: false })]);
    await other.query('rollback');
    await second;
  } catch (error) {
    if (statementCodes.includes(codeOf(error)))
      throw new PoolerError(
        'Wattle cannot start: the pooler of DATABASE_URL does not keep named statements. Set max_prepared_statements = 500 (PgBouncer 1.21 or newer), or let DATABASE_URL name the database itself.',
      );
    throw error;
  } finally {
    one.release(true);
    other.release(true);
  }
}
