import type { Context } from '../pipeline/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor and the request's facts. Set before any handler runs. */
    wattle: Context;
    /** Why this request is answered with `unavailable`, for the outage log. */
    unavailable: string | null;
  }
}
