import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { attachCustomerProvider } from './attach-operations.ts';
import {
  addCustomerProvider,
  deleteCustomerProvider,
  getCustomerProvider,
  getCustomerProviders,
  getFacilityCustomers,
  updateCustomerProvider,
} from './operations.ts';

const lodge = {
  provider_name: 'Heathland Care',
  service_name: 'Heathland Lodge',
  address: '4 Wattle Lane',
  suburb: 'Warrnambool',
  state: 'VIC',
  postcode: '3280',
  care_type: 'Residential',
};

describe('care facilities', () => {
  let test: TestServices;
  let admin: TestPerson;
  const as = (who: TestPerson) => contextFor(test.services, who.actor);
  const add = (more: Partial<typeof lodge> = {}) =>
    addCustomerProvider.call(as(admin), { ...lodge, ...more });
  const list = (input: Record<string, unknown> = {}) => getCustomerProviders.call(as(admin), input);

  beforeAll(async () => {
    test = await startServices();
    admin = await person(test.services, { role: 'admin' });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.updateTable('users').set({ customer_provider_id: null }).execute();
    await test.services.db.deleteFrom('customer_providers').execute();
  });

  it('are added with all fields, read by id, changed and counted [API-52, API-53, ENT-18, FAC-04]', async () => {
    const added = await add();
    expect(added).toMatchObject({ ...lodge, customers: 0, version: 0 });
    expect(await getCustomerProvider.call(as(admin), { id: added.id })).toEqual(added);
    const saved = await updateCustomerProvider.call(as(admin), {
      id: added.id,
      version: 0,
      ...lodge,
      service_name: '',
      care_type: 'Home Care',
    });
    expect(saved).toEqual({ ...added, service_name: null, care_type: 'Home Care', version: 1 });
  });

  it('are listed ten a page, newest first [FAC-12, FAC-13, API-53]', async () => {
    for (let number = 1; number <= 12; number += 1) {
      test.services.clock = () => new Date(Date.UTC(2026, 0, number));
      await add({ provider_name: `House ${number}` });
    }
    const names = ({ data }: Awaited<ReturnType<typeof list>>) => data.map((row) => row.provider_name);
    const first = await list();
    expect(first).toMatchObject({ count: 12, isExact: true });
    expect(names(first)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `House ${number}`));
    expect(names(await list({ offset: 10 }))).toEqual(['House 2', 'House 1']);
  });

  it('are found by words of name, service, state, postcode and suburb, in any order and case [FAC-11, API-53]', async () => {
    const { id } = await add({ care_type: '', address: '99 Hidden Street' });
    await add({ provider_name: 'Other', service_name: '', suburb: 'Perth', state: 'WA', postcode: '6000' });
    for (const search of ['heathLAND', 'lodge', 'vic', '3280', 'warrnam', 'vic lodge heath']) {
      const { data } = await list({ search });
      expect([search, data.map((row) => row.id)]).toEqual([search, [id]]);
    }
    for (const search of ['hidden', 'l%dge', '%%', '_', 'heathland perth'])
      expect([search, (await list({ search })).count]).toEqual([search, 0]);
  });

  it('are refused with the field that breaks a rule, and nothing is stored [FAC-05, FAC-08, FAC-09]', async () => {
    await expect(
      addCustomerProvider.call(as(admin), {
        ...lodge,
        provider_name: ' ',
        postcode: '328',
        care_type: 'Hospital',
      }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'provider_name' }, { field: 'postcode' }, { field: 'care_type' }],
    });
    expect((await list()).count).toBe(0);
  });

  it('accept no additional field: no id, no time, no version [security 5]', async () => {
    for (const more of [{ id: randomUUID() }, { created_at: '2020-01-01' }, { version: 9 }, { customers: 3 }])
      await expect(addCustomerProvider.call(as(admin), { ...lodge, ...more })).rejects.toMatchObject({
        code: 'invalid',
      });
  });

  it('are added once when the same call arrives twice [fault 7]', async () => {
    const idempotency_key = randomUUID();
    const [one, other] = [
      await addCustomerProvider.call(as(admin), { ...lodge, idempotency_key }),
      await addCustomerProvider.call(as(admin), { ...lodge, idempotency_key }),
    ];
    expect(other.id).toBe(one.id);
    expect((await list()).count).toBe(1);
  });

  it('keep the first of two saves, and the other one gets the saved values [D-18] [fault 7]', async () => {
    const { id } = await add();
    const save = (suburb: string) =>
      updateCustomerProvider.call(as(admin), { id, version: 0, ...lodge, suburb });
    const results = await Promise.allSettled([save('Koroit'), save('Port Fairy')]);
    const kept = (await getCustomerProvider.call(as(admin), { id })).suburb;
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((each) => each.status === 'rejected') as PromiseRejectedResult;
    expect(lost.reason).toMatchObject({
      code: 'conflict',
      details: { version: 1, saved: { ...lodge, suburb: kept } },
    });
  });

  it('cannot be deleted while customers are attached, who are counted; afterwards they are deleted permanently [API-52, FAC-03]', async () => {
    const { id } = await add();
    const customer = await person(test.services, { firstName: 'Joan', lastName: 'Murphy' });
    const attachTo = (customer_provider_id: string | null) =>
      attachCustomerProvider.call(as(admin), { user_id: customer.userId, customer_provider_id });
    await attachTo(id);
    await expect(deleteCustomerProvider.call(as(admin), { id })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'form', message: 'error.facility.inUse' }],
      details: { customers: 1 },
    });
    expect(await getFacilityCustomers.call(as(admin), { id })).toMatchObject({
      count: 1,
      data: [{ id: customer.userId, first_name: 'Joan', last_name: 'Murphy', provider: null }],
    });
    await attachTo(null);
    expect(await deleteCustomerProvider.call(as(admin), { id })).toEqual({ id });
    for (const call of [
      () => getCustomerProvider.call(as(admin), { id }),
      () => deleteCustomerProvider.call(as(admin), { id }),
      () => updateCustomerProvider.call(as(admin), { id, version: 0, ...lodge }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are never deleted while a customer is being attached at the same moment', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { id } = await add();
      const customer = await person(test.services);
      const [attached, deleted] = await Promise.allSettled([
        attachCustomerProvider.call(as(admin), { user_id: customer.userId, customer_provider_id: id }),
        deleteCustomerProvider.call(as(admin), { id }),
      ]);
      expect([attached.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
      const refusal = (attached.status === 'rejected' ? attached : deleted) as PromiseRejectedResult;
      expect(['conflict', 'invalid']).toContain(refusal.reason.code);
    }
  });
});
