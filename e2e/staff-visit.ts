import { TestClient } from '../testing/client.ts';
import type { TestPerson } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';

/** Signs a staff member in inside a customer's account, with a reason that the customer can read. */
export async function staffInside(
  app: TestApp,
  staff: TestPerson,
  customer: TestPerson,
  reason = 'She rang for help',
): Promise<TestClient> {
  const client = new TestClient(app.url);
  await client.signIn(staff.email, staff.password);
  const entry = { customerId: customer.userId, reason, password: staff.password };
  const { status, body } = await client.post('/api/auth/login-as-customer', entry);
  if (!body.ok) throw new Error(`Logging in as ${customer.email} failed: ${status} ${JSON.stringify(body)}`);
  return client;
}
