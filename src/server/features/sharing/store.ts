import { sql, type Selectable } from 'kysely';
import type { Subjects } from '../../../domain/access/subjects.ts';
import type { ContactFacts } from '../../../domain/contacts/contact-form.ts';
import { linkEnds } from '../../../domain/contacts/request.ts';
import type { TrustedContactsTable } from '../../db/tables/plans.ts';
import type { Tx } from '../../pipeline/context.ts';
import { account } from '../../pipeline/subjects.ts';
import type { Loading } from '../../pipeline/work.ts';

const columns = [
  'id',
  'user_id',
  'name',
  'email',
  'phone',
  'relationship',
  'substitutedDecisionMaker',
  'enduringGuardian',
  'fullAccess',
  'on_emergency_page',
  'status',
  'accepted_at',
  'created_at',
  'asked_at',
  'plan_shared',
  'last_opened_at',
] as const;

/** A stored trusted contact, without the links that give access (ENT-10). */
export type TrustedContact = Pick<Selectable<TrustedContactsTable>, (typeof columns)[number]>;

/** A person's account, with the contact that an operation is about. */
export type ContactSubject = Subjects['account'] & { contact: TrustedContact };

/** Loads a contact by id as a part of its owner's account; null for an unknown id. */
export async function findContactSubject(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<ContactSubject | null> {
  const found = tx.selectFrom('trusted_contacts').select(columns).where('id', '=', id);
  const contact = await (lock ? found.forUpdate() : found).executeTakeFirst();
  return contact ? { ...account(contact.user_id), contact } : null;
}

/** Orders accepted contacts first; then substitute decision makers first; then by name. */
function inOrder(tx: Tx, userId: string) {
  return tx
    .selectFrom('trusted_contacts')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy(sql`status = 'accepted'`, 'desc')
    .orderBy('substitutedDecisionMaker', 'desc')
    .orderBy('name')
    .orderBy('id');
}

/** Loads all trusted contacts of one person, for the owner's list and the data export. */
export function findContacts(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId).execute();
}

/**
 * Loads the contacts whom an emergency page can name (D-33): those who accepted, and substitute decision makers who have not
 * answered yet; never a contact whom the owner excluded.
 */
export function findContactsForEmergency(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId)
    .where('on_emergency_page', '=', true)
    .where((either) =>
      either.or([either('status', '=', 'accepted'), either('substitutedDecisionMaker', '=', true)]),
    )
    .execute();
}

/**
 * Returns the substitute decision makers of one person who have accepted: they are notified when the emergency page was opened.
 */
export function findDecisionMakers(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId)
    .where('status', '=', 'accepted')
    .where('substitutedDecisionMaker', '=', true)
    .execute();
}

/** Returns the contacts of one person who accepted, and asked for a mail when staff hand the plan over (N-14). */
export function findNewsReceivers(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId).where('status', '=', 'accepted').where('hospital_news', '=', true).execute();
}

/** Sets whether a contact gets a mail when staff hand the plan over. */
export async function setHospitalNews(tx: Tx, id: string, wanted: boolean): Promise<void> {
  await tx.updateTable('trusted_contacts').set({ hospital_news: wanted }).where('id', '=', id).execute();
}

/** Returns the names of the substitute decision makers of several people, those who agreed first, with one statement. */
export async function findDecisionMakersOf(
  tx: Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { name: string; agreed: boolean }[]>> {
  const { rows } = await sql<{ user_id: string; name: string; agreed: boolean }>`
    select user_id, name, status = 'accepted' as agreed from trusted_contacts
    where user_id = any(${userIds}::uuid[]) and "substitutedDecisionMaker"
    order by user_id, agreed desc, name, id`.execute(tx);
  const found = new Map<string, { name: string; agreed: boolean }[]>();
  for (const { user_id, ...decider } of rows) {
    const known = found.get(user_id);
    if (known) known.push(decider);
    else found.set(user_id, [decider]);
  }
  return found;
}

/** Loads the contacts of one person who accepted. */
export function findAccepted(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId).where('status', '=', 'accepted').execute();
}

/**
 * Loads the data of an account to check before a contact is added. Locks it, so that two simultaneous additions are counted
 * correctly.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<{ email: string; contacts: number }> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { contacts } = await tx
    .selectFrom('trusted_contacts')
    .select(({ fn }) => fn.countAll<number>().as('contacts'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { email, contacts };
}

/** Adds a contact who has not answered yet; returns null if the person already has one with that address. */
export async function insertContact(
  tx: Tx,
  userId: string,
  facts: ContactFacts,
  now: Date,
): Promise<TrustedContact | null> {
  const made = await tx
    .insertInto('trusted_contacts')
    .values({
      ...facts,
      user_id: userId,
      permission_confirmed_at: now,
      created_at: now,
      asked_at: now,
      request_link: crypto.randomUUID(),
    })
    .onConflict((same) => same.columns(['user_id', 'email']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return made ?? null;
}

type Change = Partial<Omit<ContactFacts, 'email'>> & {
  on_emergency_page?: boolean;
  plan_shared?: boolean;
  fullAccess?: boolean;
};

export function updateContact(tx: Tx, id: string, change: Change): Promise<TrustedContact> {
  return tx
    .updateTable('trusted_contacts')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Replaces the link of a request, so that older links are invalid, and restarts its term. */
export function askAgain(tx: Tx, id: string, now: Date): Promise<TrustedContact> {
  return tx
    .updateTable('trusted_contacts')
    .set({ asked_at: now, request_link: crypto.randomUUID(), expiry_told_at: null })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes a contact, with everything that was shared with them and both of their links. */
export async function deleteContact(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('trusted_contacts').where('id', '=', id).execute();
}

/** Stores that a contact accepted, with a link of their own. */
export async function acceptContact(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('trusted_contacts')
    .set({
      status: 'accepted',
      accepted_at: now,
      view_link: crypto.randomUUID(),
      view_link_until: linkEnds(now),
    })
    .where('id', '=', id)
    .execute();
  await notePlanShared(tx, id, now);
}

/**
 * Stores the share date of the owner's plan: the first time that it was shared with anyone (D-55), which is when a contact
 * accepts, a file is shared or a link is created.
 */
export async function notePlanShared(tx: Tx, contactId: string, now: Date): Promise<void> {
  await tx
    .updateTable('acps')
    .set({ share_date: now })
    .where('user_id', '=', (select) =>
      select.selectFrom('trusted_contacts').select('user_id').where('id', '=', contactId),
    )
    .where('type', '=', 'active')
    .where('share_date', 'is', null)
    .execute();
}

/** Stores the share date of a plan that is shared and has none. Returns the share date; null if the plan was never shared. */
export async function takeShareDate(tx: Tx, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ share_date: Date | null }>`
    update acps set share_date = coalesce(share_date, (
      select least(min(at), ${now}::timestamptz) from (
        select coalesce(accepted_at, ${now}) as at from trusted_contacts
        where user_id = ${userId} and (status = 'accepted' or view_link is not null)
        union all
        select shared_at from shared_files where user_id = ${userId}
      ) shares
      having count(*) > 0
    ))
    where user_id = ${userId} and type = 'active'
    returning share_date`.execute(tx);
  return rows[0]?.share_date ?? null;
}

/** Replaces a contact's own link. The previous link becomes invalid. */
export async function renewLink(tx: Tx, id: string, now: Date): Promise<{ link: string }> {
  const link = crypto.randomUUID();
  await tx
    .updateTable('trusted_contacts')
    .set({ view_link: link, view_link_until: linkEnds(now) })
    .where('id', '=', id)
    .execute();
  await notePlanShared(tx, id, now);
  return { link };
}

/** Minimum time between two mails about one contact's openings, in milliseconds. */
const openingMailsApart = 15 * 60_000;

/**
 * Stores that a contact opened the plan. Returns whether a mail to the owner is due: at most one in fifteen minutes for each
 * contact, as for the emergency page (D-08).
 */
export async function noteOpening(
  tx: Tx,
  id: string,
  { planVersion, now }: { planVersion: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    update trusted_contacts c set last_opened_at = ${now}, opened_plan_version = ${planVersion},
      opening_mailed_at = case when d.due then ${now} else c.opening_mailed_at end
    from (
      select id, opening_mailed_at is null
        or opening_mailed_at not between ${new Date(now.getTime() - openingMailsApart)}
          and ${new Date(now.getTime() + openingMailsApart)} as due
      from trusted_contacts where id = ${id}) d
    where c.id = d.id
    returning d.due`.execute(tx);
  return rows[0]?.due ?? false;
}
