import type { Context, Services } from './context.ts';

/** Returns the context for a call by the product itself. */
export const ownContext = (services: Services): Context => ({
  services,
  actor: { kind: 'system' },
  meta: { requestId: 'job', address: '', userAgent: null, language: 'en', sessionId: null },
});
