import { place } from '../src/server/db/sealing/sealed-columns.ts';
import type { Services } from '../src/server/pipeline/context.ts';

/** Gives a provider a checked connection to an issuer, so that it and the providers below it may be external (D-50). */
export async function connectProvider(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  provider_id: string,
): Promise<void> {
  await db
    .insertInto('provider_connections')
    .values({
      ...{ provider_id, issuer: 'https://issuer.example', client_id: 'wattle' },
      client_secret_sealed: keyring.seal(
        place('provider_connections', 'client_secret_sealed', provider_id),
        'secret',
      ),
      checked_at: new Date(),
      last_error: null,
    })
    .execute();
}
