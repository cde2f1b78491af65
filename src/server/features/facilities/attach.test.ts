import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import {
  contextFor,
  fullAnswers,
  password,
  person,
  provider,
  type TestPerson,
} from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { attachCustomerProvider, getCustomerProviderNames } from './attach-operations.ts';
import { addCustomerProvider } from './operations.ts';

describe('attaching a customer to a care facility', () => {
  let test: TestApp;
  let house: string;
  let admin: TestPerson;
  let editor: TestPerson;
  let viewer: TestPerson;
  let customer: TestPerson;
  let lodge: string;
  let manor: string;
  const as = (who: TestPerson) => contextFor(test.services, who.actor);
  const attach = (by: TestPerson, input: Record<string, unknown>) =>
    attachCustomerProvider.call(as(by), { user_id: customer.userId, ...input });
  const facilityNow = async () => {
    const { db } = test.services;
    const row = await db
      .selectFrom('users')
      .select('customer_provider_id')
      .where('id', '=', customer.userId)
      .executeTakeFirst();
    return row?.customer_provider_id ?? null;
  };

  beforeAll(async () => {
    test = await startApp();
    const { services } = test;
    house = await provider(services);
    const elsewhere = await provider(services, 'Grevillea Lodge');
    admin = await person(services, { role: 'admin' });
    editor = await person(services, { role: 'provideradmin', providerId: house });
    viewer = await person(services, { role: 'providerview', providerId: house });
    const stranger = await person(services, { role: 'provideradmin', providerId: elsewhere });
    customer = await person(services, {
      providerId: house,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    ({ id: lodge } = await addCustomerProvider.call(as(admin), { provider_name: 'Heathland Lodge' }));
    ({ id: manor } = await addCustomerProvider.call(as(admin), { provider_name: 'Acacia Manor' }));
    await expect(attach(stranger, { customer_provider_id: lodge })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(attach(viewer, { customer_provider_id: lodge })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
  afterAll(() => test.close());

  it('is allowed with permission to change the customer, and reversed with null [API-52] [security 4]', async () => {
    expect(await attach(editor, { customer_provider_id: lodge })).toEqual({
      id: customer.userId,
      facility_id: lodge,
      facility: 'Heathland Lodge',
    });
    expect(await facilityNow()).toBe(lodge);
    expect(await attach(admin, { customer_provider_id: null })).toMatchObject({ facility_id: null });
    expect(await facilityNow()).toBeNull();
  });

  it('changes nothing if another user attached the customer meanwhile, and returns the facility [fault 7]', async () => {
    await attach(admin, { customer_provider_id: lodge, seen: null });
    await expect(attach(editor, { customer_provider_id: manor, seen: null })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'form', message: 'error.facility.attachedMeanwhile' }],
      details: { facility: { id: lodge, name: 'Heathland Lodge' } },
    });
    expect(await facilityNow()).toBe(lodge);
    await attach(editor, { customer_provider_id: manor, seen: lodge });
    expect(await facilityNow()).toBe(manor);
  });

  it('refuses an unknown facility, at the field', async () => {
    await expect(attach(admin, { customer_provider_id: randomUUID() })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'customer_provider_id', message: 'error.facility.gone' }],
    });
  });

  it('finds facilities by name for editors of customers, and for no viewer [API-52] [security 4]', async () => {
    const names = async (searchQuery?: string) =>
      (await getCustomerProviderNames.call(as(editor), { searchQuery })).data.map((row) => row.provider_name);
    expect(await names()).toEqual(['Acacia Manor', 'Heathland Lodge']);
    expect(await names('lod')).toEqual(['Heathland Lodge']);
    await expect(getCustomerProviderNames.call(as(viewer), {})).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('shows it on the card and the emergency page if there is no provider, and the provider if there is one [GAP-52, EMERG-03]', async () => {
    const { db } = test.services;
    const own = new TestClient(test.url);
    await own.signIn(customer.email, password);
    const onCard = async () =>
      (await own.graphql('{ getEmergencyCard { care_provider } }')).data.getEmergencyCard.care_provider;
    const reader = new TestClient(test.url);
    const path = `/acp-login/${customer.shareId}`;
    const opened = await reader.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ pin: customer.pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    });
    expect(opened.status).toBe(303);
    const onPage = async () => /Care provider: ([^<]*)/.exec(await (await reader.fetch(path)).text())?.[1];
    await attach(admin, { customer_provider_id: lodge });
    expect([await onCard(), await onPage()]).toEqual(['Banksia House', 'Banksia House']);
    await db.updateTable('users').set({ provider_id: null }).where('id', '=', customer.userId).execute();
    expect([await onCard(), await onPage()]).toEqual(['Heathland Lodge', 'Heathland Lodge']);
    await attach(admin, { customer_provider_id: null });
    expect([await onCard(), await onPage()]).toEqual([null, '--']);
  });
});
