import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { TestApp } from '../../../../testing/start-app.ts';
import { clinicalScopes, type ClinicalScope } from '../../../domain/clinical/scopes.ts';
import { hashOf, newToken, tokenSeconds } from './bearer.ts';

/** Inserts a clinical system of a provider, with a key and an access token that is valid now. */
export async function clinicalClient(
  { services: { db, clock } }: Pick<TestApp, 'services'>,
  providerId: string,
  scopes: readonly ClinicalScope[] = clinicalScopes,
): Promise<{ clientId: string; keyId: string; token: string }> {
  const [clientId, keyId, token, now] = [randomUUID(), randomUUID(), newToken(), clock()];
  const { publicKey } = await generateKeyPair('ES384', { extractable: true });
  const { crv, x, y } = await exportJWK(publicKey);
  await db
    .insertInto('clinical_clients')
    .values({
      id: clientId,
      provider_id: providerId,
      name: 'Ward software',
      created_by: null,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('clinical_keys')
    .values({
      ...{ id: keyId, client_id: clientId, kid: keyId, added_at: now },
      public_jwk: JSON.stringify({ kty: 'EC', crv, x, y }),
    })
    .execute();
  await db
    .insertInto('clinical_tokens')
    .values({
      ...{ token_hash: hashOf(token), client_id: clientId, key_id: keyId, scopes: [...scopes] },
      expires_at: new Date(now.getTime() + tokenSeconds * 1_000),
    })
    .execute();
  return { clientId, keyId, token };
}
