import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../pipeline/context.ts';
import type { TrustedContactsTable } from '../../db/tables/plans.ts';

/** A trusted contact as its owner sees it (ENT-10). */
export type TrustedContact = Omit<Selectable<TrustedContactsTable>, 'permission_confirmed_at'>;

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
] as const;

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

/** All trusted contacts of one person: for the owner's list and the PDF. */
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

/** The substitute decision makers of one person who said yes: who is told when the emergency page was opened. */
export function findDecisionMakers(tx: Tx, userId: string): Promise<TrustedContact[]> {
  return inOrder(tx, userId)
    .where('status', '=', 'accepted')
    .where('substitutedDecisionMaker', '=', true)
    .execute();
}
