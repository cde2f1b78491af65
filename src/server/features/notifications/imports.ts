import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { providerInScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The condition that a line of `recent_activities` is not one of the many of an import. The index of such lines has the same words. */
export const isNotOfImport = sql<boolean>`not metadata ? 'import'`;

type Imported = {
  id: string;
  at: Date;
  count: number;
  user_id: string;
  first_name: string | null;
  last_name: string | null;
};

/**
 * Returns the newest imports into the providers of a scope, each as one line, in place of a line for each customer. The line is about
 * the staff member who imported the list. Imports of deleted staff have none.
 */
export async function findImports(tx: Tx, scope: Scope, limit: number) {
  const { rows } = await sql<Imported>`
    select list.id, coalesce(list.started_at, list.created_at) as at, list.done as count,
      staff.id as user_id, staff.first_name, staff.last_name
    from customer_imports list join users staff on staff.id = list.imported_by
    where list.state in ('running', 'done', 'stopped') and list.done > 0
      and list.provider_id in (select id from providers where ${providerInScope(scope)})
    order by at desc, list.id desc limit ${limit}`.execute(tx);
  return rows.map(({ id, at, count, user_id, first_name, last_name }) => {
    const staff = { id: user_id, first_name, last_name };
    return {
      ...{ id, template: 'customersImported', metadata: { count }, user_id, created_at: at },
      ...{ user: staff, actor: staff, of_customer: false },
    };
  });
}
