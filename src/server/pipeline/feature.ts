import type { FastifyInstance } from 'fastify';
import type { EventName, Events } from '../../domain/events.ts';
import type { NightlyWork, Task } from '../jobs/task.ts';
import type { Services } from './context.ts';

/**
 * Everything that a feature adds to the product, described in its `feature.ts`. That file also imports the feature's GraphQL
 * modules, which add their fields to the schema when they are loaded.
 */
export type Feature = {
  /** The name of its folder. */
  name: string;
  /** Modules whose exported operations belong to the product. */
  operations: readonly Readonly<Record<string, unknown>>[];
  /** Registers routes for which the session is read before the handler runs, as `request.wattle`. */
  routes?: (app: FastifyInstance, services: Services) => void;
  /** Registers routes without a session. */
  publicRoutes?: (app: FastifyInstance, services: Services) => void;
  /**
   * The feature's tasks of events. Each task is a separate job: a failing one neither blocks nor repeats the others. Jobs are
   * stored under the names of their event and task, so renaming one loses queued jobs.
   */
  handlers?: { readonly [Name in EventName]?: Readonly<Record<string, Task<Events[Name]>>> };
  /** Work that runs once a day. Parts of one task in several features have the same name, and run in the order of the features. */
  nightly?: readonly NightlyWork[];
};
