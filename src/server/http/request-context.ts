import type { Context } from '../pipeline/context.ts';
import type { Span } from '../ports/traces/port.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, and with what. Set before any handler runs. */
    wattle: Context;
    /** Why this request is answered with `unavailable`, for the log of outages. */
    unavailable: string | null;
    /** Absent where no traces are collected. */
    span?: Span | null;
  }
}
