import type { TestClient } from '../../../../../testing/client.ts';
import {
  fullAnswers,
  password,
  person,
  signingAnswers,
  type TestPerson,
} from '../../../../../testing/people.ts';
import type { TestApp } from '../../../../../testing/start-app.ts';
import { placeholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import { visiting } from '../impersonation.fixture.ts';

const whoAmI = `{ currentUser { id acting { staff_name }
  together { staff_name organisation place customer_name } } }`;

/** Returns common steps of the tests of sessions of a customer with staff beside them. New customers belong to `providerId`. */
export function beside(app: TestApp, providerId: string) {
  const actions = visiting(app, providerId);
  const { db } = app.services;
  return {
    ...actions,
    whoIs: async (client: TestClient) => (await client.graphql(whoAmI)).data.currentUser,
    begin: (client: TestClient, customerId: string, more: Record<string, unknown> = {}) =>
      client.post('/api/auth/begin-together', {
        customerId,
        reason: 'She asked me to help her with her plan',
        password,
        agreed: true,
        ...more,
      }),
    /** Creates a customer without an address, with a complete draft. */
    async resident(more: Record<string, unknown> = {}): Promise<TestPerson> {
      const made = await person(app.services, {
        ...{ providerId, firstName: 'Shirley', lastName: 'Doyle' },
        plan: { status: 'draft', answers: fullAnswers() },
      });
      const email = placeholderEmail(made.userId);
      await actions.change(made.userId, { email, email_verified_at: null, password_hash: null, ...more });
      return made;
    },
    /** Signs the plan in force, in the browser of a session. */
    async sign(client: TestClient, userId: string, name = 'Shirley Doyle') {
      const { id, version } = await db
        .selectFrom('acps')
        .select(['id', 'version'])
        .where('user_id', '=', userId)
        .where('type', '=', 'active')
        .executeTakeFirstOrThrow();
      return client.graphql(
        `mutation ($id: ID!, $answers: JSON!, $version: Int!) {
          updateAnswers(id: $id, answers: $answers, status: complete, version: $version) { returning { plan_version } } }`,
        { id, version, answers: await signingAnswers(name, 1) },
      );
    },
    /** Returns the entries of a customer's trail with an action. */
    trailOf: (chain: string, action: string) =>
      db
        .selectFrom('audit_log')
        .select(['actor_kind', 'actor_id', 'acting_staff_id', 'details'])
        .where('chain', '=', chain)
        .where('action', '=', action)
        .orderBy('seq')
        .execute(),
  };
}
