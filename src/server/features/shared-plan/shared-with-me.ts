import { sql } from 'kysely';
import * as z from 'zod/mini';
import { isLinkNearEnd } from '../../../domain/contacts/request.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import * as sharing from '../sharing/api.ts';
import { findSharer, type Sharer } from './sharer.ts';

/** A person who shares with the one who is signed in. */
export type SharingWithMe = { contact_id: string; sharer: Sharer };

/** Most people whom the list names. A doctor whom more have named has the mails. */
const listAtMost = 50;

/**
 * The contacts that are this person: those who said yes under the address of the account. An address that the person did not prove to be
 * theirs is that of no contact.
 */
async function findContactIds(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from trusted_contacts c join users u on u.email = c.email
    where u.id = ${userId} and u.email_verified_at is not null and c.status = 'accepted'
    order by c.accepted_at desc, c.id limit ${listAtMost}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A contact who is this person, if anything is shared with them now. */
async function findMine(
  { tx, services }: { tx: Tx; services: Services },
  userId: string,
  contactId: string,
): Promise<sharing.ContactSubjectNow | null> {
  if (!(await findContactIds(tx, userId)).includes(contactId)) return null;
  const found = await sharing.findContactNow(contactId, { tx, services, lock: false });
  return found?.standing === 'sharing' || found?.standing === 'link-over' ? found : null;
}

/** Who shares a plan or files with the person who is signed in, as their trusted contact: the latest yes first. */
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
 * The path of the page on which a person shares with the one who is signed in: the page that the mailed link opens, with its button and
 * its trail. A link that has run out, or will soon, is made new.
 * @throws AppError `not-found` where nothing is shared by that contact with this person; `rate-limited`
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
