import { sql } from 'kysely';
import type {
  ExportedCustomer,
  ExportFacts,
} from '../../../../../domain/lists/definitions/customers/customer-csv.ts';
import type { CustomerRow } from '../../../../../domain/lists/definitions/customers/customer-columns.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { isEvidence } from '../../conversations/store.ts';
import { findDecisionMakersOf } from '../../../sharing/api.ts';

type PersonFacts = Omit<ExportFacts, 'decision_makers'> & { id: string };

/** Adds to the customers of a batch what only the export contains, with two statements for the whole batch. */
export async function withExportFacts(tx: Tx, rows: readonly CustomerRow[]): Promise<ExportedCustomer[]> {
  const ids = rows.map(({ id }) => id);
  const [people, deciders] = await Promise.all([
    sql<PersonFacts>`
      select u.id, u.dob as birth_date, a.completed_at as signed_at, a.plan_version, c.last_conversation
      from users u
      left join acps a on a.user_id = u.id and a.type = 'active' and a.status = 'complete'
      left join lateral (
        select jsonb_build_object('held_on', held_on, 'outcome', outcome) as last_conversation from conversations
        where user_id = u.id and ${isEvidence} order by held_on desc, recorded_at desc limit 1
      ) c on true
      where u.id = any(${ids}::uuid[])`.execute(tx),
    findDecisionMakersOf(tx, ids),
  ]);
  const factsOf = new Map(people.rows.map(({ id, ...facts }) => [id, facts]));
  // A customer can be deleted between the statements.
  const unknown = { birth_date: null, signed_at: null, plan_version: null, last_conversation: null };
  return rows.map((row) => ({
    ...row,
    ...(factsOf.get(row.id) ?? unknown),
    decision_makers: deciders.get(row.id) ?? [],
  }));
}
