import { sql } from 'kysely';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { refuseInvalid } from '../../../domain/errors.ts';
import type { ConnectionProblem } from '../../../domain/providers/connection.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Config } from '../../config.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { Loading } from '../../pipeline/work.ts';
import type { Client } from './issuer.ts';

/** A provider's connection to the place where its staff sign in. Without its secret, which is never returned. */
export type Connection = {
  provider_id: string;
  issuer: string;
  client_id: string;
  checked_at: Date;
  last_error: ConnectionProblem | null;
};

const shown = ['provider_id', 'issuer', 'client_id', 'checked_at', 'last_error'] as const;

export const secretPlace = (providerId: string) =>
  place('provider_connections', 'client_secret_sealed', providerId);

/** Loads a provider as the subject of its connection; null for an unknown or archived one. */
export async function findProvider(
  { id }: { id: string },
  { tx, lock }: Loading,
): Promise<Subjects['provider'] | null> {
  const query = tx
    .selectFrom('providers')
    .select(['id', 'path'])
    .where('id', '=', id)
    .where('archived', '=', false);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path } : null;
}

export async function findConnection(tx: Tx, providerId: string): Promise<Connection | null> {
  const row = await tx
    .selectFrom('provider_connections')
    .select(shown)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the connection that is valid for a provider: its own, or that of the nearest one above it. */
export async function findConnectionAbove(tx: Tx, path: readonly string[]): Promise<Connection | null> {
  if (path.length === 0) return null;
  const row = await tx
    .selectFrom('provider_connections')
    .select(shown)
    .where('provider_id', 'in', path)
    .orderBy(sql`array_position(${[...path]}::uuid[], provider_id)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the client of a connection, with its secret, for requests to the issuer. Null without a connection. */
export async function findClient(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  providerId: string,
): Promise<Client | null> {
  const row = await db
    .selectFrom('provider_connections')
    .select(['issuer', 'client_id', 'client_secret_sealed'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (!row) return null;
  const { issuer, client_id, client_secret_sealed } = row;
  return { issuer, client_id, secret: keyring.open(secretPlace(providerId), client_secret_sealed) };
}

/**
 * Refuses the external kind, and new staff of that kind, while there is no connection that passed its last check: they could never
 * sign in (D-50).
 * @throws AppError `invalid` at the field
 */
export async function refuseUnconnected(
  tx: Tx,
  path: readonly string[],
  field: 'type' | 'providerType' | 'provider_id',
): Promise<void> {
  const connection = await findConnectionAbove(tx, path);
  if (!connection || connection.last_error !== null)
    refuseInvalid([{ field, message: 'error.connection.required' }]);
}

const root = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/api/auth/organisation`;

/** Returns the address at which the staff of a connection's provider begin to sign in. */
export const beginAddress = (config: Pick<Config, 'publicUrl'>, providerId: string) =>
  `${root(config)}/${providerId}`;

/** Returns the address to which the issuer returns people. One for each connection, so that no issuer can answer for another. */
export const callbackAddress = (config: Pick<Config, 'publicUrl'>, providerId: string) =>
  `${root(config)}/${providerId}/callback`;
