import type { JobData, QueueName } from '../queue.ts';

/** A handler of an event: the task's name, and its queue. */
export type EventHandler = { handler: string; queue: QueueName; together?: Together };

/** Events that can share a job: the field of their facts with a list of ids, and the maximum number of ids in a job. */
export type Together = { field: string; atMost: number };

/** An event as stored in the outbox. */
export type LeftEvent = { type: string; payload: Record<string, unknown>; created_at: Date };

/** A new job for a queue. It starts immediately, or not before `startAfter`. */
export type NewJob = { queue: QueueName; data: JobData; startAfter?: Date };

/**
 * Returns the jobs of events, in the order of the events: one for each handler, or one for several events that can share a job.
 */
export function jobsOfEvents(
  events: readonly LeftEvent[],
  handlersOf: (type: string) => readonly EventHandler[],
): NewJob[] {
  const jobs: NewJob[] = [];
  /** The last job of each handler that can take further events. */
  const open = new Map<string, string[]>();
  for (const { type, payload, created_at } of events)
    for (const { handler, queue, together } of handlersOf(type)) {
      const add = (facts: Record<string, unknown>) =>
        jobs.push({
          queue,
          data: { event: type, handler, payload: facts, at: created_at.toISOString() },
          ...(typeof payload['not_before'] === 'string' && { startAfter: new Date(payload['not_before']) }),
        });
      const ids = together && payload[together.field];
      if (!together || !Array.isArray(ids)) {
        add(payload);
        continue;
      }
      const name = `${type} ${handler}`;
      for (const id of ids as string[]) {
        let list = open.get(name);
        if (!list || list.length >= together.atMost) {
          list = [];
          open.set(name, list);
          add({ ...payload, [together.field]: list });
        }
        list.push(id);
      }
    }
  return jobs;
}
