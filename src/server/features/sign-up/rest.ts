import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import type { Services } from '../../pipeline/context.ts';
import '../../http/request-context.ts';
import { markSignUpBrowser, signedInAnswer, type SignedIn } from '../sign-in/api.ts';
import { readSignUp } from './with-file/guest-upload.ts';
import { readSignupTokenEmail, signUpWithNames } from './operations.ts';

/**
 * Returns the response to a sign-up. If the address must be checked first, marks the browser as the one that signed up.
 * @throws AppError of the sign-up
 */
export async function signUpAnswer(
  reply: FastifyReply,
  services: Services,
  body: unknown,
  signUp: () => Promise<SignedIn>,
) {
  try {
    return signedInAnswer(reply, services.config, await signUp());
  } catch (error) {
    if (error instanceof AppError && error.code === 'verification-required')
      markSignUpBrowser(reply, services, normaliseEmail(String((body as { email: unknown }).email)));
    throw error;
  }
}

/**
 * Registers the routes for signing up from the modal, and for the address of an invitation. The page's own route is in
 * `http/email-password.ts`.
 */
export function registerSignUpRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (withFile) => {
    // Leaves the bytes in the stream: a file is sealed and stored as it arrives, and only this route accepts such large bodies.
    withFile.addContentTypeParser('application/json', (_, body, done) => done(null, body));
    withFile.post('/api/auth/email-password-file', async (request, reply) => {
      const length = Number(request.headers['content-length']);
      const { fields, file } = await readSignUp(
        request.wattle,
        (request.body ?? []) as AsyncIterable<Uint8Array>,
        Number.isSafeInteger(length) ? length : undefined,
      );
      const sent = { ...fields, upload: file };
      return signUpAnswer(reply, services, sent, () => signUpWithNames.call(request.wattle, sent));
    });
  });

  app.post('/api/auth/signup-token', async (request) => ({
    ok: true,
    ...(await readSignupTokenEmail.call(request.wattle, request.body)),
  }));
}
