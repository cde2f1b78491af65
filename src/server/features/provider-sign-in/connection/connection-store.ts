import { sql } from 'kysely';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import type { ConnectionProblem } from '../../../../domain/providers/connection.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Config } from '../../../config.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { Loading } from '../../../pipeline/work.ts';
import type { Client } from '../issuer.ts';

/** A provider's connection to the place where its staff sign in. Without its secret, which is never returned. */
export type Connection = {
  provider_id: string;
  issuer: string;
  client_id: string;
  checked_at: Date;
  last_error: ConnectionProblem | null;
  /** Different for each save. */
  version: number;
};

const shown = ['provider_id', 'issuer', 'client_id', 'checked_at', 'last_error', 'version'] as const;

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

/**
 * Refuses a change that is based on an older state. The refusal contains the saved values (D-18).
 * @throws AppError `conflict` with `details.version` and `details.saved`
 */
export function refuseStale(saved: Connection | null, version: number): void {
  if ((saved?.version ?? 0) === version) return;
  throw new AppError('conflict', {
    details: {
      version: saved?.version ?? 0,
      saved: { issuer: saved?.issuer ?? '', client_id: saved?.client_id ?? '' },
    },
  });
}

/** Returns the version for a save: no other save of a connection has it. */
export const nextVersion = sql<number>`nextval('provider_connection_versions')::int`;

/** Returns the condition that a connection is the nearest one for a provider, by the provider's path. */
const isNearest = (providerId: string) => sql<boolean>`(
  providers.path @> array[${providerId}::uuid] and not exists (
    select from provider_connections nearer where nearer.provider_id = any(providers.path)
      and array_position(providers.path, nearer.provider_id) > array_position(providers.path, ${providerId}::uuid)))`;

/**
 * Returns the condition that staff are at a provider with a nearer connection, or with one of another organisation. People who joined a
 * connection get there by a move, or when their provider gets a connection of its own.
 */
export const hasOtherConnection = (providerId: string) => sql<boolean>`exists (
  select from providers join provider_connections other on other.provider_id = any(providers.path)
  where providers.id = users.provider_id and other.provider_id <> ${providerId} and coalesce(
    array_position(providers.path, other.provider_id) > array_position(providers.path, ${providerId}::uuid), true))`;

/** Returns the name of a provider of the external kind whose staff sign in by a connection; null if there is none. */
export async function findExternalProvider(tx: Tx, providerId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('providers')
    .select('name')
    .where(isNearest(providerId))
    .where('type', '=', 'external_provider')
    .where('archived', '=', false)
    .orderBy('search')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Loads the ids of the staff who sign in by a connection, locked: those of its providers, and everyone who is joined to it. */
export async function findStaffOf(tx: Tx, providerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where((where) =>
      where.or([
        where(
          'id',
          'in',
          tx.selectFrom('organisation_identities').select('user_id').where('provider_id', '=', providerId),
        ),
        where.and([
          where('login_provider', '=', 'external'),
          where('provider_id', 'in', tx.selectFrom('providers').select('id').where(isNearest(providerId))),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the people who are joined to a connection. */
export async function countJoined(tx: Tx, providerId: string): Promise<number> {
  const { joined } = await tx
    .selectFrom('organisation_identities')
    .select((select) => select.fn.countAll<number>().as('joined'))
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
  return joined;
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
