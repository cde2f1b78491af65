import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

describe('the columns that staff choose for the table of customers', () => {
  let app: TestApp;
  let nurse: TestPerson;
  let houseId: string;

  const signedIn = async (who: TestPerson) => {
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return client;
  };
  const choose = (client: TestClient, columns: string) =>
    client.graphql(`mutation { updateCustomerColumns(columns: ${columns}) }`);
  const columnsOf = async (client: TestClient) =>
    (await client.graphql('{ currentUser { customer_columns } }')).data.currentUser.customer_columns;

  beforeAll(async () => {
    app = await startApp();
    houseId = await provider(app.services, 'Banksia House');
    nurse = await person(app.services, { role: 'providerview', providerId: houseId });
  });
  afterAll(() => app.close());

  it('are the usual ones until they are chosen, and follow the person to another computer [N-03]', async () => {
    const [one, other] = [await signedIn(nurse), await signedIn(nurse)];
    expect(await columnsOf(one)).toBeNull();
    await choose(one, '["invite_date", "room"]');
    expect(await columnsOf(other)).toEqual(['room', 'invite_date']);
    const colleague = await person(app.services, { role: 'providerview', providerId: houseId });
    expect(await columnsOf(await signedIn(colleague))).toBeNull();
    await choose(other, 'null');
    expect(await columnsOf(one)).toBeNull();
  });

  it('are stored without unknown keys, and more than twenty keys are refused [N-03]', async () => {
    const client = await signedIn(nurse);
    const { data } = await choose(client, '["answers", "cpr", "name"]');
    expect(data.updateCustomerColumns).toEqual(['cpr']);
    const many = await choose(client, JSON.stringify(Array.from({ length: 21 }, () => 'room')));
    expect(many.errors?.[0]?.extensions.code).toBe('invalid');
    expect(await columnsOf(client)).toEqual(['cpr']);
  });

  it('are chosen only by staff, for themselves [N-03]', async () => {
    const customer = await person(app.services, { providerId: houseId });
    for (const [client, code] of [
      [new TestClient(app.url), 'unauthenticated'],
      [await signedIn(customer), 'forbidden'],
    ] as const) {
      const { errors } = await choose(client, '["room"]');
      expect(errors?.[0]?.extensions.code).toBe(code);
    }
    const { customer_columns } = await app.services.db
      .selectFrom('users')
      .select('customer_columns')
      .where('id', '=', customer.userId)
      .executeTakeFirstOrThrow();
    expect(customer_columns).toBeNull();
  });
});
