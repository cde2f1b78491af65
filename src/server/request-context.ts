import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, and with what. Set before any handler runs. */
    wattle: Context;
  }
}
