import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import '../../http/request-context.ts';

export const sessionPath = '/api/auth/session';

/**
 * Registers the route that returns only whether the session of a page is alive. The remaining time is still in the header of
 * every answer; without `wattle-unattended` the request extends the session.
 */
export function registerSessionRoutes(app: FastifyInstance): void {
  app.get(sessionPath, async (request) => {
    if (request.wattle.actor.kind !== 'person') throw new AppError('unauthenticated');
    return { ok: true };
  });
}
