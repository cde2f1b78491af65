import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/access/actors.ts';
import { parseScopes } from '../../../domain/clinical/scopes.ts';
import { ClinicalRefusal } from '../../../domain/fhir/outcome.ts';
import type { Services } from '../../pipeline/context.ts';

/** A clinical system with a valid access token. */
export type ClinicalSystem = Extract<Actor, { kind: 'clinicalSystem' }>;

/** Lifetime of an access token, in seconds. SMART Backend Services allows at most five minutes. */
export const tokenSeconds = 300;

/** Returns a new access token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The form in which a token or the id of an assertion is stored. */
export const hashOf = (value: string): Buffer => createHash('sha256').update(value, 'utf8').digest();

const refuse = (challenge: string, diagnostics: string) =>
  new ClinicalRefusal(401, 'login', diagnostics, { 'www-authenticate': challenge });

/**
 * Returns the clinical system of a request's access token, with one query.
 * @throws ClinicalRefusal 401 when the token is missing, unknown or expired, when its key was removed or its client revoked, and when
 *   the provider is archived
 */
export async function clinicalSystemOf(
  request: Pick<FastifyRequest, 'headers'>,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<ClinicalSystem> {
  const { authorization } = request.headers;
  if (authorization === undefined) throw refuse('Bearer', 'An access token is required.');
  const [, token] = /^Bearer +([\w-]{43})$/i.exec(authorization) ?? [];
  const row =
    token === undefined
      ? undefined
      : await db
          .selectFrom('clinical_tokens')
          .innerJoin('clinical_clients', 'clinical_clients.id', 'clinical_tokens.client_id')
          .innerJoin('clinical_keys', 'clinical_keys.id', 'clinical_tokens.key_id')
          .innerJoin('providers', 'providers.id', 'clinical_clients.provider_id')
          .select(['clinical_clients.id', 'provider_id', 'scopes'])
          .where('token_hash', '=', hashOf(token))
          .where('expires_at', '>', clock())
          .where('revoked_at', 'is', null)
          .where('removed_at', 'is', null)
          .where('providers.archived', '=', false)
          .executeTakeFirst();
  if (!row)
    throw refuse('Bearer error="invalid_token"', 'The access token is unknown, expired or no longer valid.');
  const scopes = parseScopes(row.scopes) ?? [];
  return { kind: 'clinicalSystem', clientId: row.id, providerId: row.provider_id, scopes };
}
