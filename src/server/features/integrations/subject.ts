import * as z from 'zod/mini';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { isPlatformRole } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Tries } from '../../pipeline/limits/limit.ts';
import { callerId } from '../../pipeline/subjects.ts';
import type { Asked, Loading } from '../../pipeline/work.ts';

/** The provider of a call; absent for the caller's own. */
export const providerId = z.optional(z.nullable(z.string().check(z.uuid())));

/** A provider with the id of its connection; null without one. */
export type IntegrationSubject = Subjects['provider'] & { integrationId: string | null };

/**
 * Loads the provider of a call with its connection, which a write locks; null if there is no such provider. Archived providers
 * can be read and disconnected.
 * @throws AppError `invalid` at `provider_id` when staff of the platform name none
 */
export async function findIntegrationSubject(
  named: string | null | undefined,
  { actor, tx, lock }: Pick<Loading, 'actor' | 'tx' | 'lock'>,
): Promise<IntegrationSubject | null> {
  const own = actor.kind === 'person' ? actor.providerId : null;
  const id = named ?? own;
  if (id === null && actor.kind === 'person' && isPlatformRole(actor.role))
    throw new AppError('invalid', { fields: [{ field: 'provider_id', message: 'error.customer.provider' }] });
  if (id === null) return null;
  const query = tx.selectFrom('providers').select(['id', 'path']).where('id', '=', id);
  const row = await (lock ? query.forShare() : query).executeTakeFirst();
  if (!row) return null;
  const connection = tx.selectFrom('provider_integrations').select('id').where('provider_id', '=', row.id);
  const found = await (lock ? connection.forUpdate() : connection).executeTakeFirst();
  return {
    kind: 'provider',
    providerId: row.id,
    providerPath: row.path,
    integrationId: found?.id ?? null,
  };
}

type Named = { provider_id?: string | null | undefined };

const subject = (input: Named, loading: Loading) => findIntegrationSubject(input.provider_id, loading);

/** Access of the operations that read the connection of a provider, its residents or its syncs. */
export const readAccess = { action: 'integration.read', subject } as const;

/** Access of the operations that change them. */
export const changeAccess = { action: 'integration.change', subject } as const;

/** Limit on the operations that call the system. */
export const callLimit = async ({ actor }: Pick<Asked<unknown, unknown>, 'actor'>): Promise<Tries> => [
  { counted: ['integration:account', callerId(actor)], counts: 'always' },
];

/** Returns the id of the connection. @throws AppError `invalid` at `provider_id` when the provider has none */
export function connected({ integrationId }: IntegrationSubject): string {
  if (integrationId !== null) return integrationId;
  throw new AppError('invalid', {
    fields: [{ field: 'provider_id', message: 'error.integration.notConnected' }],
  });
}
