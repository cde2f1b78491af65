import type { FastifyInstance } from 'fastify';
import type { Services } from '../../pipeline/context.ts';
import '../../http/request-context.ts';
import { signedInAnswer } from '../sign-in/api.ts';
import { readSignupTokenEmail, signUpWithNames } from './operations.ts';

/** Signing up from the modal, and the address of an invitation. The page's own route is in `http/email-password.ts`. */
export function registerSignUpRoutes(app: FastifyInstance, { config }: Services): void {
  app.post('/api/auth/email-password-file', async (request, reply) =>
    signedInAnswer(reply, config, await signUpWithNames.call(request.wattle, request.body)),
  );

  app.post('/api/auth/signup-token', async (request) => ({
    ok: true,
    ...(await readSignupTokenEmail.call(request.wattle, request.body)),
  }));
}
