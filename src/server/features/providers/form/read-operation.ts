import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import { isPlatformRole, type Actor } from '../../../../domain/access/actors.ts';
import type { ProviderWords } from '../../../../domain/inputs/organisation/provider-form.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findProviderSubject, getProviderById, type Provider } from '../profile/store.ts';
import type { ProviderSubscription } from './money/subscriptions.ts';
import { findWords } from './words.ts';

/** A provider in the format of its form, with the parts that the caller can change (ENT-15). */
export type ProviderForm = Omit<ProviderWords, 'type'> &
  Pick<Provider, 'id' | 'type' | 'logo' | 'contact' | 'version' | 'parent_id'> & {
    /** Name of the provider above; null for a root, and when the caller cannot see it. */
    parent_name: string | null;
    provider_root_id: string | null;
    created_at: Date;
    /** The payment plan, which may no longer be for sale. */
    subscription: ProviderSubscription | null;
    no_of_beds: number | null;
    no_of_customers: number | null;
    fee: number | null;
    next_billing_date: string | null;
    may_manage: boolean;
    may_bill: boolean;
    may_change_contact: boolean;
  };

/** Loads the name of the provider above, if the caller works for it, for one above it or for the platform. */
async function nameAbove(tx: Tx, actor: Actor, parentId: string | null): Promise<string | null> {
  if (parentId === null || actor.kind !== 'person') return null;
  const parent = await tx
    .selectFrom('providers')
    .select(['name', 'path'])
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow();
  const isSeen = isPlatformRole(actor.role) || parent.path.includes(actor.providerId ?? '');
  return isSeen ? parent.name : null;
}

/** Loads a provider with all data of its form, archived ones too (D-63), for callers who can change it. */
export const getProviderForm = operation({
  name: 'getProviderForm',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: {
    action: 'provider.update',
    subject: ({ id }, loading) => findProviderSubject(id, loading, { archivedToo: true }),
  },
  async run({ subject, actor, tx }): Promise<ProviderForm> {
    const { providerId: id } = subject;
    const { words } = await findWords(tx, id);
    const provider = await getProviderById(tx, id);
    const { subscription_name, subscription_fee, ...row } = await tx
      .selectFrom('providers')
      .leftJoin('subscriptions', 'subscriptions.id', 'providers.subscription_id')
      .select([
        'providers.provider_root_id',
        'providers.created_at',
        'providers.no_of_beds',
        'providers.no_of_customers',
        'providers.fee',
        'providers.next_billing_date',
        'subscriptions.name as subscription_name',
        'subscriptions.fee as subscription_fee',
      ])
      .where('providers.id', '=', id)
      .executeTakeFirstOrThrow();
    const { type: __, ...own } = words;
    const { type, logo, contact, version, parent_id } = provider;
    return {
      ...own,
      ...row,
      ...{ id, type, logo, contact, version, parent_id },
      parent_name: await nameAbove(tx, actor, parent_id),
      subscription:
        subscription_name === null || subscription_fee === null
          ? null
          : { id: words.subscription_id, name: subscription_name, fee: subscription_fee },
      may_manage: can(actor, 'provider.manage', subject) === 'allow',
      may_bill: can(actor, 'provider.bill', subject) === 'allow',
      may_change_contact: can(actor, 'provider.changeContact', subject) === 'allow',
    };
  },
});
