import { sql } from 'kysely';
import type { Database } from '../pipeline/context.ts';

/**
 * Runs work in one process at a time. Returns null, without running it, while another process runs work with the same lock. The lock
 * belongs to a transaction: a pooler could leave the lock of a session on a connection that others use.
 */
export const aloneOrNot = <Result>(
  db: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> =>
  db.transaction().execute(async (held) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(
      held,
    );
    return rows[0]?.mine ? work() : null;
  });
