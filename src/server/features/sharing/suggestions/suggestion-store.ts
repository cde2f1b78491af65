import type { Selectable } from 'kysely';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import type { ContactFacts } from '../../../../domain/contacts/contact-form.ts';
import { suggestionsAtMost } from '../../../../domain/contacts/request.ts';
import { fullName } from '../../../../domain/names.ts';
import type { ContactSuggestionsTable } from '../../../db/tables/plans.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { account } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';

/** A contact suggested by staff, with the name of the staff member; null once their account is deleted. */
export type ContactSuggestion = Omit<Selectable<ContactSuggestionsTable>, 'suggested_by'> & {
  suggested_by: string | null;
};

const suggestions = (tx: Tx) =>
  tx
    .selectFrom('contact_suggestions as suggestion')
    .leftJoin('users as staff', 'staff.id', 'suggestion.suggested_by')
    .selectAll('suggestion')
    .select(['staff.first_name', 'staff.last_name']);

type Row = Selectable<ContactSuggestionsTable> & { first_name: string | null; last_name: string | null };

const suggestionOf = ({ first_name, last_name, ...suggestion }: Row): ContactSuggestion => ({
  ...suggestion,
  suggested_by: fullName({ first_name, last_name }) || null,
});

/** Loads the contacts suggested to a person, the oldest first. */
export async function findSuggestions(tx: Tx, userId: string): Promise<ContactSuggestion[]> {
  const rows = await suggestions(tx)
    .where('suggestion.user_id', '=', userId)
    .orderBy('suggestion.suggested_at')
    .orderBy('suggestion.id')
    .limit(suggestionsAtMost)
    .execute();
  return rows.map(suggestionOf);
}

/** Loads a suggestion by id; null if it was answered. */
export async function findSuggestion(tx: Tx, id: string): Promise<ContactSuggestion | null> {
  const row = await suggestions(tx).where('suggestion.id', '=', id).executeTakeFirst();
  return row ? suggestionOf(row) : null;
}

/** Loads a suggestion by id as a part of its person's account; null for an unknown id. */
export async function findSuggestionSubject(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<(Subjects['account'] & { suggestionId: string }) | null> {
  const found = tx.selectFrom('contact_suggestions').select('user_id').where('id', '=', id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  return row ? { ...account(row.user_id), suggestionId: id } : null;
}

/** Counts the unanswered suggestions of a person. */
export async function countSuggestions(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('contact_suggestions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a person has a contact with an address. */
export async function hasContact(tx: Tx, userId: string, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('trusted_contacts')
    .select('id')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores a suggestion and returns its id; null if one with that address is already pending. */
export async function insertSuggestion(
  tx: Tx,
  suggestion: ContactFacts & { user_id: string; suggested_by: string; suggested_at: Date },
): Promise<string | null> {
  const made = await tx
    .insertInto('contact_suggestions')
    .values(suggestion)
    .onConflict((same) => same.columns(['user_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Deletes a suggestion. */
export async function deleteSuggestion(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('contact_suggestions').where('id', '=', id).execute();
}

/** Deletes the suggestion that a new contact settles: the one with the same address. */
export async function settleSuggestion(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('contact_suggestions')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .execute();
}
