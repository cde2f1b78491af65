import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import { customersCounted } from '../../../db/lists/customer-counts.ts';
import { customerRole } from '../../../db/customer-role.ts';

/** Contents of a provider's branch, and what is linked to the provider itself. */
export type Branch = {
  id: string;
  name: string;
  parent_id: string | null;
  archived: boolean;
  /** Number of saves; the next change has to name it. */
  version: number;
  /** The provider itself with all providers under it, archived ones too. */
  providers: number;
  /** Customers of the branch who are not archived. */
  customers: number;
  /** Staff of the branch, without removed ones. */
  staff: number;
  /** Customer accounts of the provider itself, including archived ones and pending sign-ups. */
  own_customers: number;
  /** Staff of the provider itself. */
  own_staff: number;
};

/** Loads a provider with the numbers of its branch. Customers of the branch are counted without reading their rows. */
export async function readBranch(tx: Tx, id: string): Promise<Branch> {
  const isOfBranch = sql`status <> 'archived' and provider_id = any(array(select id from branch))`;
  const { rows } = await sql<Branch>`
    with branch as materialized (select id from providers where path @> array[${id}::uuid])
    select p.id, p.name, p.parent_id, p.archived, p.version,
      (select count(*)::int from branch) as providers,
      (select coalesce(sum(customers), 0)::int from ${customersCounted(isOfBranch)} counted) as customers,
      (select count(*)::int from users
        where permission_role_id <> ${customerRole} and status <> 'archived' and provider_id = any(array(select id from branch))) as staff,
      (select count(*)::int from users where permission_role_id = ${customerRole} and provider_id = p.id) as own_customers,
      (select count(*)::int from users
        where permission_role_id <> ${customerRole} and status <> 'archived' and provider_id = p.id) as own_staff
    from providers p where p.id = ${id}`.execute(tx);
  const [branch] = rows;
  if (!branch) throw new Error('The provider was there a moment ago');
  return branch;
}
