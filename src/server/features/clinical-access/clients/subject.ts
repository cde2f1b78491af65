import type { Subjects } from '../../../../domain/access/subjects.ts';
import { isPlatformRole } from '../../../../domain/access/actors.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Asked, Loading } from '../../../pipeline/work.ts';

type Provider = Subjects['provider'];

/** Loads a provider, which a write locks, so that its clinical systems change one after the other. */
async function findProvider(id: string, { tx, lock }: Loading): Promise<Provider | null> {
  const query = tx.selectFrom('providers').select(['id', 'path']).where('id', '=', id);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path } : null;
}

/**
 * Loads the provider of a call, or the caller's own.
 * @throws AppError `invalid` at `provider_id` when staff of the platform name none
 */
export async function namedProvider(
  { provider_id }: { provider_id?: string | null | undefined },
  loading: Loading,
): Promise<Provider | null> {
  const { actor } = loading;
  if (provider_id) return findProvider(provider_id, loading);
  if (actor.kind !== 'person') return null;
  if (isPlatformRole(actor.role))
    throw new AppError('invalid', { fields: [{ field: 'provider_id', message: 'error.customer.provider' }] });
  return actor.providerId === null ? null : findProvider(actor.providerId, loading);
}

/** Loads the provider of a clinical system. Finds revoked systems too. */
export async function providerOfClient(id: string, loading: Loading): Promise<Provider | null> {
  const row = await loading.tx
    .selectFrom('clinical_clients')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? findProvider(row.provider_id, loading) : null;
}

/** Loads the provider of a key. */
export async function providerOfKey(id: string, loading: Loading): Promise<Provider | null> {
  const row = await loading.tx
    .selectFrom('clinical_keys')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? providerOfClient(row.client_id, loading) : null;
}

/** Limits how often a member of staff changes clinical systems and their keys. */
export const changeLimit = async ({ actor }: Pick<Asked<unknown, unknown>, 'actor'>): Promise<Tries> => [
  { counted: ['clinical-client:account', callerId(actor)], counts: 'always' },
];
