import type { TestClient } from '../../../../../testing/client.ts';
import { contextFor, type TestPerson } from '../../../../../testing/people.ts';
import type { House } from '../page/customer-page.fixture.ts';
import { readHandover } from './reading-operation.ts';

export const handOverQuery = (userId: string, more = 'receiver: "ambulance"') =>
  `mutation { handOver(user_id: "${userId}", ${more}) { id receiver repeated } }`;

type Staff = { house: House; nurse: TestPerson; client: TestClient };

/** Returns what staff do to hand a plan over and what is recorded of it. `staff` returns those of the running test. */
export function handingIn(staff: () => Staff) {
  return {
    handOver: (userId: string, more?: string, by = staff().client) => by.graphql(handOverQuery(userId, more)),
    openingsOf: async (userId: string) => {
      const { data } = await staff().client.graphql(
        `{ getCustomer(id: "${userId}") { openings { count data { kind name receiver } } } }`,
      );
      return data.getCustomer.openings.data;
    },
    entriesOf: (userId: string, action: string) =>
      staff()
        .house.db.selectFrom('audit_log')
        .select(['actor_id', 'details'])
        .where('chain', '=', userId)
        .where('action', '=', action)
        .orderBy('seq')
        .execute(),
    pdfOf: (userId: string, by = staff().client) => by.fetch(`/api/customers/${userId}/handover.pdf`),
    readContent: (userId: string) =>
      readHandover.call(contextFor(staff().house.services, staff().nurse.actor), { user_id: userId }),
  };
}
