import { afterAll, beforeAll, beforeEach } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { askToken, newSystem, tokenForm, type TestSystem } from '../signing.fixture.ts';

/** A server, one of its providers, and a clinical system of that provider, which is a new one for each test. */
export type TokenTest = { app: TestApp; house: string; system: TestSystem };

/** Starts a server for the tests of a file. The returned object is filled before each test. */
export function tokenTest(): TokenTest {
  const test = {} as TokenTest;
  beforeAll(async () => {
    test.app = await startApp();
    test.house = await provider(test.app.services, 'Banksia House');
  }, 120_000);
  afterAll(() => test.app.close());
  beforeEach(async () => {
    await test.app.services.db.deleteFrom('attempts').execute();
    test.system = await newSystem(test.app, test.house);
  });
  return test;
}

/** Asks for a token; returns the status and the body of the response. */
export async function ask({ app }: TokenTest, assertion: string, more: Record<string, string> = {}) {
  const { status, body } = await askToken(app.url, tokenForm(assertion, more));
  return [status, body];
}

/** Response to every invalid assertion. */
export const refused = [400, { error: 'invalid_client' }];

/** Returns the number of tokens that the clinical system has. */
export async function countTokens({ app, system }: TokenTest): Promise<number> {
  const rows = await app.services.db
    .selectFrom('clinical_tokens')
    .select('key_id')
    .where('client_id', '=', system.clientId)
    .execute();
  return rows.length;
}
