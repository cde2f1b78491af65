import { sql } from 'kysely';
import * as z from 'zod/mini';
import { isLinkNearEnd } from '../../../domain/contacts/request.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import * as sharing from '../sharing/api.ts';
import { findSharer, type Sharer } from './sharer.ts';

/** A person who shares with the signed-in person. */
export type SharingWithMe = { contact_id: string; sharer: Sharer };

/** Maximum number of people in the list. A doctor with more of them has the mails. */
const listAtMost = 50;

/**
 * Returns the ids of the contacts who are this person: they have accepted under the address of the account. Requires a verified
 * address.
 */
async function findContactIds(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from trusted_contacts c join users u on u.email = c.email
    where u.id = ${userId} and u.email_verified_at is not null and c.status = 'accepted'
    order by c.accepted_at desc, c.id limit ${listAtMost}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Loads a contact who is this person, if anything is shared with them now. */
async function findMine(
  { tx, services }: { tx: Tx; services: Services },
  userId: string,
  contactId: string,
): Promise<sharing.ContactSubjectNow | null> {
  if (!(await findContactIds(tx, userId)).includes(contactId)) return null;
  const found = await sharing.findContactNow(contactId, { tx, services, lock: false });
  return found?.standing === 'sharing' || found?.standing === 'link-over' ? found : null;
}

/** Lists who shares a plan or files with the signed-in person as their trusted contact, the latest acceptance first. */
export const getPlansSharedWithMe = operation({
  name: 'getPlansSharedWithMe',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'contact.sharedWithMe', subject: ownAccount },
  async run({ subject, tx, services }): Promise<SharingWithMe[]> {
    const found: SharingWithMe[] = [];
    for (const id of await findContactIds(tx, subject.ownerId)) {
      const contact = await findMine({ tx, services }, subject.ownerId, id);
      const sharer = contact && (await findSharer(tx, services, contact.ownerId));
      if (sharer) found.push({ contact_id: id, sharer });
    }
    return found;
  },
});

/**
 * Returns the path of the page on which a person shares with the signed-in person: the same page as in the mailed link, with its
 * button and its audit trail. A link that has expired, or will soon, is replaced.
 * @throws AppError `not-found` when that contact shares nothing with this person; `rate-limited`
 */
export const openPlanSharedWithMe = operation({
  name: 'openPlanSharedWithMe',
  kind: 'write',
  input: z.strictObject({ contact_id: z.string().check(z.uuid()) }),
  access: { action: 'contact.sharedWithMe', subject: ownAccount },
  limit: async ({ subject }) => [{ counted: ['contact-open:account', subject.ownerId], counts: 'always' }],
  async run({ input, subject, tx, services, now, auditDetails }): Promise<string> {
    const mine = await findMine({ tx, services }, subject.ownerId, input.contact_id);
    if (!mine) throw new AppError('not-found');
    const { id: contactId, view_link, linkUntil } = mine.contact;
    const renewed = view_link === null || isLinkNearEnd(linkUntil, now);
    const link = renewed ? (await sharing.renewLink(tx, contactId, now)).link : view_link;
    auditDetails({ contact_id: contactId, renewed });
    return sharing.contactPath('view', sharing.contactToken(services.secrets, 'view', { contactId, link }));
  },
});
