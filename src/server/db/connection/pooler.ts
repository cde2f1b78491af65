import type pg from 'pg';

/** A pooler between the server and its database removes a feature that the server needs. The message contains what to do. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/**
 * Refuses pools whose connections have no statement timeout: a pooler that drops startup parameters (`ignore_startup_parameters`)
 * silently removes all timeouts.
 * @throws PoolerError; the database's error when it is unavailable
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
