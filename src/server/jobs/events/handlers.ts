import type { EventName, Events } from '../../../domain/events.ts';
import { features, type ListedFeature } from '../../features.ts';
import type { EventHandler } from './jobs-of-events.ts';
import type { Task } from '../task.ts';

type HandlersOf<Listed> = Listed extends { handlers: infer Handlers } ? Handlers : never;

type EventsOf<Handlers> = Handlers extends unknown ? keyof Handlers : never;

type TasksOf<Handlers, Name extends EventName> = Handlers extends { readonly [Key in Name]: infer Tasks }
  ? Tasks
  : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The tasks of each event that a feature handles. */
type Collected = {
  readonly [Name in EventsOf<HandlersOf<ListedFeature>>]: Intersection<
    TasksOf<HandlersOf<ListedFeature>, Name>
  >;
};

/** Collects the tasks of all features. @throws Error when two features have a task of the same event and name */
function collectTasks(): Collected {
  const collected: Record<string, Record<string, Task<never>>> = {};
  for (const feature of features)
    for (const [event, own] of Object.entries(feature.handlers ?? {})) {
      const tasks = (collected[event] ??= {});
      for (const [name, task] of Object.entries<Task<never>>(own)) {
        if (Object.hasOwn(tasks, name)) throw new Error(`Two features have the task ${event}/${name}`);
        tasks[name] = task;
      }
    }
  return collected as Collected;
}

/** The tasks of each event, from all features. An event without any does not compile. */
export const handlers = collectTasks() satisfies {
  [Name in EventName]: Readonly<Record<string, Task<Events[Name]>>>;
};

/** A task with facts as read from the database; the compiler checked them where the event was emitted. */
type StoredTask = Task<Record<string, unknown>>;

/** Returns the tasks of an event by name; none for an event of another version of the product. */
export function tasksOf(event: string): Readonly<Record<string, StoredTask>> {
  const tasks: Readonly<Record<string, Task<never>>> = handlers[event as EventName];
  return Object.hasOwn(handlers, event) ? (tasks as Record<string, StoredTask>) : {};
}

/** Returns the handlers of an event; none for an event of another version of the product. */
export function handlersOf(event: string): EventHandler[] {
  return Object.entries(tasksOf(event)).map(([handler, { queue, together }]) => ({
    handler,
    queue,
    ...(together && { together }),
  }));
}

/** Returns a task by its name in a job; undefined if this version of the product has none of that name. */
export function findTask(event: string, handler: string): StoredTask | undefined {
  const tasks = tasksOf(event);
  return Object.hasOwn(tasks, handler) ? tasks[handler] : undefined;
}
