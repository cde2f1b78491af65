import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import '../../http/request-context.ts';

export const sessionPath = '/api/auth/session';

/**
 * Whether the session of a page lives, and nothing else. How long it lives still stands in the
 * header of every answer; asked without `wattle-unattended` it lives on by that.
 */
export function registerSessionRoutes(app: FastifyInstance): void {
  app.get(sessionPath, async (request) => {
    if (request.wattle.actor.kind !== 'person') throw new AppError('unauthenticated');
    return { ok: true };
  });
}
