import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import type { Services } from '../../pipeline/context.ts';
import '../../http/request-context.ts';
import type { Entered } from './enter.ts';
import {
  initiateForgotPassword,
  readSignupTokenEmail,
  resendVerification,
  resetPassword,
  signIn,
  signOut,
  verifyEmail,
} from './operations.ts';
import { sentText } from '../../pipeline/prepared.ts';
import { verifySecondStep } from './second-step-operation.ts';
import { clearSessionCookie, setSessionCookie } from '../sessions/session-cookie.ts';
import { signUp, signUpWithNames } from '../sign-up/operations.ts';

/** Signing up and in, and getting back in: JSON in and out. Refusals become answers in `http.ts`. */
export function registerAccountRoutes(app: FastifyInstance, { config }: Services): void {
  const letIn = (reply: FastifyReply, { session, user }: Entered) => {
    setSessionCookie(reply, config, session);
    return { ok: true, user };
  };

  // Programs read the wait in the header (RFC 9110, 10.2.3), the web in the body.
  app.addHook('onError', async (_, reply, error: unknown) => {
    const wait = error instanceof AppError ? error.details['retryAfter'] : undefined;
    if (typeof wait === 'number') reply.header('retry-after', wait);
  });

  app.post('/api/auth/email-password', async (request, reply) => {
    const type = sentText(request.body, 'type');
    if (type === 'signup') return letIn(reply, await signUp.call(request.wattle, request.body));
    if (type === 'login') {
      const answer = await signIn.call(request.wattle, request.body);
      return 'asked' in answer ? { ok: true, ...answer.asked } : letIn(reply, answer);
    }
    throw new AppError('invalid', { fields: [{ field: 'type', message: 'error.general_error' }] });
  });

  app.post('/api/auth/cognito_2fa', async (request, reply) =>
    letIn(reply, await verifySecondStep.call(request.wattle, request.body)),
  );

  app.post('/api/auth/email-password-file', async (request, reply) =>
    letIn(reply, await signUpWithNames.call(request.wattle, request.body)),
  );

  app.post('/api/auth/sign-out', async (request, reply) => {
    await signOut.call(request.wattle, request.body);
    clearSessionCookie(reply, config);
    return { ok: true };
  });

  app.post('/api/auth/verify-email', async (request) => ({
    ok: await verifyEmail.call(request.wattle, request.body),
  }));

  app.post('/api/auth/resend-verification', async (request) => ({
    ok: await resendVerification.call(request.wattle, request.body),
  }));

  app.post('/api/initiateForgotPassword', async (request) => ({
    ok: await initiateForgotPassword.call(request.wattle, request.body),
  }));

  app.post('/api/auth/reset-password', async (request) => ({
    ok: await resetPassword.call(request.wattle, request.body),
  }));

  app.post('/api/auth/signup-token', async (request) => ({
    ok: true,
    ...(await readSignupTokenEmail.call(request.wattle, request.body)),
  }));
}
