import type { JobData, QueueName } from './queue.ts';

/** What an event leads to: the task by name, and the queue it waits in. */
export type EventHandler = { handler: string; queue: QueueName; together?: Together };

/**
 * Events whose job may take along others of their kind: the field of their facts that lists ids, and how many ids one job has at most.
 */
export type Together = { field: string; atMost: number };

/** An event as the outbox has it. */
export type LeftEvent = { type: string; payload: Record<string, unknown>; created_at: Date };

/** A job to put into a queue. It begins at once, or not before `startAfter`. */
export type NewJob = { queue: QueueName; data: JobData; startAfter?: Date };

/** The jobs of events, in the order of the events: one for each handler, or one for several events that may go together. */
export function jobsOfEvents(
  events: readonly LeftEvent[],
  handlersOf: (type: string) => readonly EventHandler[],
): NewJob[] {
  const jobs: NewJob[] = [];
  /** The last job of each handler that takes others along. */
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
