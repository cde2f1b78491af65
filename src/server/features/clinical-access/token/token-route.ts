import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fhirPath, tokenPath } from '../../../../domain/clinical/addresses.ts';
import { clinicalScopes } from '../../../../domain/clinical/scopes.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Context, Services } from '../../../pipeline/context.ts';
import { tokenSeconds } from '../bearer.ts';
import { audienceOf } from './assertion.ts';
import { issueClinicalToken } from './token-operation.ts';

/** Errors of a token response (RFC 6749, 5.2), and the one for a server or a caller with too many requests. */
type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A request that is not a token request, before anything of it is verified. */
class BadRequest extends Error {
  readonly error: OAuthError;

  constructor(error: OAuthError) {
    super(error);
    this.error = error;
  }
}

const refuse = (reply: FastifyReply, status: number, error: OAuthError): FastifyReply =>
  reply.code(status).send({ error });

/** Returns the assertion and scope of a form. @throws BadRequest for anything else than a request with an assertion */
function askedBy(form: unknown): { assertion: string; scope: string } {
  if (!(form instanceof URLSearchParams)) throw new BadRequest('invalid_request');
  const names = ['grant_type', 'client_assertion_type', 'client_assertion', 'scope'];
  if (names.some((name) => form.getAll(name).length > 1)) throw new BadRequest('invalid_request');
  const [grant, type, assertion, scope] = names.map((name) => form.get(name) ?? '');
  if (!grant) throw new BadRequest('invalid_request');
  if (grant !== 'client_credentials') throw new BadRequest('unsupported_grant_type');
  if (type !== assertionType || !assertion) throw new BadRequest('invalid_request');
  return { assertion, scope: scope ?? '' };
}

/** Answers any error as a token endpoint does. Other errors are for the last error handler. */
function sendRefusal(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof BadRequest) return refuse(reply, 400, error.error);
  if (!(error instanceof AppError)) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined && statusCode < 500) return refuse(reply, statusCode, 'invalid_request');
    throw error;
  }
  const { retryAfter } = error.details;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  if (error.code === 'unauthenticated') return refuse(reply, 400, 'invalid_client');
  if (error.code === 'invalid') return refuse(reply, 400, 'invalid_scope');
  return refuse(reply, error.code === 'rate-limited' ? 429 : 503, 'temporarily_unavailable');
}

const contextOf = (services: Services, request: FastifyRequest): Context => ({
  services,
  actor: { kind: 'visitor' },
  meta: { requestId: request.id, address: request.ip, userAgent: null, language: 'en', sessionId: null },
});

/** Configuration that a clinical system needs to sign in (SMART App Launch 2.2, Conformance). */
const smartConfiguration = (config: Services['config']) => ({
  token_endpoint: audienceOf(config),
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  scopes_supported: ['system/*.rs', ...clinicalScopes],
  // The guide requires the field with this value, also of servers without an authorisation page.
  code_challenge_methods_supported: ['S256'],
  capabilities: ['client-confidential-asymmetric', 'permission-v2'],
});

/** Registers the routes with which clinical systems sign in (SMART Backend Services). They have no session and no cookie. */
export function registerTokenRoutes(app: FastifyInstance, services: Services): void {
  app.get(`${fhirPath}/.well-known/smart-configuration`, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(smartConfiguration(services.config)),
  );
  void app.register(async (routes) => {
    routes.setErrorHandler((error, _, reply) => sendRefusal(error, reply));
    routes.addHook('onRequest', async (_, reply) => void reply.header('pragma', 'no-cache'));
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    routes.post(tokenPath, { bodyLimit: 20_000 }, async (request, reply) => {
      const { token, scope } = await issueClinicalToken.call(
        contextOf(services, request),
        askedBy(request.body),
      );
      return reply.send({ access_token: token, token_type: 'bearer', expires_in: tokenSeconds, scope });
    });
  });
}
