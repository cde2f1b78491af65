import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import {
  detailFields,
  providerChange,
  type DetailField,
  type ProviderWords,
} from '../../../../domain/inputs/organisation/provider-form.ts';
import { lockNames, lockStaff } from '../../../db/organisation-locks.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { findProviderSubject, getProviderById, type ProviderSubject } from '../profile/store.ts';
import { refuseUnconnected } from '../../provider-sign-in/api.ts';
import { knownAddressTries } from '../../staff/api.ts';
import { contactRefusal, moveContact, refuseUnfitContact } from './contact/contact.ts';
import { refuseUnknownSubscription, takePriceOfPlan } from './money/subscriptions.ts';
import { refuseTaken } from './taken.ts';
import { findWords, saveWords } from './words.ts';

const uuid = z.string().check(z.uuid());

/** Loads the provider of a save. Takes the locks that the save may need before it locks the provider's row. */
async function provider(
  { id, contact_id }: { id: string; contact_id?: string | null | undefined },
  loading: Loading,
): Promise<ProviderSubject | null> {
  if (loading.lock) {
    if (contact_id) await lockStaff(loading.tx);
    await lockNames(loading.tx);
  }
  return findProviderSubject(id, loading, { archivedToo: true });
}

/** Fields about money, which only the platform's staff can change, not a provider's managers. */
const billed: readonly DetailField[] = ['subscription_id', 'subscription_start_date', 'trial_expiry_date'];

/** Refuses changed fields that the caller is not allowed to change (PERM-05). */
function refuseForeignDetails(actor: Actor, subject: ProviderSubject, changed: readonly DetailField[]): void {
  const needed = new Set<'provider.bill' | 'provider.manage'>(
    changed.map((field) => (billed.includes(field) ? 'provider.bill' : 'provider.manage')),
  );
  if ([...needed].some((action) => can(actor, action, subject) !== 'allow')) throw new AppError('forbidden');
}

/** Returns the values after a change: fields that are not sent stay unchanged. */
const changedWords = (before: ProviderWords, change: Partial<ProviderWords>): ProviderWords =>
  change.type ? { ...before, ...change } : { ...before, ...change, type: before.type };

/**
 * Changes a provider (API-40): its own details (GAP-77), and the rest of the form for callers who manage it. Only a TLC
 * administrator can change the contact person (PROV-24), which moves the notifications and settings of the previous one. Its
 * place in the tree is not changed here.
 * @throws AppError `invalid` at the fields; `existingUser` at `email`; `forbidden`, at `contact_id` too; `conflict` with
 * `details.version` and `details.saved`
 */
export const updateProvider = operation({
  name: 'updateProvider',
  kind: 'write',
  input: formInput(providerChange, {
    id: uuid,
    version: z.int(),
    contact_id: z.optional(z.nullable(uuid)),
    // Accepted unchanged from forms that contain it; another value would be a move.
    parent_id: z.optional(z.nullable(uuid)),
  }),
  access: { action: 'provider.update', subject: provider },
  limit: ({ actor }) => knownAddressTries(callerId(actor)),
  async run({ input, subject, actor, tx, now, auditDetails }) {
    const { id: _, version, contact_id, parent_id, ...change } = input;
    const { providerId: id, providerPath: path } = subject;
    const before = await findWords(tx, id);
    // A save that was based on an older state changes nothing, and its refusal contains the saved values (D-18).
    if (before.version !== version)
      throw new AppError('conflict', { details: { version: before.version, saved: before.words } });
    const after = changedWords(before.words, change);
    // The first day of the subscription is required: any caller who changes the rest can fill it in when it is missing.
    const isFirstStart = (field: DetailField) =>
      field === 'subscription_start_date' && before.words[field] === '';
    refuseForeignDetails(
      actor,
      subject,
      detailFields.filter((field) => after[field] !== before.words[field] && !isFirstStart(field)),
    );
    const saved = await getProviderById(tx, id);
    if (parent_id !== undefined && parent_id !== saved.parent_id) throw new AppError('forbidden');
    const isOther = (field: 'email' | 'external_id' | 'subscription_id') =>
      after[field] === before.words[field] ? '' : after[field];
    if (after.type === 'external_provider' && before.words.type !== after.type)
      await refuseUnconnected(tx, path, 'type');
    await refuseTaken(tx, { id, path }, { email: isOther('email'), external_id: isOther('external_id') });
    await refuseUnknownSubscription(tx, isOther('subscription_id'), melbourneDate(now));
    await saveWords(tx, id, after);
    if (isOther('subscription_id') !== '') await takePriceOfPlan(tx, id);
    const contactBefore = saved.contact?.id ?? null;
    if (contact_id && contact_id !== contactBefore) {
      if (can(actor, 'provider.changeContact', subject) !== 'allow') throw contactRefusal();
      await refuseUnfitContact(tx, path, contact_id);
      const by = { staffId: callerId(actor), now };
      await moveContact(tx, { providerIds: [id], from: contactBefore, to: contact_id, ...by });
    }
    auditDetails({ provider_id: id, ...(contact_id && { contact_id }) });
    return getProviderById(tx, id);
  },
});
