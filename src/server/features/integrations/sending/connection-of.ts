import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { CareConnection } from '../../../ports/residential-care/port.ts';

/** Loads how to reach the system of a connection; null if it was removed. */
export async function findConnection(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  integrationId: string,
): Promise<CareConnection | null> {
  const row = await db
    .selectFrom('provider_integrations')
    .select(['address', 'facility_code', 'user_name', 'secret_sealed'])
    .where('id', '=', integrationId)
    .executeTakeFirst();
  return row
    ? {
        address: row.address,
        facilityCode: row.facility_code,
        userName: row.user_name,
        secret: keyring.open(place('provider_integrations', 'secret_sealed', integrationId), row.secret_sealed),
      }
    : null;
}
