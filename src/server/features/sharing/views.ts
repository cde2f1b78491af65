import { remindAfter, requestEnds } from '../../../domain/contacts/request.ts';
import type { Tx } from '../../pipeline/context.ts';
import { findSharedFiles, findSharedIds } from './shared-files/shared-files.ts';
import type { TrustedContact } from './store.ts';

/** A trusted contact as its owner sees it. */
export type ContactView = Omit<TrustedContact, 'asked_at'> & {
  asked_at: Date;
  asked_until: Date;
  link_expired: boolean;
  remind_after: Date | null;
  shared_file_ids: string[];
};

/** Returns when a contact was last asked. */
export const askedAt = ({ asked_at, created_at }: Pick<TrustedContact, 'asked_at' | 'created_at'>): Date =>
  asked_at ?? created_at;

function viewOf(contact: TrustedContact, shared: readonly string[], now: Date): ContactView {
  const asked = askedAt(contact);
  const isPending = contact.status === 'pending';
  const until = requestEnds(asked);
  const earliest = remindAfter(asked);
  return {
    ...contact,
    asked_at: asked,
    asked_until: until,
    link_expired: isPending && now >= until,
    remind_after: isPending && now < earliest ? earliest : null,
    shared_file_ids: [...shared],
  };
}

/** Returns one contact for the owner, with the shared files. */
export async function contactView(tx: Tx, contact: TrustedContact, now: Date): Promise<ContactView> {
  const shared = await findSharedFiles(tx, contact.id);
  return viewOf(
    contact,
    shared.map(({ file_id }) => file_id),
    now,
  );
}

/** Returns the contacts of one person for the owner. */
export async function contactViews(
  tx: Tx,
  userId: string,
  contacts: readonly TrustedContact[],
  now: Date,
): Promise<ContactView[]> {
  const shared = await findSharedIds(tx, userId);
  return contacts.map((contact) => viewOf(contact, shared.get(contact.id) ?? [], now));
}
