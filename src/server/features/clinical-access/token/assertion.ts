import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { tokenPath } from '../../../../domain/clinical/addresses.ts';
import { keyIdPattern, type PublicKey } from '../../../../domain/clinical/public-keys.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Services } from '../../../pipeline/context.ts';

/** Longest lifetime of an assertion, in seconds (SMART Backend Services). */
const maxLifetime = 300;

/** Accepted difference between the clock of a client and ours, in seconds. */
const clockTolerance = 30;

/** A verified assertion: who sent it, with which key, and what makes it usable only once. */
export type Assertion = {
  clientId: string;
  providerId: string;
  keyId: string;
  jti: string;
  expiresAt: Date;
};

/** The address that an assertion must name as its audience. */
export const audienceOf = ({ publicUrl }: Pick<Services['config'], 'publicUrl'>): string =>
  `${publicUrl}${tokenPath}`;

const algorithmOf = ({ kty }: PublicKey) => (kty === 'RSA' ? 'RS384' : 'ES384');

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Returns what an assertion says about itself, unverified; null if it is not an assertion. */
function saidBy(assertion: string): { clientId: string; kid: string; alg: string } | null {
  try {
    const { alg, kid, typ = 'JWT' } = decodeProtectedHeader(assertion);
    const { iss, sub } = decodeJwt(assertion);
    if (!isUuid(iss) || iss !== sub || typ.toUpperCase() !== 'JWT') return null;
    return typeof kid === 'string' && keyIdPattern.test(kid) && alg !== undefined
      ? { clientId: iss, kid, alg }
      : null;
  } catch {
    return null;
  }
}

/** Returns a registered key of a client that was not revoked. */
const findKey = ({ db }: Pick<Services, 'db'>, { clientId, kid }: { clientId: string; kid: string }) =>
  db
    .selectFrom('clinical_keys')
    .innerJoin('clinical_clients', 'clinical_clients.id', 'clinical_keys.client_id')
    .innerJoin('providers', 'providers.id', 'clinical_clients.provider_id')
    .select(['clinical_keys.id', 'public_jwk', 'provider_id'])
    .where('client_id', '=', clientId)
    .where('kid', '=', kid)
    .where('removed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('providers.archived', '=', false)
    .executeTakeFirst();

/** Verifies the signature and the claims. @throws any error when one of them is wrong */
async function verifiedClaims(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  assertion: string,
  { clientId, publicKey }: { clientId: string; publicKey: PublicKey },
): Promise<{ jti: string; exp: number }> {
  const algorithm = algorithmOf(publicKey);
  const now = clock();
  const { payload } = await jwtVerify(assertion, await importJWK(publicKey, algorithm), {
    algorithms: [algorithm],
    issuer: clientId,
    subject: clientId,
    audience: audienceOf(config),
    clockTolerance,
    currentDate: now,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'jti'],
  });
  const { jti, exp = 0, iat = 0 } = payload;
  const seconds = now.getTime() / 1_000;
  const isInTime = exp <= seconds + maxLifetime + clockTolerance && iat <= seconds + clockTolerance;
  if (!isInTime || typeof jti !== 'string' || jti.length === 0 || jti.length > 200)
    throw new Error('The claims of an assertion are wrong.');
  return { jti, exp };
}

/**
 * Verifies the assertion of a clinical system (RFC 7523): signed with RS384 or ES384 by a registered key of the client that it names
 * as `iss` and `sub`, for our token address, valid for at most five minutes. Nothing in the refusal says which part was wrong.
 * @throws AppError `unauthenticated`
 */
export async function verifyAssertion(
  services: Pick<Services, 'config' | 'clock' | 'db'>,
  assertion: string,
): Promise<Assertion> {
  const said = saidBy(assertion);
  const key = said && (await findKey(services, said));
  if (!said || !key || algorithmOf(key.public_jwk) !== said.alg) throw new AppError('unauthenticated');
  const { clientId } = said;
  const claims = await verifiedClaims(services, assertion, { clientId, publicKey: key.public_jwk }).catch(
    () => null,
  );
  if (!claims) throw new AppError('unauthenticated');
  const expiresAt = new Date((claims.exp + clockTolerance) * 1_000);
  return { clientId, providerId: key.provider_id, keyId: key.id, jti: claims.jti, expiresAt };
}
