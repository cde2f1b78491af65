import type { FastifyInstance } from 'fastify';
import type { Services } from '../../pipeline/context.ts';
import '../../http/request-context.ts';
import { clearSessionCookie } from '../sessions/api.ts';
import { signedInAnswer } from './api.ts';
import { signOut } from './operations.ts';
import { initiateForgotPassword, resendVerification, resetPassword } from './password/recovery-operations.ts';
import { signUpCookieName } from './verifying/sign-up-browser.ts';
import { disownSignUp, verifyEmail } from './verifying/verify-operations.ts';
import { verifySecondStep } from './second-step-operation.ts';

/**
 * Registers the JSON routes for the second step of sign-in, signing out and password recovery. `http.ts` turns refusals into
 * responses.
 */
export function registerSignInRoutes(app: FastifyInstance, { config }: Services): void {
  app.post('/api/auth/cognito_2fa', async (request, reply) =>
    signedInAnswer(reply, config, await verifySecondStep.call(request.wattle, request.body)),
  );

  app.post('/api/auth/sign-out', async (request, reply) => {
    // Without a session there is nothing to end or to record.
    if (request.wattle.meta.sessionId) await signOut.call(request.wattle, {});
    clearSessionCookie(reply, config);
    return { ok: true };
  });

  app.post('/api/auth/verify-email', async (request, reply) => {
    const browser = request.cookies[signUpCookieName(config)] ?? '';
    const body = typeof request.body === 'object' ? request.body : {};
    const answer = await verifyEmail.call(request.wattle, { ...body, browser });
    if (answer === true) return { ok: true };
    if ('asks' in answer) return { ok: true, ...answer };
    return { ...signedInAnswer(reply, config, answer), ...(answer.withFile && { with_file: true }) };
  });

  app.post('/api/auth/disown-sign-up', async (request) => ({
    ok: await disownSignUp.call(request.wattle, request.body),
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
}
