import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../../../testing/start-app.ts';
import { clinicalScopes, type ClinicalScope } from '../../../domain/clinical/scopes.ts';
import { hashOf, newToken, tokenSeconds } from './bearer.ts';
import { insertClientRow } from './client-row.fixture.ts';

/** Inserts a clinical system of a provider, with a key and an access token that is valid now. */
export async function clinicalClient(
  { services }: Pick<TestApp, 'services'>,
  providerId: string,
  scopes: readonly ClinicalScope[] = clinicalScopes,
): Promise<{ clientId: string; keyId: string; token: string }> {
  const [id, token] = [randomUUID(), newToken()];
  await insertClientRow(services, { id, providerId });
  await services.db
    .insertInto('clinical_tokens')
    .values({
      ...{ token_hash: hashOf(token), client_id: id, key_id: id, scopes: scopes.join(' ') },
      expires_at: new Date(services.clock().getTime() + tokenSeconds * 1_000),
    })
    .execute();
  return { clientId: id, keyId: id, token };
}
