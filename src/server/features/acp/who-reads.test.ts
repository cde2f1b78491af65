import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { complete, plansOn, readPlan, save, step1 } from './acp.fixture.ts';

describe('plans over the API', () => {
  let app: TestApp;
  const { signedIn } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it("reveal another person's plan in no way: read, list, save and PDF answer as if it did not exist", async () => {
    const { who } = await signedIn(complete);
    const { client } = await signedIn();
    const read = await client.graphql(readPlan, { id: who.acpId });
    const list = await client.graphql(
      `query getActiveAcpsByUserId($id: ID!) { getActiveAcpsByUserId(user_id: $id) { id } }`,
      { id: who.userId },
    );
    const saved = await client.graphql(save, { id: who.acpId, answers: step1, status: 'draft', version: 1 });
    for (const { errors, data } of [read, list, saved]) {
      expect(errors?.[0].extensions.code).toBe('not-found');
      expect(data).toBeNull();
    }
    expect((await client.fetch('/api/acp/plan.pdf')).status).toBe(404);
  });

  it("are read by the person's own id, with their account facts [API-22, ENT-02, ENT-08]", async () => {
    const providerId = await provider(app.services, 'Banksia House');
    const { who, client } = await signedIn({ ...complete, providerId, dob: '14/05/1943' });
    const { db } = app.services;
    const { id: subscription_id } = await db
      .insertInto('subscriptions')
      .values({
        name: 'Care plan',
        fee: 4_900,
        customer_type_id: 1,
        recurrence: 'year',
        stripe_price_id: 'price_49',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('users')
      .set({
        subscription_id,
        stripe_promotion_id: 'promo_1',
        health_record_confirm_date: new Date('2026-03-11T13:30:00.000Z'),
      })
      .where('id', '=', who.userId)
      .execute();
    const query = `query getActiveAcpsByUserId($id: ID!) {
      getActiveAcpsByUserId(user_id: $id) {
        id status user { provider subscription_id stripe_price_id stripe_promotion_id first_name last_name dob pin share_id health_record_confirm_date }
      }
    }`;
    const { data } = await client.graphql(query, { id: who.userId });
    expect(data.getActiveAcpsByUserId).toHaveLength(1);
    expect(data.getActiveAcpsByUserId[0]).toEqual({
      id: who.acpId,
      status: 'complete',
      user: {
        provider: 'Banksia House',
        subscription_id,
        stripe_price_id: 'price_49',
        stripe_promotion_id: 'promo_1',
        first_name: 'Margaret',
        last_name: 'Doyle',
        dob: '1943-05-14',
        pin: who.pin,
        share_id: who.shareId,
        health_record_confirm_date: '2026-03-11T13:30:00.000Z',
      },
    });
  });

  it('return nothing to a visitor', async () => {
    const { who } = await signedIn(complete);
    const visitor = new TestClient(app.url);
    const { errors } = await visitor.graphql(readPlan, { id: who.acpId });
    expect(errors?.[0].extensions.code).toBe('unauthenticated');
    expect((await visitor.fetch('/api/acp/plan.pdf')).status).toBe(401);
  });
});
