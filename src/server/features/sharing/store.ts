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

/** A trusted contact as it is stored, without the links that open anything (ENT-10). */
export type TrustedContact = Pick<Selectable<TrustedContactsTable>, (typeof columns)[number]>;

/** A person's account, with the contact of theirs that an operation is about. */
export type ContactSubject = Subjects['account'] & { contact: TrustedContact };

/** A contact by id, as what belongs to its owner's account; null for an unknown id. */
export async function findContactSubject(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<ContactSubject | null> {
  const found = tx.selectFrom('trusted_contacts').select(columns).where('id', '=', id);
  const contact = await (lock ? found.forUpdate() : found).executeTakeFirst();
  return contact ? { ...account(contact.user_id), contact } : null;
}

/** Those who said yes first; among equals substitute decision makers first, then by name. */
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

/** All trusted contacts of one person: for the owner's list and the copy of all data. */
export function findContacts(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId).execute();
}

/**
 * The contacts whom an emergency page may name (D-33): those who said yes, and substitute decision makers who have not
 * answered yet; never one whom the owner left off.
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

/** Those of one person who said yes. */
export function findAccepted(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId).where('status', '=', 'accepted').execute();
}

/** What is asked of an account before a contact is added. Locks it, so that two additions at once are counted as two. */
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

/** Adds a contact who has not answered yet; null where the person has one with that address. */
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

/** Makes the link of a request new, so that older ones are void, and lets it run again. */
export function askAgain(tx: Tx, id: string, now: Date): Promise<TrustedContact> {
  return tx
    .updateTable('trusted_contacts')
    .set({ asked_at: now, request_link: crypto.randomUUID(), expiry_told_at: null })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Takes a contact away, with all that was shared with them and both of their links. */
export async function deleteContact(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('trusted_contacts').where('id', '=', id).execute();
}

/** Keeps that a contact said yes, with a link of their own. */
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
 * Notes that the plan of a contact's owner is shared. Its share date is the first time that it was shared with anybody (D-55): a contact who
 * accepts, a file shared, a link made.
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

/** Makes a contact's own link new. The one of before opens nothing any more. */
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

/** How long mails about one contact's openings keep apart, in milliseconds. */
const openingMailsApart = 15 * 60_000;

/**
 * Keeps that a contact opened the plan. Says whether a mail to the owner is due: at most one in a quarter of an hour for each contact,
 * as with the emergency page (D-08).
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
