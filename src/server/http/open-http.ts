import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { databaseProbe } from '../db/connection/probe.ts';
import type { Services } from '../pipeline/context.ts';
import type { Metrics } from '../process/metrics.ts';
import type { ServerState } from '../process/server-state.ts';
import { createHealth, type Health } from './health.ts';
import { createHttp } from './http.ts';
import { createOutageLog } from './logging/outage-log.ts';

/** Functions that `openHttp` sets. Parts that start before the HTTP server keep this object, and call them later. */
export type HttpLater = {
  write: (details: object, message: string, level: 'info' | 'warn' | 'error') => void;
} & Pick<ServerState, 'readiness'>;

type Options = { logger?: boolean; requestsPerMinute?: number };

/** Creates the server with its routes and its health, and sets the functions of `later`. */
export async function openHttp(
  services: Services,
  { logger = false, requestsPerMinute = 600 }: Options,
  probed: pg.Pool,
  { metrics, later }: { metrics: Metrics; later: HttpLater },
): Promise<{ app: FastifyInstance; health: Health }> {
  const outages = createOutageLog((details, message, level) => later.write(details, message, level));
  const health = createHealth(databaseProbe(probed), outages, services.replica?.facts);
  later.readiness = health.readiness;
  metrics.watchReadiness(async () => (await health.readiness()).ok);
  const app = await createHttp(services, { logger, health, outages, metrics, requestsPerMinute });
  later.write = (details, message, level) => app.log[level](details, message);
  return { app, health };
}
