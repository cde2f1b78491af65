import type { FastifyInstance } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import { signedInAnswer } from '../features/sign-in/api.ts';
import { signIn } from '../features/sign-in/operations.ts';
import { signUp } from '../features/sign-up/operations.ts';
import { signUpAnswer } from '../features/sign-up/rest.ts';
import type { Services } from '../pipeline/context.ts';
import './request-context.ts';

const typeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;

/** Registers the single route of the source API for signing up and in with a password (API-02, API-34). */
export function registerEmailPasswordRoute(app: FastifyInstance, services: Services): void {
  const { config } = services;
  app.post('/api/auth/email-password', async (request, reply) => {
    const type = typeOf(request.body);
    if (type === 'signup')
      return signUpAnswer(reply, services, request.body, () => signUp.call(request.wattle, request.body));
    if (type === 'login') {
      const answer = await signIn.call(request.wattle, request.body);
      return 'asked' in answer ? { ok: true, ...answer.asked } : signedInAnswer(reply, config, answer);
    }
    throw new AppError('invalid', { fields: [{ field: 'type', message: 'error.general_error' }] });
  });
}
