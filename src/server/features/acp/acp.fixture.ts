import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import type { TestApp } from '../../../../testing/start-app.ts';

/** Reads a plan by its id. */
export const readPlan = `query getActiveAcps($id: ID!) {
  getActiveAcps(id: $id) { id status version plan_version answers type locked completed_at created_at share_date }
}`;

/** Saves answers of a plan, with an idempotency key if given. */
export const save = `mutation updateAnswers($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $step: String, $type: AcpType, $completed_at: DateTime, $key: String, $confirmed: [String!]) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, step: $step, type: $type, completed_at: $completed_at, idempotency_key: $key, confirmed: $confirmed) {
    returning { id status version plan_version answers completed_at created_at share_date }
  }
}`;

/** Valid answers of the first step. */
export const step1 = { firstName: 'Ann', lastName: 'Lee', hasHelp: 'No' };

/** A person with a signed plan. */
export const complete = { plan: { status: 'complete' as const, answers: fullAnswers() } };

/** Runs plan calls on the API of the app that the current test uses. */
export function plansOn(current: () => TestApp) {
  async function signedIn(
    spec?: Parameters<typeof person>[1],
  ): Promise<{ who: TestPerson; client: TestClient }> {
    const who = await person(current().services, spec);
    const client = new TestClient(current().url);
    await client.signIn(who.email, who.password);
    return { who, client };
  }

  async function planOf(client: TestClient, id: string) {
    const { data } = await client.graphql(readPlan, { id });
    return data.getActiveAcps[0];
  }

  return { signedIn, planOf };
}
