import type { Context } from '../pipeline/context.ts';
import type { Span } from '../ports/traces/port.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor and the request's facts. Set before any handler runs. */
    wattle: Context;
    /** Why this request is answered with `unavailable`, for the outage log. */
    unavailable: string | null;
    /** Absent where no traces are collected. */
    span?: Span | null;
  }
}
