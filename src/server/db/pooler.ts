import type pg from 'pg';

/** A pooler between the server and its database takes away what the server relies on. The message says what to do. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/**
 * Refuses pools whose connections have no limit for a statement: a pooler that drops what a connection asks for at its beginning
 * (`ignore_startup_parameters`) takes all limits of time away without a word.
 * @throws PoolerError; what the database throws when it is away
 */
export async function requireTimeouts(pools: readonly pg.Pool[]): Promise<void> {
  for (const pool of pools) {
    const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
    if (rows[0]?.statement_timeout === '0')
      throw new PoolerError(
        "Wattle cannot start: connections of DATABASE_URL have no statement_timeout, as through a pooler that drops it. Let the pooler pass it on, or set it for the role (alter role ... set statement_timeout = '10s').",
      );
  }
}
