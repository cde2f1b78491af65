import type { Configuration } from 'openid-client';
import { signingAlgorithms, type ConnectionProblem } from '../../../domain/providers/connection.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import type { Services } from '../../pipeline/context.ts';
import { OutgoingError, type OutgoingFetch } from '../../ports/outgoing/port.ts';

// The library is loaded when the first organisation signs in: most installations have none.
const library = () => import('openid-client');

/** A client of Wattle at an issuer. */
export type Client = { issuer: string; client_id: string; secret: string };

/** An issuer that cannot be used, or whose answer is not valid. Its message contains nothing of the answer. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, options?: ErrorOptions) {
    super(`The issuer cannot be used (${problem}).`, options);
    this.problem = problem;
  }
}

type Reached = { config: Configuration; failed: () => OutgoingError | undefined };

const isWithin = (problem: OutgoingError['problem']): ConnectionProblem =>
  problem === 'address' || problem === 'private' ? 'address' : 'unreachable';

/** Converts an error of the library. An outgoing request that failed explains every error after it. */
function issuerError(error: unknown, failed: OutgoingError | undefined): IssuerError {
  if (error instanceof IssuerError) return error;
  return new IssuerError(failed ? isWithin(failed.problem) : 'issuer', { cause: error });
}

/** Returns a fetch for the library that records the last failure, because the library wraps it in its own errors. */
function remembering(outgoing: OutgoingFetch) {
  let failed: OutgoingError | undefined;
  return {
    failed: () => failed,
    async fetch(url: string, { method, headers, body, signal }: Parameters<OutgoingFetch>[1] & object) {
      try {
        return await outgoing(url, { method, headers, body, signal });
      } catch (error) {
        if (error instanceof OutgoingError) failed = error;
        throw error;
      }
    },
  };
}

const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Reads the metadata of an issuer. Nothing is cached, so that a rotated key or a changed address applies at once.
 * @throws IssuerError
 */
async function reach({ outgoing }: Pick<Services, 'outgoing'>, client: Client): Promise<Reached> {
  assertOutsideTransaction('A request to an issuer');
  const openid = await library();
  const { fetch, failed } = remembering(outgoing);
  // Whether plain http is allowed is decided by `outgoing`.
  const isPlain = client.issuer.startsWith('http:');
  const insecure = isPlain ? [openid.allowInsecureRequests] : [];
  const customFetch = fetch as NonNullable<Configuration[typeof openid.customFetch]>;
  try {
    const found = await openid.discovery(new URL(client.issuer), client.client_id, {}, openid.None(), {
      execute: insecure,
      [openid.customFetch]: customFetch,
    });
    const metadata = found.serverMetadata();
    for (const name of endpoints) {
      const { protocol } = new URL(metadata[name] ?? '');
      if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) throw new IssuerError('issuer');
    }
    const methods = metadata.token_endpoint_auth_methods_supported;
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    const authentication = (isBasic ? openid.ClientSecretBasic : openid.ClientSecretPost)(client.secret);
    const config = new openid.Configuration(metadata, client.client_id, {}, authentication);
    config[openid.customFetch] = customFetch;
    for (const allow of insecure) allow(config);
    // Without it, the signature of an ID token from the token endpoint would not be checked.
    openid.enableNonRepudiationChecks(config);
    return { config, failed };
  } catch (error) {
    throw issuerError(error, failed());
  }
}

/**
 * Checks that staff could sign in at an issuer: its metadata names it, it supports PKCE with S256 and an accepted signing algorithm,
 * its keys can be read, and it accepts the client's secret.
 * @throws IssuerError
 */
export async function checkIssuer(
  services: Pick<Services, 'outgoing'>,
  client: Client,
  redirectUri: string,
): Promise<void> {
  const openid = await library();
  const { config, failed } = await reach(services, client);
  const metadata = config.serverMetadata();
  if (!metadata.supportsPKCE('S256')) throw new IssuerError('pkce');
  const offered: readonly string[] = metadata.id_token_signing_alg_values_supported ?? [];
  if (!signingAlgorithms.some((known) => offered.includes(known))) throw new IssuerError('algorithm');
  try {
    const keys = (await (await services.outgoing(metadata.jwks_uri ?? '')).json()) as { keys?: unknown };
    if (!Array.isArray(keys.keys) || keys.keys.length === 0) throw new IssuerError('issuer');
  } catch (error) {
    throw issuerError(error, error instanceof OutgoingError ? error : undefined);
  }
  // A code that does not exist is refused after the client was recognised, so the kind of refusal shows whether the secret is right.
  await openid
    .genericGrantRequest(config, 'authorization_code', {
      code: 'check-of-the-connection',
      redirect_uri: redirectUri,
      code_verifier: openid.randomPKCECodeVerifier(),
    })
    .catch((error: unknown) => {
      if (failed()) throw issuerError(error, failed());
      if (isOfClient(error, openid)) throw new IssuerError('credentials', { cause: error });
    });
}

type Library = Awaited<ReturnType<typeof library>>;

/** Whether an error of the token endpoint is about the client, not about the person. */
function isOfClient(error: unknown, { ResponseBodyError, WWWAuthenticateChallengeError }: Library): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return true;
  return (
    error instanceof ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error)
  );
}

/** The secrets of one sign-in: PKCE verifier, nonce, state. */
export type Secret = { verifier: string; nonce: string; state: string };

/** Returns the address at the issuer where a person signs in. @throws IssuerError */
export async function signInAddress(
  services: Pick<Services, 'outgoing'>,
  client: Client,
  { verifier, nonce, state, redirectUri }: Secret & { redirectUri: string },
): Promise<string> {
  const openid = await library();
  const { config } = await reach(services, client);
  const scopes = config.serverMetadata().scopes_supported ?? [];
  return openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    // Refresh tokens are used to detect that a person was removed there.
    scope: scopes.includes('offline_access') ? 'openid offline_access' : 'openid',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ nonce, state },
  }).href;
}

/**
 * Exchanges the code of a callback for the subject. The ID token must be signed by the issuer for this client, now, with the nonce.
 * @throws IssuerError
 */
export async function subjectOf(
  services: Pick<Services, 'outgoing'>,
  client: Client,
  { callback, verifier, nonce, state }: Secret & { callback: string },
): Promise<{ subject: string; refreshToken: string | null }> {
  const openid = await library();
  const { config, failed } = await reach(services, client);
  try {
    const tokens = await openid.authorizationCodeGrant(config, new URL(callback), {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const subject = tokens.claims()?.sub;
    if (!subject) throw new IssuerError('issuer');
    return { subject, refreshToken: tokens.refresh_token ?? null };
  } catch (error) {
    throw issuerError(error, failed());
  }
}

/** Whether the issuer still knows a person; `unknown` if it gave no answer that decides. */
export type Confirmation = { is: 'known'; refreshToken: string } | { is: 'gone' } | { is: 'unknown' };

/** Asks the issuer whether it still knows a person, with the refresh token of their sign-in. Never throws. */
export async function confirmSubject(
  services: Pick<Services, 'outgoing'>,
  client: Client,
  { subject, refreshToken }: { subject: string; refreshToken: string },
): Promise<Confirmation> {
  const openid = await library();
  try {
    const { config } = await reach(services, client);
    const tokens = await openid.refreshTokenGrant(config, refreshToken);
    const claims = tokens.claims();
    if (claims && claims.sub !== subject) return { is: 'gone' };
    return { is: 'known', refreshToken: tokens.refresh_token ?? refreshToken };
  } catch (error) {
    const isRefused = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant';
    return { is: isRefused ? 'gone' : 'unknown' };
  }
}
