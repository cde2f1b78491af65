import { sql } from 'kysely';
import type { Database } from '../../src/server/pipeline/context.ts';

/** Returns every lock on a table and every open transaction of this database, one per line, for the message of a failed test. */
export async function lockHolders(db: Database): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', a.pid, a.state, a.wait_event_type || ':' || a.wait_event, l.relation::regclass::text, l.mode,
      case when l.granted then 'granted' else 'waits' end, 'since ' || a.xact_start, left(a.query, 120)) as line
    from pg_stat_activity a
    left join pg_locks l on l.pid = a.pid and l.locktype in ('relation', 'tuple', 'transactionid')
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
    order by a.xact_start, a.pid`.execute(db);
  return rows.map(({ line }) => line).join('\n');
}
