import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** The database's time: the same for all servers, whatever the clocks of their machines say. */
export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** A clock that goes on from a time that was just read, also when the machine's own clock is set meanwhile. */
export function clockFrom(time: Date): () => Date {
  const read = performance.now();
  return () => new Date(time.getTime() + performance.now() - read);
}

/** The services by the database's clock, for work that deletes or ends what its time is over for. */
export async function byDatabaseClock<S extends { db: Database; clock: () => Date }>(
  services: S,
): Promise<S> {
  return { ...services, clock: clockFrom(await databaseTime(services.db)) };
}
