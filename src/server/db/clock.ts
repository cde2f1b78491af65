import { sql } from 'kysely';
import type { Database } from './connection/connect.ts';

/** Returns the database's time, which is the same for all servers, whatever the clocks of their machines. */
export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** Returns a clock that continues from a time just read, even if the machine's own clock is set meanwhile. */
export function clockFrom(time: Date): () => Date {
  const read = performance.now();
  return () => new Date(time.getTime() + performance.now() - read);
}

/** Returns the services with the database's clock, for work that deletes or ends expired data. */
export async function byDatabaseClock<S extends { db: Database; clock: () => Date }>(
  services: S,
): Promise<S> {
  return { ...services, clock: clockFrom(await databaseTime(services.db)) };
}
