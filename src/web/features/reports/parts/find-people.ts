import { fullName } from '../../../../domain/names.ts';
import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import type { Found } from '../../../lists/reference/reference-props.ts';

const Customers = graphql(`
  query auditCustomers($search: String) {
    getCustomers(search: $search, limit: 20, order_by: "name_asc") {
      data {
        id
        first_name
        last_name
        customer_id
        provider
      }
    }
  }
`);

const Staff = graphql(`
  query auditStaff($search: String) {
    getProviderUsers(search: $search, limit: 20, order_by: "name_asc") {
      data {
        id
        first_name
        last_name
        provider_name
      }
    }
  }
`);

const Named = graphql(`
  query auditPeople($user_id: String, $actor_id: String) {
    getAuditReport(user_id: $user_id, actor_id: $actor_id, limit: 1) {
      summary {
        customer
        person
      }
    }
  }
`);

type By = { words: string } | { id: string };
type Row = { id: string; first_name: string | null; last_name: string | null };

const foundOf = (row: Row, ...notes: readonly (string | null)[]): Found => ({
  id: row.id,
  name: fullName(row),
  note: notes.filter((note) => note !== null).join(' · ') || undefined,
});

const named = (id: string, name: string | null): Found[] => (name === null ? [] : [{ id, name }]);

/** Finds the first customers whom the caller sees by words of their names, or the one with an id. @throws ApiError */
export async function findCustomers(by: By): Promise<Found[]> {
  if ('id' in by) {
    const { getAuditReport } = await call(Named, { user_id: by.id }, { cached: true });
    return named(by.id, getAuditReport.summary.customer);
  }
  const { getCustomers } = await call(Customers, { search: by.words || null }, { cached: true });
  return getCustomers.data.map((row) => foundOf(row, row.customer_id, row.provider));
}

/** Finds the first staff whom the caller sees by words of their names, or the person with an id. @throws ApiError */
export async function findStaff(by: By): Promise<Found[]> {
  if ('id' in by) {
    const { getAuditReport } = await call(Named, { actor_id: by.id }, { cached: true });
    return named(by.id, getAuditReport.summary.person);
  }
  const { getProviderUsers } = await call(Staff, { search: by.words || null }, { cached: true });
  return getProviderUsers.data.map((row) => foundOf(row, row.provider_name));
}
