import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { daysAfter, melbourneDate } from '../../../domain/fields.ts';
import { PaymentProviderError, type WatchedPayments } from '../../ports/payments/port.ts';
import { refusalOf } from '../providers/form/form.fixture.ts';
import { withBilling } from '../provider-billing/provider-billing.fixture.ts';
import { endSubscriptions, moveSubscribers } from './moves.ts';
import {
  getSubscriptions,
  insertSubscription,
  setSubscriptionExpired,
  updateSubscription,
} from './operations.ts';

const today = melbourneDate(new Date());
const [tomorrow, nextYear] = [daysAfter(today, 1), daysAfter(today, 365)];

const terms = {
  name: 'Aged care, per bed',
  fee: 1_800,
  customer_type_id: 4,
  duration: 'annually-1',
  partner_fee: 400,
  no_of_beds: 1,
  start_date: tomorrow,
} as const;

describe('subscription plans', () => {
  const { test, db, addProvider, staff } = withBilling();

  async function asAdmin() {
    const { context } = await staff('admin');
    return {
      context,
      add: (changes: Record<string, unknown> = {}) =>
        insertSubscription.call(context, { ...terms, ...changes }),
      refused: (changes: Record<string, unknown>) =>
        refusalOf(insertSubscription.call(context, { ...terms, ...changes })),
      expire: (id: string) => setSubscriptionExpired.call(context, { id }),
    };
  }
  const stored = (id: string) =>
    db().selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('are stored with the terms of the requirement, once for a repeated call [API-57] [ENT-20] [SUB-03] [SUB-13]', async () => {
    const { context } = await asAdmin();
    const idempotency_key = randomUUID();
    const added = await insertSubscription.call(context, { ...terms, idempotency_key });
    await insertSubscription.call(context, { ...terms, idempotency_key });
    expect(await stored(added.id)).toMatchObject({
      name: 'Aged care, per bed',
      fee: 1_800,
      customer_type_id: 4,
      duration: 'annually-1',
      recurrence: null,
      partner_fee: 400,
      stripe: false,
      stripe_price_id: null,
      no_of_customers: null,
      no_of_beds: 1,
      start_date: tomorrow,
      expiry_date: null,
      scheduled_subscription_id: null,
      status: 'active',
    });
    const { data } = await getSubscriptions.call(context, { customer_type_id: '4' });
    expect(data.map(({ id, state }) => [id, state])).toEqual([[added.id, 'scheduled']]);
  });

  it('are refused without what they need, at the fields [SUB-17] [SUB-18] [SUB-19]', async () => {
    const { refused, add } = await asAdmin();
    const at = async (changes: Record<string, unknown>) =>
      (await refused(changes)).fields.map(({ field, message }) => [field, message]);
    expect(await at({ name: ' ' })).toEqual([['name', 'field.required']]);
    expect(await at({ fee: -1 })).toEqual([['fee', 'field.money']]);
    expect(await at({ fee: 100_000_001 })).toEqual([['fee', 'field.money']]);
    expect(await at({ customer_type_id: 9 })).toEqual([['customer_type_id', 'field.requiredChoice']]);
    expect(await at({ duration: null })).toEqual([['duration', 'error.subscription.duration']]);
    expect(await at({ customer_type_id: 1 })).toEqual([['recurrence', 'error.subscription.recurrence']]);
    expect(await at({ no_of_customers: 1 })).toEqual([['counted_by', 'error.subscription.oneCount']]);
    expect(await at({ expiry_date: today })).toEqual([['expiry_date', 'field.date.beforeStart']]);
    expect(await add({ fee: 0, partner_fee: null, no_of_beds: null })).toMatchObject({ fee: 0 });
  });

  it('lose what does not apply to their customer type [SUB-02] [SUB-04] [SUB-20] [SUB-21]', async () => {
    const { add } = await asAdmin();
    const individual = await add({ customer_type_id: 1, recurrence: 'never', name: 'For life' });
    expect(await stored(individual.id)).toMatchObject({
      ...{ recurrence: 'never', duration: null, partner_fee: null, no_of_beds: null },
    });
    const house = await add({ recurrence: 'year', partner_fee: null });
    expect(await stored(house.id)).toMatchObject({
      recurrence: null,
      duration: 'annually-1',
      partner_fee: null,
    });
  });

  it('of one name and customer type do not overlap', async () => {
    const { add, refused } = await asAdmin();
    await add({ expiry_date: nextYear });
    expect(await refused({ name: 'AGED CARE, per bed', start_date: nextYear })).toEqual({
      code: 'invalid',
      fields: [{ field: 'name', message: 'error.subscription.sameName' }],
    });
    await add({ start_date: daysAfter(nextYear, 1) });
    // Two administrators at once.
    const both = await Promise.all([1, 2].map(() => refusalOf(add({ name: 'Home care' }))));
    expect(both.map(({ code }) => code ?? 'added').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'added',
      'invalid',
    ]);
  });

  it('can be followed by another one that runs then, when they have an end [SUB-11] [SUB-12]', async () => {
    const { add, refused, context } = await asAdmin();
    const next = await add({ name: 'Next', start_date: daysAfter(nextYear, 1) });
    const late = await add({ name: 'Late', start_date: daysAfter(nextYear, 2) });
    const person = await add({ name: 'Person', customer_type_id: 1, recurrence: 'year' });
    const follow = (id: string, changes: Record<string, unknown> = {}) =>
      refused({ expiry_date: nextYear, scheduled_subscription_id: id, ...changes });
    const message = async (refusal: ReturnType<typeof follow>) => (await refusal).fields[0]?.message;
    expect(await message(follow(next.id, { expiry_date: null }))).toBe(
      'error.subscription.followOnNeedsExpiry',
    );
    expect(await message(follow(next.id, { customer_type_id: 1, recurrence: 'year' }))).toBe(
      'error.subscription.followOnIndividual',
    );
    expect(await message(follow(person.id))).toBe('error.subscription.followOnType');
    expect(await message(follow(randomUUID()))).toBe('error.subscription.followOnType');
    expect(await message(follow(late.id))).toBe('error.subscription.followOnRuns');
    const first = await add({ expiry_date: nextYear, scheduled_subscription_id: next.id });
    expect(first.scheduled_subscription_id).toBe(next.id);
    // A plan that follows itself, and a ring of two.
    for (const [id, to] of [
      [first.id, first.id],
      [next.id, first.id],
    ]) {
      const changed = {
        ...terms,
        id: id!,
        name: 'Ring',
        expiry_date: daysAfter(nextYear, 400),
        scheduled_subscription_id: to!,
      };
      const start = id === next.id ? { start_date: daysAfter(nextYear, 1) } : {};
      expect(await refusalOf(updateSubscription.call(context, { ...changed, ...start }))).toMatchObject({
        fields: [{ field: 'scheduled_subscription_id', message: 'error.subscription.followOnRing' }],
      });
    }
  });

  it('can be changed until they start, then only the plan that follows [API-58] [SUB-09]', async () => {
    const { add, context } = await asAdmin();
    const plan = await add();
    await updateSubscription.call(context, { ...terms, id: plan.id, fee: 2_000, version: 0 });
    expect(await stored(plan.id)).toMatchObject({ fee: 2_000, version: 1 });
    const stale = { ...terms, id: plan.id, fee: 2_100, version: 0 };
    expect(await refusalOf(updateSubscription.call(context, stale))).toMatchObject({ code: 'conflict' });
    const running = { ...terms, name: 'Running', start_date: today, expiry_date: nextYear };
    const started = await add(running);
    const next = await add({ name: 'Next', start_date: daysAfter(nextYear, 1) });
    for (const changes of [
      { fee: 1 },
      { name: 'Other' },
      { expiry_date: null },
      { duration: 'monthly' },
    ] as const)
      expect(
        await refusalOf(updateSubscription.call(context, { ...running, ...changes, id: started.id })),
      ).toMatchObject({ fields: [{ message: 'error.subscription.readOnly' }] });
    const followed = { ...running, id: started.id, scheduled_subscription_id: next.id };
    expect(await updateSubscription.call(context, followed)).toMatchObject({ follow_on_name: 'Next' });
  });

  it('can be expired by hand while active, and their providers move to the plan that follows [API-59] [SUB-07] [SUB-08] [SUB-10]', async () => {
    const { add, expire } = await asAdmin();
    const next = await add({ name: 'Next', start_date: today, fee: 2_000 });
    const plan = await add({ start_date: today, expiry_date: nextYear, scheduled_subscription_id: null });
    await db()
      .updateTable('subscriptions')
      .set({ scheduled_subscription_id: next.id })
      .where('id', '=', plan.id)
      .execute();
    const scheduled = await add({ name: 'Later' });
    expect(await refusalOf(expire(scheduled.id))).toMatchObject({
      fields: [{ message: 'error.subscription.notActive' }],
    });
    const house = await addProvider(plan.id, daysAfter(today, -30));
    expect(await expire(plan.id)).toMatchObject({ status: 'expired', state: 'expired', expiry_date: today });
    await expire(plan.id);
    const context = { services: test().services } as Parameters<typeof moveSubscribers>[1];
    await moveSubscribers({ subscription_id: plan.id }, context);
    const moved = await db()
      .selectFrom('providers')
      .selectAll()
      .where('id', '=', house)
      .executeTakeFirstOrThrow();
    expect(moved).toMatchObject({ subscription_id: next.id, subscription_start_date: today, fee: 24_000 });
  });

  it('end automatically after their last day, also after a run that stopped half way', async () => {
    const { add } = await asAdmin();
    const next = await add({ name: 'Next', start_date: today });
    const plan = await add({ start_date: today, expiry_date: daysAfter(today, 10) });
    await db()
      .updateTable('subscriptions')
      .set({ scheduled_subscription_id: next.id })
      .where('id', '=', plan.id)
      .execute();
    const alone = await add({ name: 'Alone', start_date: today, expiry_date: daysAfter(today, 10) });
    const houses = [];
    for (const each of [plan.id, plan.id, alone.id]) houses.push(await addProvider(each, today));
    const run = (days: number) =>
      endSubscriptions(
        { ...test().services, clock: () => new Date(Date.now() + days * 86_400_000) },
        () => {},
      );
    await run(10);
    expect((await stored(plan.id)).status).toBe('active');
    // The last run marked the plan and moved one provider.
    await db().updateTable('subscriptions').set({ status: 'expired' }).where('id', '=', plan.id).execute();
    await run(11);
    await run(11);
    expect((await stored(alone.id)).status).toBe('expired');
    const rows = await db().selectFrom('providers').selectAll().where('id', 'in', houses).execute();
    const of = (id: string) => rows.find((row) => row.id === id)!;
    expect(houses.map((id) => [of(id).subscription_id, of(id).subscription_start_date])).toEqual([
      [next.id, daysAfter(today, 11)],
      [next.id, daysAfter(today, 11)],
      [null, null],
    ]);
  });

  it('kept in step with the payment company get a price there, another one for another fee, and are not saved while it is unavailable [SUB-05] [D-48]', async () => {
    const { context } = await asAdmin();
    const asked: { fee: number; key: string }[] = [];
    let isAway = true;
    const payments = {
      async createPrice({ fee }: { fee: number }, key: string) {
        if (isAway) throw new PaymentProviderError('unavailable', 'away');
        asked.push({ fee, key });
        return `price_${key}`;
      },
    } as unknown as WatchedPayments;
    const connected = { ...context, services: { ...context.services, payments } };
    const synced = { ...terms, stripe: true, idempotency_key: randomUUID() };
    expect(await refusalOf(insertSubscription.call(connected, synced))).toEqual({
      code: 'unavailable',
      fields: [{ field: 'stripe', message: 'error.payment.providerDown' }],
    });
    expect(
      await db().selectFrom('subscriptions').select('id').where('name', '=', terms.name).execute(),
    ).toEqual([]);
    isAway = false;
    const plan = await insertSubscription.call(connected, synced);
    expect(await stored(plan.id)).toMatchObject({ stripe: true, stripe_price_id: `price_${asked[0]!.key}` });
    await updateSubscription.call(connected, { ...terms, stripe: true, id: plan.id, fee: 2_000 });
    const later = { ...terms, stripe: true, fee: 2_000, start_date: nextYear };
    await updateSubscription.call(connected, { ...later, id: plan.id });
    expect(asked.map(({ fee }) => fee)).toEqual([1_800, 2_000]);
    expect(asked[1]!.key).not.toBe(asked[0]!.key);
    expect((await stored(plan.id)).stripe_price_id).toBe(`price_${asked[1]!.key}`);
  });

  it('that the payment page offers are not expired here', async () => {
    const { context, expire } = await asAdmin();
    const { data } = await getSubscriptions.call(context, {});
    expect(data.map(({ name, may_expire }) => [name, may_expire])).toContainEqual(['Care plan', false]);
    const { id } = await db()
      .selectFrom('subscriptions')
      .select('id')
      .where('name', '=', 'Care plan')
      .executeTakeFirstOrThrow();
    expect(await refusalOf(expire(id))).toMatchObject({
      fields: [{ message: 'error.subscription.configured' }],
    });
  });

  it('are changed by the platform only', async () => {
    const { add } = await asAdmin();
    const plan = await add();
    const house = await addProvider(plan.id, today);
    for (const role of ['provideradmin', 'providerview'] as const) {
      const { context } = await staff(role, house);
      for (const call of [
        () => insertSubscription.call(context, terms),
        () => updateSubscription.call(context, { ...terms, id: plan.id }),
        () => setSubscriptionExpired.call(context, { id: plan.id }),
        () => getSubscriptions.call(context, {}),
      ])
        expect(await refusalOf(call())).toMatchObject({ code: 'forbidden' });
    }
  });
});
