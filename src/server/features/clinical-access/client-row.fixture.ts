import type { Services } from '../../pipeline/context.ts';

/** A public key whose private key no longer exists. */
export const publicJwk = {
  kty: 'EC',
  crv: 'P-384',
  x: 'lTE1-i5BgwNd0WnuQw9IeTOMxGwiGK34r87HU6uG-Db8V1DWoxfpKkHUsEhQ5RzA',
  y: 'DRHQnmX4_m39sm7XnilEIL3U3bqf99WWPEm96YH5ZnE02oxRot6blCXn8aM_gLve',
} as const;

type Row = { id: string; providerId: string; name?: string; publicKey?: object };

/** Inserts a clinical system with one key, which has the same id, for a test that needs the rows. */
export async function insertClientRow(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, providerId, name = 'Ward software', publicKey = publicJwk }: Row,
): Promise<void> {
  const now = clock();
  await db
    .insertInto('clinical_clients')
    .values({ id, provider_id: providerId, name, created_by: null, created_at: now })
    .execute();
  await db
    .insertInto('clinical_keys')
    .values({ id, client_id: id, kid: id, public_jwk: JSON.stringify(publicKey), added_at: now })
    .execute();
}
