import { sql } from 'kysely';
import type { Database } from '../../pipeline/context.ts';

/** The first migration after which servers open deflated text. */
const firstMigration = 22;

/**
 * Returns true if no server is left that cannot open deflated text: a day after the migration, when a rolling upgrade is long
 * over, or in a database that was created with it. Read once, at the start of a server.
 */
export async function mayDeflate(db: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select applied_at < now() - interval '1 day'
      or applied_at < (select min(applied_at) from schema_migrations) + interval '1 hour' as may
    from schema_migrations where number = ${firstMigration}`.execute(db);
  return rows[0]?.may ?? false;
}
