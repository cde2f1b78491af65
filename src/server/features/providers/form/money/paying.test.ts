import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../../testing/people.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { good, withTrees, refusalOf } from '../form.fixture.ts';
import {
  getProviderSubscriptions,
  updateProviderFee,
  updateProviderSubscription,
} from './money-operations.ts';
import { updateProvider } from '../update-operation.ts';

describe('what a provider pays for', () => {
  const { services, trees, as, findProvider } = withTrees();
  let id: string;

  beforeEach(async () => {
    id = await provider(services(), `House ${randomUUID()}`, trees().house);
  });

  type Who = Parameters<typeof as>[0];
  const row = () => findProvider(id);

  it('is another payment plan from today on [API-44]', async () => {
    const { db, clock } = services();
    const plan = { fee: 120_000, recurrence: 'year', start_date: '2024-01-01', customer_type_id: 4 } as const;
    const { id: subscription_id } = await db
      .insertInto('subscriptions')
      .values({ ...plan, name: 'House' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('subscriptions')
      .values([
        { ...plan, name: 'Over', expiry_date: '2024-02-01' },
        { ...plan, name: 'People', customer_type_id: 1 },
        { ...plan, name: 'Later', start_date: '2199-01-01' },
      ])
      .execute();
    expect(await getProviderSubscriptions.call(as('admin'), {})).toEqual([
      { id: subscription_id, name: 'House', fee: 120_000 },
    ]);
    await updateProviderSubscription.call(as('admin'), { id, subscription_id });
    expect(await row()).toMatchObject({
      subscription_id,
      subscription_start_date: melbourneDate(clock()),
      version: 1,
    });
    const unknown = { id, subscription_id: randomUUID() };
    expect(await refusalOf(updateProviderSubscription.call(as('admin'), unknown))).toMatchObject({
      code: 'invalid',
    });
    expect(
      await refusalOf(updateProviderSubscription.call(as('above'), { id, subscription_id })),
    ).toMatchObject({
      code: 'forbidden',
    });
  });

  it('is the number of its beds or its customers, together with the fee for all of them [API-43, TRANS-04, GAP-106]', async () => {
    const set = (input: object, who: Who = 'admin') => updateProviderFee.call(as(who), { id, ...input });
    await set({ no_of_beds: 40, fee: 100_000 });
    expect(await row()).toMatchObject({ no_of_beds: 40, no_of_customers: null, fee: 100_000 });
    await set({ no_of_customers: 12, fee: 58_800 });
    expect(await row()).toMatchObject({ no_of_beds: null, no_of_customers: 12, fee: 58_800 });
    // The minimum is one.
    await set({ no_of_beds: 0, fee: 4_900 });
    expect(await row()).toMatchObject({ no_of_beds: 0, no_of_customers: null, fee: 4_900 });
    for (const wrong of [
      { fee: 1 },
      { no_of_beds: 1, no_of_customers: 1, fee: 1 },
      { no_of_beds: -1, fee: 1 },
      { no_of_beds: 1 },
      { no_of_beds: 1, fee: 1.5 },
      { no_of_beds: 1, fee: -1 },
      { no_of_beds: 100_001, fee: 100_001 },
      // Would be a fraction of a cent for each.
      { no_of_beds: 12, fee: 4_900 },
    ])
      expect(await refusalOf(set(wrong)), JSON.stringify(wrong)).toMatchObject({ code: 'invalid' });
    for (const who of ['above', 'head'] as const)
      expect(await refusalOf(set({ no_of_beds: 1, fee: 0 }, who))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(set({ no_of_beds: 1, fee: 0 }, 'other'))).toMatchObject({ code: 'not-found' });
    expect(await row()).toMatchObject({ no_of_beds: 0, fee: 4_900 });
  });

  it('has the price of its payment plan, whatever a browser sends [API-43, TRANS-04]', async () => {
    const { db } = services();
    const plan = {
      name: 'Beds',
      fee: 2_500,
      recurrence: 'year',
      start_date: '2024-01-01',
      customer_type_id: 4,
    } as const;
    const { id: subscription_id } = await db
      .insertInto('subscriptions')
      .values(plan)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('providers').set({ subscription_id }).where('id', '=', id).execute();
    const set = (input: object) => updateProviderFee.call(as('admin'), { id, ...input });
    await set({ no_of_beds: 40, fee: 100_000 });
    expect(await refusalOf(set({ no_of_beds: 40, fee: 40 }))).toMatchObject({
      ...{ code: 'invalid', fields: [{ field: 'price', message: 'providers.fee.otherPrice' }] },
    });
    const { version } = await row();
    // Another administrator saved meanwhile: nothing changes, and the error contains the saved values.
    await set({ version, no_of_beds: 41, fee: 102_500 });
    await expect(set({ version, no_of_beds: 50, fee: 125_000 })).rejects.toMatchObject({
      code: 'conflict',
      details: { version: version + 1, saved: { counted_by: 'beds', count: '41', price: '25' } },
    });
    expect(await row()).toMatchObject({ no_of_beds: 41, fee: 102_500 });
    // Another plan has another price: the fee changes with it, by both ways to choose a plan.
    const other = async (fee: number) =>
      (
        await db
          .insertInto('subscriptions')
          .values({ ...plan, name: 'Other', fee })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    await updateProviderSubscription.call(as('admin'), { id, subscription_id: await other(3_000) });
    expect(await row()).toMatchObject({ no_of_beds: 41, fee: 123_000 });
    const form = {
      ...good,
      type: 'internal_provider',
      subscription_start_date: melbourneDate(services().clock()),
    };
    const { version: now } = await row();
    const sent = { id, version: now, ...form, subscription_id: await other(100) };
    await updateProvider.call(as('admin'), sent);
    expect(await row()).toMatchObject({ no_of_beds: 41, fee: 4_100 });
    await expect(
      updateProviderSubscription.call(as('admin'), { id, subscription_id: await other(99_000_000) }),
    ).rejects.toMatchObject({ code: 'invalid' });
    await db.updateTable('providers').set({ subscription_id: null }).where('id', '=', id).execute();
  });
});
