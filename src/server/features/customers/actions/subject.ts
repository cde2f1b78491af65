import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { ActionFacts } from '../../../../domain/customers/actions/customer-actions.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { isEvidence } from '../conversations/store.ts';

/** A customer, with the data that decides which actions are available. */
export type ActionSubject = Subjects['customer'] & {
  first_name: string | null;
  last_name: string | null;
  email: string;
  language: Language;
  for_my_self: boolean;
  status: AccountStatus;
  provider_id: string | null;
  customer_id: string | null;
  room: string | null;
  trial_end_date: IsoDate | null;
  invitation_id: string | null;
  archived_from: Exclude<AccountStatus, 'archived'> | null;
  invite_date: Date | null;
  invite_accepted_date: Date | null;
  email_verified_at: Date | null;
  email_designated_at: Date | null;
  isLinked: boolean;
  /** Whether a list added the customer and the invitation has not been sent yet. */
  awaitsInvitation: boolean;
  /** Whether the record is archived because another one of the person is kept (N-13). */
  isDuplicate: boolean;
  /** Newest day on which the customer declined a conversation, unless they say that the record is not right. */
  declined_on: IsoDate | null;
  /** When staff removed the customer; null otherwise. */
  removal_requested_at: Date | null;
};

/** Selects customers with the data that decides which actions are available. Excludes sign-ups whose address was not checked. */
const actionSubjects = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id as ownerId',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.language',
      'users.for_my_self',
      'users.status',
      'users.provider_id',
      'users.customer_id',
      'users.room',
      'users.trial_end_date',
      'users.invitation_id',
      'users.archived_from',
      'users.invite_date',
      'users.invite_accepted_date',
      'users.email_verified_at',
      'users.email_designated_at',
      'users.removal_requested_at',
      'permission_roles.role',
      sql<boolean>`jsonb_array_length(users.integrations) > 0`.as('isLinked'),
      sql<boolean>`users.status = 'invited' and users.reminded_at is null
        and exists (select from customer_import_additions where user_id = users.id)`.as('awaitsInvitation'),
      isDuplicateRecord('users.id').as('isDuplicate'),
      sql<IsoDate | null>`(select max(held_on) from conversations where user_id = users.id and outcome = 'declined'
        and ${isEvidence})`.as('declined_on'),
      sql<string[]>`coalesce(providers.path, '{}')`.as('providerPath'),
      sql<boolean>`exists (select 1 from acps where user_id = users.id and type = 'active' and plan_version > 0)`.as(
        'hasSignedPlan',
      ),
    ])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('customer_list').select('user_id').whereRef('customer_list.user_id', '=', 'users.id'),
      ),
    );

/**
 * Loads a customer by id, locked when a change follows, so that the second of two simultaneous changes sees the first. Null for
 * an unknown id, and for a sign-up whose address was not checked.
 */
export async function findActionSubject(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<ActionSubject | null> {
  const found = actionSubjects(tx).where('users.id', '=', id);
  const row = await (lock ? found.forUpdate('users') : found).executeTakeFirst();
  return row ? { kind: 'customer', ...row } : null;
}

/** Loads several customers in the same way, locked in the order of their ids. Unknown ids are left out. */
export async function findActionSubjects(
  ids: readonly string[],
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<ActionSubject[]> {
  if (ids.length === 0) return [];
  const found = actionSubjects(tx)
    .where('users.id', 'in', [...ids])
    .orderBy('users.id');
  const rows = await (lock ? found.forUpdate('users') : found).execute();
  return rows.map((row) => ({ kind: 'customer', ...row }));
}

/** Returns the data of a customer that decides which actions are available. */
export const factsOf = (customer: ActionSubject): ActionFacts => ({
  status: customer.status,
  placeholderEmail: isPlaceholderEmail(customer.email),
  designatedEmail: customer.email_designated_at !== null,
  toBeRemoved: customer.removal_requested_at !== null,
  isDuplicate: customer.isDuplicate,
});
