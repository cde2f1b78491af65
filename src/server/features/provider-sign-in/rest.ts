import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { organisationProblems, type OrganisationProblem } from '../../../domain/providers/connection.ts';
import '../../http/request-context.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../pipeline/context.ts';
import { signedInAnswer } from '../sign-in/api.ts';
import {
  beginOrganisationSignIn,
  endOrganisationSignIn,
  sendOrganisationLink,
} from './sign-in-operations.ts';

const path = '/api/auth/organisation';

/** Lifetime of the cookie that marks a browser, in seconds. */
const life = 10 * 60;

const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.startsWith('https:');

const cookieName = (config: Pick<Config, 'publicUrl'>) =>
  isSecure(config) ? '__Secure-wattle-organisation' : 'wattle-organisation';

/** Returns the problem of a refused sign-in for the sign-in page. Other errors are for the last error handler. */
function problemIn(error: unknown): OrganisationProblem {
  if (!(error instanceof AppError)) throw error;
  const named = error.fields[0]?.message ?? '';
  const problem = organisationProblems.find((each) => named === `error.organisation.${each}`);
  return problem ?? (error.code === 'rate-limited' ? 'unavailable' : 'unknown');
}

/**
 * Registers the routes by which staff sign in at their organisation. Browsers open two of them as pages: those answer with a
 * redirect, also when the sign-in is refused.
 */
export function registerOrganisationRoutes(app: FastifyInstance, { config }: Services): void {
  const name = cookieName(config);
  const browserIn = (request: FastifyRequest) => request.cookies[name] ?? '';
  const mark = (reply: FastifyReply, browser: string) =>
    reply.setCookie(name, browser, {
      ...{ path, httpOnly: true, sameSite: 'lax', secure: isSecure(config) },
      maxAge: life,
    });
  const toSignIn = (reply: FastifyReply, error: unknown) =>
    reply.redirect(`/login?organisation=${problemIn(error)}`, 303);

  app.get<{ Params: { provider: string } }>(`${path}/:provider`, async (request, reply) => {
    const input = { provider_id: request.params.provider, token: '', browser: browserIn(request) };
    try {
      const { url, browser } = await beginOrganisationSignIn.call(request.wattle, input);
      return await mark(reply, browser).redirect(url, 303);
    } catch (error) {
      return toSignIn(reply, error);
    }
  });

  app.get<{ Params: { provider: string } }>(`${path}/:provider/callback`, async (request, reply) => {
    const answer = request.url.split('?')[1] ?? '';
    const input = { provider_id: request.params.provider, answer, browser: browserIn(request) };
    try {
      signedInAnswer(reply, config, await endOrganisationSignIn.call(request.wattle, input));
      return await reply.redirect('/dashboard', 303);
    } catch (error) {
      return toSignIn(reply, error);
    }
  });

  app.post('/api/auth/join-organisation', async (request, reply) => {
    const body = typeof request.body === 'object' ? request.body : {};
    const input = { ...body, provider_id: null, browser: browserIn(request) };
    const { url, browser } = await beginOrganisationSignIn.call(request.wattle, input);
    mark(reply, browser);
    return { ok: true, url };
  });

  app.post('/api/auth/organisation-link', async (request) => ({
    ok: await sendOrganisationLink.call(request.wattle, request.body),
  }));
}
