import { TestClient } from '../../../../testing/client.ts';
import { password, person, type TestPerson } from '../../../../testing/people.ts';
import type { TestApp } from '../../../../testing/start-app.ts';

const whoAmI = '{ currentUser { id acting { staff_name customer_id customer_name ends_at seconds_left } } }';

/** Returns common steps of the tests of staff in customers' accounts. New customers belong to `providerId`. */
export function visiting(app: TestApp, providerId: string) {
  const { db } = app.services;
  const change = (id: string, more: Record<string, unknown>) =>
    db.updateTable('users').set(more).where('id', '=', id).execute();
  return {
    change,
    async browserOf(who: TestPerson): Promise<TestClient> {
      const client = new TestClient(app.url);
      await client.signIn(who.email, who.password);
      return client;
    },
    enter: (client: TestClient, customerId: string, more: Record<string, unknown> = {}) =>
      client.post('/api/auth/login-as-customer', {
        customerId,
        reason: 'She rang and asked me to add her new telephone number',
        password,
        ...more,
      }),
    goBack: (client: TestClient) => client.post('/api/auth/return-to-own', {}),
    whoIs: async (client: TestClient) => (await client.graphql(whoAmI)).data.currentUser,
    /** Returns the owner of the account that a cookie opens; null for an invalid cookie. */
    async ownerOf(cookie: string): Promise<string | null> {
      const response = await fetch(`${app.url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, cookie },
        body: JSON.stringify({ query: whoAmI }),
      });
      const { data } = (await response.json()) as { data: { currentUser: { id: string } | null } };
      return data.currentUser?.id ?? null;
    },
    /** Returns the last visit to a customer. */
    visitOf: (customerId: string) =>
      db
        .selectFrom('staff_visits')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('started_at', 'desc')
        .executeTakeFirst(),
    /** Creates a provider admin of the customers' provider. */
    newStaff: (): Promise<TestPerson> =>
      person(app.services, { role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' }),
    async newCustomer(more: Record<string, unknown> = {}): Promise<TestPerson> {
      const made = await person(app.services, { providerId });
      if (Object.keys(more).length > 0) await change(made.userId, more);
      return made;
    },
  };
}
