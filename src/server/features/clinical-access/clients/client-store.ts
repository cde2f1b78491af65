import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { maxClients } from '../../../../domain/clinical/addresses.ts';
import { maxKeys } from '../../../../domain/clinical/public-keys.ts';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { keyError } from '../../../../domain/inputs/integrations/clinical-client.ts';
import { fullName } from '../../../../domain/names.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { findWebhooks, type ShownWebhook } from '../webhooks/webhook-store.ts';
import type { RegisteredKey } from './pasted-keys.ts';

/** A public key as the integrations page shows it. */
export type ShownKey = {
  id: string;
  kid: string;
  kind: 'RSA' | 'EC';
  added_at: Date;
  /** Name of the staff member; null if it is not known, or the account was deleted. */
  added_by: string | null;
  last_used_at: Date | null;
};

/** A clinical system as the integrations page shows it. `registered_by` is null if the account of the staff member was deleted. */
export type ShownClient = {
  id: string;
  name: string;
  created_at: Date;
  registered_by: string | null;
  keys: readonly ShownKey[];
  webhook: ShownWebhook | null;
};

/** Returns the open clinical systems of a provider with their keys, oldest first. */
export async function findClients(tx: Tx, providerId: string, now: Date): Promise<ShownClient[]> {
  const clients = await tx
    .selectFrom('clinical_clients as client')
    .leftJoin('users', 'users.id', 'client.created_by')
    .select(['client.id', 'client.name', 'client.created_at', 'users.first_name', 'users.last_name'])
    .where('client.provider_id', '=', providerId)
    .where('client.revoked_at', 'is', null)
    .orderBy('client.created_at')
    .orderBy('client.id')
    .execute();
  if (clients.length === 0) return [];
  const ids = clients.map(({ id }) => id);
  const webhooks = await findWebhooks(tx, ids, now);
  const keys = await tx
    .selectFrom('clinical_keys')
    .leftJoin('users', 'users.id', 'clinical_keys.added_by')
    .select(['clinical_keys.id', 'client_id', 'kid', 'added_at', 'last_used_at', 'first_name', 'last_name'])
    .select(sql<'RSA' | 'EC'>`public_jwk->>'kty'`.as('kind'))
    .where('client_id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('kid')
    .execute();
  return clients.map(({ first_name, last_name, ...client }) => ({
    ...client,
    registered_by: fullName({ first_name, last_name }) || null,
    keys: keys
      .filter(({ client_id }) => client_id === client.id)
      .map(({ client_id: _, first_name: first, last_name: last, ...key }) => ({
        ...key,
        added_by: fullName({ first_name: first, last_name: last }) || null,
      })),
    webhook: webhooks.get(client.id) ?? null,
  }));
}

/** Returns one open clinical system. */
export async function findClient(
  tx: Tx,
  providerId: string,
  id: string,
  now: Date,
): Promise<ShownClient | null> {
  return (await findClients(tx, providerId, now)).find((client) => client.id === id) ?? null;
}

type NewClient = { providerId: string; name: string; createdBy: string; now: Date };

/**
 * Adds a clinical system. The subject has locked the provider, so that two new ones are counted one after the other.
 * @throws AppError `invalid` at `name` when there are too many
 */
export async function insertClient(tx: Tx, { providerId, name, createdBy, now }: NewClient): Promise<string> {
  const { count } = await tx
    .selectFrom('clinical_clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('provider_id', '=', providerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= maxClients)
    refuseInvalid([{ field: 'name', message: 'clinical.tooMany', params: { max: maxClients } }]);
  const id = randomUUID();
  await tx
    .insertInto('clinical_clients')
    .values({ id, provider_id: providerId, name, created_by: createdBy, created_at: now })
    .execute();
  return id;
}

/** Adds keys to a clinical system. @throws AppError `invalid` at `keys` for too many keys, and for an id that is in use */
export async function insertKeys(
  tx: Tx,
  clientId: string,
  keys: readonly RegisteredKey[],
  { addedBy, now }: { addedBy: string; now: Date },
): Promise<void> {
  const present = await tx
    .selectFrom('clinical_keys')
    .select('kid')
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .execute();
  if (present.length + keys.length > maxKeys) refuseInvalid(keyError('tooMany'));
  if (present.some(({ kid }) => keys.some((key) => key.kid === kid))) refuseInvalid(keyError('twice'));
  await tx
    .insertInto('clinical_keys')
    .values(
      keys.map(({ kid, key }) => ({
        ...{ id: randomUUID(), client_id: clientId, kid, added_at: now, added_by: addedBy },
        public_jwk: JSON.stringify(key),
      })),
    )
    .execute();
}

/** Removes a key: it can no longer sign in, and its tokens end. False if it was removed before. */
export async function removeKey(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('clinical_keys')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes a clinical system: its keys can no longer sign in, and its tokens end. False if it was revoked before. */
export async function revokeClient(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('clinical_clients')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
