import { generateKeyPairSync, randomUUID, type JsonWebKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TestApp } from '../../../../testing/start-app.ts';
import { insertClientRow } from './client-row.fixture.ts';

/** A clinical system of a test, with the private key of its only registered key. */
export type TestSystem = { clientId: string; kid: string; privateKey: KeyObject; jwk: JsonWebKey };

/** Returns a new key pair; the public key as JSON Web Key. */
export function newKeyPair(kind: 'RSA' | 'EC' = 'EC'): { privateKey: KeyObject; jwk: JsonWebKey } {
  const { privateKey, publicKey } =
    kind === 'EC'
      ? generateKeyPairSync('ec', { namedCurve: 'P-384' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) };
}

/** Registers a clinical system of a provider. */
export async function newSystem(
  { services }: Pick<TestApp, 'services'>,
  providerId: string,
  kind: 'RSA' | 'EC' = 'EC',
): Promise<TestSystem> {
  const [id, pair] = [randomUUID(), newKeyPair(kind)];
  await insertClientRow(services, { id, providerId, publicKey: pair.jwk });
  return { clientId: id, kid: id, ...pair };
}

type Said = {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject | Uint8Array;
  /** Seconds from now to the expiry. */
  expiresIn?: number;
};

/** Signs an assertion of a clinical system, by default a right one. */
export function assertionOf(
  { url, services: { clock } }: Pick<TestApp, 'url' | 'services'>,
  { clientId, kid, privateKey, jwk }: TestSystem,
  { header = {}, claims = {}, key = privateKey, expiresIn = 240 }: Said = {},
): Promise<string> {
  const now = Math.floor(clock().getTime() / 1_000);
  const alg = jwk.kty === 'RSA' ? 'RS384' : 'ES384';
  return new SignJWT({
    ...{ iss: clientId, sub: clientId, aud: `${url}/api/clinical/token`, jti: randomUUID() },
    ...{ iat: now, exp: now + expiresIn },
    ...claims,
  })
    .setProtectedHeader({ alg, typ: 'JWT', kid, ...header })
    .sign(key);
}

/** The form of a token request, by default one for everything. */
export const tokenForm = (assertion: string, more: Record<string, string> = {}): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
  scope: 'system/*.rs',
  ...more,
});

/** Response of the token endpoint: a token, or an error. */
type TokenAnswer = Partial<Record<'access_token' | 'token_type' | 'scope' | 'error', string>> & {
  expires_in?: number;
};

/** Sends a form to the token address, as the software of others does: without a session and an origin. */
export async function askToken(
  url: string,
  form: Record<string, string>,
): Promise<{ status: number; headers: Headers; body: TokenAnswer }> {
  const response = await fetch(`${url}/api/clinical/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as TokenAnswer };
}
