import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import type { Services } from '../../pipeline/context.ts';
import '../../http/request-context.ts';
import { clearSessionCookie, sessionCookieName, setSessionCookie } from '../sessions/api.ts';
import { loginAsCustomer, returnToOwn } from './operations.ts';
import { contextToReturn } from './returning.ts';
import { beginTogether } from './together/operations.ts';

/**
 * Converts refusals to the source API's single one for entering accounts (ERR-19). A customer of another provider and an unknown
 * one are answered alike.
 */
const asAuthorization = (error: unknown) =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'forbidden')
    ? new AppError('requiredAuthorization', { details: error.details })
    : error;

/**
 * Registers the routes for entering a customer's account and leaving it (API-33, D-14), and for beginning together (N-08): JSON in
 * and out.
 */
export function registerCustomerRoutes(app: FastifyInstance, { config }: Services): void {
  app.post('/api/auth/login-as-customer', async (request, reply) => {
    const moved = await loginAsCustomer.call(request.wattle, request.body).catch((error: unknown) => {
      throw asAuthorization(error);
    });
    const { session, user, acting } = moved;
    if (session) setSessionCookie(reply, config, session);
    return { ok: true, user, acting };
  });

  app.post('/api/auth/begin-together', async (request, reply) => {
    const begun = await beginTogether.call(request.wattle, request.body).catch((error: unknown) => {
      throw asAuthorization(error);
    });
    setSessionCookie(reply, config, begun.session);
    return { ok: true, user: begun.user };
  });

  app.post('/api/auth/return-to-own', async (request, reply) => {
    const token = request.cookies[sessionCookieName(config)] ?? '';
    try {
      const { session, user, acting } = await returnToOwn.call(
        await contextToReturn(request.wattle, token),
        {},
      );
      if (session) setSessionCookie(reply, config, session);
      return { ok: true, user, acting };
    } catch (error) {
      // There is no way back: the browser's cookie is no longer valid.
      if (error instanceof AppError && error.code === 'unauthenticated') clearSessionCookie(reply, config);
      throw error;
    }
  });
}
