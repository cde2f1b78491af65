import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { QueueState } from './queue-state.ts';
import { queueNames } from './queue.ts';

/** Reads the first row of one index for each queue, however many jobs wait: all have one priority. */
const oldest = `
  select queue.name, coalesce(extract(epoch from now() - (
    select created_on from jobs.job
    where name = queue.name and state < 'active' and not blocked
    order by priority desc, created_on limit 1)), 0)::float8 as seconds
  from unnest($1::text[]) as queue (name)`;

/** Returns the states of all queues. @throws when the database is unavailable */
export async function queueStates(boss: PgBoss, pool: Pool): Promise<readonly QueueState[]> {
  const [queues, ages] = await Promise.all([
    boss.getQueues([...queueNames]),
    pool.query<{ name: string; seconds: number }>(oldest, [[...queueNames]]),
  ]);
  const secondsOf = new Map(ages.rows.map(({ name, seconds }) => [name, seconds]));
  return queues.map(({ name, queuedCount, failedCount }) => ({
    ...{ name, waiting: queuedCount, givenUp: failedCount },
    oldestSeconds: secondsOf.get(name) ?? 0,
  }));
}
