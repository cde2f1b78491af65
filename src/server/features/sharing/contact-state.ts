import { sql } from 'kysely';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { requestEnds } from '../../../domain/contacts/request.ts';
import { readableBy, standingOf, type ContactState } from '../../../domain/contacts/reading.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { ContactLink } from './links.ts';

/** A contact with all current data that decides about access. */
export type KnownContact = ContactState & {
  id: string;
  user_id: string;
  name: string;
  email: string;
  phone: string;
  substitutedDecisionMaker: boolean;
  accepted_at: Date | null;
  askedAt: Date;
  request_link: string | null;
  view_link: string | null;
  opened_plan_version: number | null;
  /** The contact asked for a mail when staff hand the plan over. */
  hospital_news: boolean;
  /** The version of the current signed plan; null if there is none. */
  plan_version: number | null;
  /** The plan consists of uploaded documents instead of answers. */
  plan_external: boolean;
};

type Row = Omit<KnownContact, 'requestEnds' | 'linkUntil' | 'owner'> & {
  view_link_until: Date | null;
  owner_status: ContactState['owner']['status'];
  leaving: boolean;
};

/** Loads a contact by id; null for an unknown one. `lock` prevents other changes until the transaction ends. */
export async function findKnownContact(
  tx: Tx,
  contactId: string,
  { lock }: { lock: boolean } = { lock: false },
): Promise<KnownContact | null> {
  const { rows } = await sql<Row>`
    select c.id, c.user_id, c.name, c.email, c.phone, c.status, c."substitutedDecisionMaker", c."fullAccess", c.plan_shared,
      c.accepted_at, coalesce(c.asked_at, c.created_at) as "askedAt", c.request_link, c.view_link, c.view_link_until,
      c.opened_plan_version, c.hospital_news, u.status as owner_status, a.plan_version,
      -- A customer whom staff removed may be had back, and what they share stays open until then (D-62).
      (u.delete_on is not null and (u.removal_requested_at is null or u.deletion_requested_at is not null)) as leaving,
      exists (select 1 from acps e where e.user_id = u.id and e.type = 'active' and e.external and e.status = 'draft') as plan_external
    from trusted_contacts c
    join users u on u.id = c.user_id
    left join acps a on a.user_id = u.id and a.type = 'active' and a.status = 'complete'
    where c.id = ${contactId}
    ${lock ? sql`for update of c` : sql``}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { view_link_until, owner_status, leaving, ...contact } = row;
  return {
    ...contact,
    requestEnds: requestEnds(contact.askedAt),
    linkUntil: contact.view_link === null ? null : view_link_until,
    owner: { status: owner_status, leaving, planSigned: contact.plan_version !== null },
  };
}

/** A contact in the form that the access rules need. */
export type ContactSubjectNow = Subjects['contact'] & { contact: KnownContact };

type Asked = { contactId: string; link: string };
type Loaded = { tx: Tx; services: Pick<Services, 'clock'>; lock: boolean };

/** Loads the contact of a link, if it is the latest link that was sent; null for an older one. */
export async function findByLink(
  kind: ContactLink,
  { contactId, link }: Asked,
  loading: Loaded,
): Promise<ContactSubjectNow | null> {
  const found = await findContactNow(contactId, loading);
  const current = kind === 'request' ? found?.contact.request_link : found?.contact.view_link;
  return found && current === link ? found : null;
}

/** Loads a contact by id, whatever the age of their link. */
export async function findContactNow(
  contactId: string,
  { tx, services, lock }: Loaded,
): Promise<ContactSubjectNow | null> {
  const contact = await findKnownContact(tx, contactId, { lock });
  if (!contact) return null;
  const standing = standingOf(contact, services.clock());
  return { kind: 'contact', ownerId: contact.user_id, contactId: contact.id, standing, contact };
}

/** Loads the plan of the person of a contact as a subject, if it is shared with that contact now. */
export async function findPlanOfContact(
  actor: Extract<Actor, { kind: 'contact' }>,
  { tx, services }: Pick<Loaded, 'tx' | 'services'>,
): Promise<Subjects['plan'] | null> {
  const contact = await findKnownContact(tx, actor.contactId);
  if (!contact || !readableBy(contact, services.clock()).plan) return null;
  return { kind: 'plan', ownerId: contact.user_id, readableBy: contact.id };
}
