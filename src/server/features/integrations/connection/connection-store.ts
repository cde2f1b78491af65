import { randomUUID } from 'node:crypto';
import { simulatedSystem } from '../../../../domain/integrations/simulated-system.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

/** State of a connection, without its secret. */
export type ConnectionState = 'connected' | 'notChecked' | 'failed';

/** A connection as callers see it: never with its secret. */
export type Connection = {
  address: string;
  facility_code: string;
  user_name: string;
  secret_saved_at: Date;
  state: ConnectionState;
  checked_at: Date | null;
  failed_at: Date | null;
  failure: 'credentials' | 'unreachable' | 'unexpected' | null;
  simulated: boolean;
  version: number;
};

const stateOf = (row: { checked_at: Date | null; failed_at: Date | null }): ConnectionState => {
  if (row.failed_at !== null) return 'failed';
  return row.checked_at === null ? 'notChecked' : 'connected';
};

/** Loads the connection of a provider; null if it has none. */
export async function findConnection(tx: Tx, providerId: string): Promise<Connection | null> {
  const row = await tx
    .selectFrom('provider_integrations')
    .select(['address', 'facility_code', 'user_name', 'secret_saved_at', 'checked_at', 'failed_at'])
    .select(['failure', 'version'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ? { ...row, state: stateOf(row), simulated: row.address === simulatedSystem.address } : null;
}

export type ConnectionWords = { address: string; facility_code: string; user_name: string; secret: string };

const sealSecret = ({ keyring }: Pick<Services, 'keyring'>, id: string, secret: string) =>
  keyring.seal(place('provider_integrations', 'secret_sealed', id), secret);

/** Adds a connection, which is not checked yet. False if the provider got one meanwhile. */
export async function insertConnection(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  providerId: string,
  { secret, ...words }: ConnectionWords,
  now: Date,
): Promise<boolean> {
  const id = randomUUID();
  const row = await tx
    .insertInto('provider_integrations')
    .values({
      ...{ id, provider_id: providerId, ...words, secret_sealed: sealSecret(services, id, secret) },
      ...{ secret_saved_at: now, created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a connection, which must be checked again. An empty secret keeps the present one. */
export async function updateConnection(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  id: string,
  { secret, ...words }: ConnectionWords,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('provider_integrations')
    .set((set) => ({
      ...words,
      ...(secret !== '' && { secret_sealed: sealSecret(services, id, secret), secret_saved_at: now }),
      ...{ checked_at: null, failed_at: null, failure: null },
      ...{ version: set('version', '+', 1), updated_at: now },
    }))
    .where('id', '=', id)
    .execute();
}

/** Removes a connection with its links and residents. */
export async function deleteConnection(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('provider_integrations').where('id', '=', id).execute();
}
