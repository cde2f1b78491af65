import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import { customerRole } from '../../../db/customer-role.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** The condition for customers of a provider or of one below it, without those being removed and duplicates. `users` is their table. */
export const linkableOf = (providerId: string) => sql<boolean>`(
  users.permission_role_id = ${customerRole} and users.removal_requested_at is null
  and users.provider_id in (select id from providers where path @> array[${providerId}::uuid])
  and exists (select 1 from customer_list where customer_list.user_id = users.id)
  and not ${isDuplicateRecord('users.id')})`;

/** Locks a customer whom a provider may link; null for any other person. */
export async function findLinkable(
  tx: Tx,
  providerId: string,
  userId: string,
): Promise<{ id: string; dob: string | null } | null> {
  const row = await tx
    .selectFrom('users')
    .select(['users.id', 'users.dob'])
    .where('users.id', '=', userId)
    .where(linkableOf(providerId))
    .forUpdate('users')
    .executeTakeFirst();
  return row ?? null;
}
