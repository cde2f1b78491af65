import type { Subjects } from '../../../../domain/access/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';

/** Loads a provider as a subject, an archived one too, because its invoices stay; null if there is none. */
export async function findPayingProvider(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<Subjects['provider'] | null> {
  const query = tx.selectFrom('providers').select(['id', 'path']).where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path } : null;
}

/** Loads the provider of an invoice as a subject; null for an unknown invoice, and for one of a person. */
export async function providerOfInvoice(
  { id }: { id: string },
  loading: Loading,
): Promise<Subjects['provider'] | null> {
  const row = await loading.tx
    .selectFrom('transactions')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.provider_id ? findPayingProvider(row.provider_id, loading) : null;
}
