import * as z from 'zod/mini';
import type { Subjects } from '../../../../../domain/access/subjects.ts';
import { lockStaff } from '../../../../db/organisation-locks.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import type { Loading } from '../../../../pipeline/work.ts';
import { findProviderSubject } from '../../profile/store.ts';
import { findContactChoices, moveContact, refuseUnfitContact } from './contact.ts';

const uuid = z.string().check(z.uuid());

/** Returns possible contact persons of a provider: its own staff and those above it, by words of their names or by id. */
export const getContactChoices = operation({
  name: 'getContactChoices',
  kind: 'read',
  input: z.strictObject({
    provider_id: uuid,
    searchQuery: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    id: z.optional(z.nullable(uuid)),
  }),
  access: {
    action: 'provider.changeContact',
    subject: ({ provider_id }, loading) => findProviderSubject(provider_id, loading),
  },
  run: ({ input, subject, tx }) =>
    findContactChoices(tx, subject.providerPath, { words: input.searchQuery ?? '', id: input.id ?? null }),
});

type Spoken = Subjects['provider'] & { all: { id: string; path: string[] }[] };

/**
 * Loads the providers of a contact person; the first of them is the subject. A write locks all of them, and the staff before
 * that.
 */
async function spokenFor(
  { old_contact_id }: { old_contact_id: string },
  { tx, lock }: Loading,
): Promise<Spoken | null> {
  if (lock) await lockStaff(tx);
  const query = tx
    .selectFrom('providers')
    .select(['id', 'path'])
    .where('contact_id', '=', old_contact_id)
    .where('archived', '=', false)
    .orderBy('id');
  const all = await (lock ? query.forUpdate() : query).execute();
  const [first] = all;
  return first ? { kind: 'provider', providerId: first.id, providerPath: first.path, all } : null;
}

/**
 * Replaces the contact person, with all notifications and settings of the role, for each provider where both persons work
 * (API-36, GAP-95, PROV-26). All or nothing.
 * @throws AppError `invalid` at `new_contact_id` for a person who works for none of these providers, or does not exist
 */
export const transferContact = operation({
  name: 'transferContact',
  kind: 'write',
  input: z.strictObject({ old_contact_id: uuid, new_contact_id: uuid }),
  access: { action: 'provider.changeContact', subject: spokenFor },
  async run({ input: { old_contact_id: from, new_contact_id: to }, subject, actor, tx, now, auditDetails }) {
    const member = await tx.selectFrom('users').select('provider_id').where('id', '=', to).executeTakeFirst();
    const providers = subject.all.filter(({ path }) => path.includes(member?.provider_id ?? ''));
    await refuseUnfitContact(tx, providers[0]?.path ?? [], to, 'new_contact_id');
    const providerIds = providers.map(({ id }) => id);
    if (from !== to) await moveContact(tx, { providerIds, from, to, staffId: callerId(actor), now });
    auditDetails({ old_contact_id: from, new_contact_id: to, providers: providerIds.length });
    return { contact_id: to, provider_ids: providerIds };
  },
});
