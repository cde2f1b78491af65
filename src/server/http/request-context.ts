import type { Context } from '../pipeline/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, and with what. Set before any handler runs. */
    wattle: Context;
    /** Why this request is answered with `unavailable`, for the log of outages. */
    unavailable: string | null;
  }
}
