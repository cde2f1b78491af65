import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { settleWaiting } from '../nightly.ts';
import { companyInMemory, subscribed, type Company } from './company.fixture.ts';
import { keepEvents } from './events-store.ts';
import { handleEvents } from './handle-events.ts';

const day = 24 * 60 * 60_000;

describe('events of the payment company', () => {
  let test: TestServices;
  let company: Company;
  const log = () => {};

  beforeEach(async () => {
    test = await startServices();
    company = companyInMemory();
    test.services.payments = company.payments;
  });
  afterEach(() => test.close());

  let made = 0;
  const event = (type: string, objectId: string, customerId: string | null = null) => {
    made += 1;
    return { id: `evt_${made}`, type, objectId, customerId, createdAt: new Date() };
  };
  const handle = (events: readonly { id: string }[]) =>
    handleEvents(
      test.services,
      events.map(({ id }) => id),
    );
  const waiting = () =>
    test.services.db
      .selectFrom('payment_events')
      .select(['id', 'failures'])
      .where('handled_at', 'is', null)
      .execute();
  /** Returns the event ids of each emitted event that announces stored ones. */
  const wordLeft = async () => {
    const rows = await test.services.db
      .selectFrom('outbox')
      .select('payload')
      .where('type', '=', 'payment.notified')
      .orderBy('id')
      .execute();
    return rows.map(({ payload }) => (payload as { event_ids: string[] }).event_ids.toSorted());
  };
  const paid = () => test.services.db.selectFrom('transactions').select(['status', 'refunded']).execute();

  it('are stored once and announced once, simultaneous ones together [fault 15]', async () => {
    const { db } = test.services;
    const two = [event('invoice.paid', 'in_1'), event('customer.subscription.updated', 'sub_1')];
    const kept = await Promise.all(
      Array.from({ length: 10 }, (_, time) =>
        keepEvents(db, [...(time % 2 ? two : two.toReversed()), ...two], new Date()),
      ),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect(await wordLeft()).toEqual([two.map(({ id }) => id)]);
    const again = event('invoice.paid', 'in_1');
    await keepEvents(db, [...two, again], new Date());
    expect(await wordLeft()).toEqual([two.map(({ id }) => id), [again.id]]);
  });

  it('have one effect in any order, handled ten times, several at once, because their subject is read again [fault 15]', async () => {
    const { db } = test.services;
    const who = await subscribed(test.services, company);
    who.changeInvoice({ refunded: 4_900 });
    const all = [
      event('charge.refunded', who.invoiceId.replace('in_', 'ch_'), who.customerId),
      event('customer.subscription.updated', who.subscriptionId, who.customerId),
      event('customer.subscription.created', who.subscriptionId, who.customerId),
      event('invoice.paid', who.invoiceId, who.customerId),
    ];
    for (const one of all) await keepEvents(db, [one], new Date());
    for (let time = 0; time < 10; time += 1) {
      // Marks them as new, because only new events are read again.
      await db.updateTable('payment_events').set({ handled_at: null }).execute();
      const halves = [all.slice(0, 2), all.slice(2)];
      await Promise.all((time % 2 ? halves.toReversed() : halves).map(handle));
    }
    expect(await paid()).toEqual([{ status: 'refunded', refunded: 4_900 }]);
    const left = await db
      .selectFrom('outbox')
      .select('type')
      .where('type', '=', 'payment.refunded')
      .execute();
    expect(left).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('about one subject cause one reading of it [fault 15]', async () => {
    const who = await subscribed(test.services, company);
    const all = ['created', 'finalized', 'paid', 'payment_succeeded'].map((name) =>
      event(`invoice.${name}`, who.invoiceId, who.customerId),
    );
    await keepEvents(test.services.db, all, new Date());
    company.calls.length = 0;
    await handle(all);
    expect(company.calls.filter((call) => call === `findInvoice ${who.invoiceId}`)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('that cannot be handled do not block the others [fault 15]', async () => {
    const [one, two] = [await subscribed(test.services, company), await subscribed(test.services, company)];
    const all = [event('invoice.paid', 'in_broken'), event('invoice.updated', one.invoiceId)];
    const last = event('charge.refunded', two.invoiceId.replace('in_', 'ch_'));
    two.changeInvoice({ refunded: 4_900 });
    await keepEvents(test.services.db, [...all, last], new Date());
    const { findInvoice } = company.payments;
    company.payments.findInvoice = (id) =>
      id === 'in_broken' ? Promise.reject(new Error('Odd')) : findInvoice(id);
    await expect(handle([...all, last])).rejects.toThrow('Odd');
    expect(await waiting()).toEqual([{ id: all[0]!.id, failures: 1 }]);
    expect(await paid()).toContainEqual({ status: 'refunded', refunded: 4_900 });
    company.payments.findInvoice = findInvoice;
    await handle([...all, last]);
    expect(await waiting()).toEqual([]);
  });

  it('of a process that died between two of them are all read again, with one effect [fault 15] [fault 23]', async () => {
    const who = await subscribed(test.services, company);
    who.changeInvoice({ refunded: 4_900 });
    const all = [
      event('charge.refunded', who.invoiceId.replace('in_', 'ch_'), who.customerId),
      event('invoice.updated', 'in_other'),
    ];
    await keepEvents(test.services.db, all, new Date());
    // The second reading never returns, and writes nothing.
    const { findInvoice } = company.payments;
    const reached = new Promise<void>((resolve) => {
      company.payments.findInvoice = (id) => {
        if (id !== 'in_other') return findInvoice(id);
        resolve();
        return new Promise(() => {});
      };
    });
    void handle(all);
    await reached;
    expect(await waiting()).toHaveLength(2);
    company.payments.findInvoice = findInvoice;
    await handle(all);
    expect(await waiting()).toEqual([]);
    expect(await paid()).toEqual([{ status: 'refunded', refunded: 4_900 }]);
    const left = await test.services.db
      .selectFrom('outbox')
      .select('type')
      .where('type', '=', 'payment.refunded')
      .execute();
    expect(left).toHaveLength(1);
  });

  it('stay unhandled while the payment company is unavailable, and are found again when their job was lost [fault 16]', async () => {
    const { db } = test.services;
    const who = await subscribed(test.services, company);
    who.changeInvoice({ refunded: 4_900 });
    const one = event('charge.refunded', who.invoiceId.replace('in_', 'ch_'));
    await keepEvents(db, [one, event('invoice.paid', 'in_2')], new Date(Date.now() - day));
    company.state.up = false;
    await expect(handle([one])).rejects.toThrow();
    company.calls.length = 0;
    await expect(settleWaiting(test.services, log)).rejects.toThrow();
    expect(company.calls).toHaveLength(1);
    expect(await paid()).toEqual([{ status: 'paid', refunded: 0 }]);
    company.state.up = true;
    await settleWaiting(test.services, log);
    expect(await paid()).toEqual([{ status: 'refunded', refunded: 4_900 }]);
    const { failures, handled_at } = await db
      .selectFrom('payment_events')
      .select(['failures', 'handled_at'])
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect([failures, handled_at]).toEqual([2, expect.any(Date)]);
  });

  it('of an unsupported kind are stored as handled, and no job follows [fault 15]', async () => {
    await keepEvents(
      test.services.db,
      [event('something.new', 'x_1'), event('something.new', 'x_2')],
      new Date(),
    );
    expect(await waiting()).toEqual([]);
    expect(await wordLeft()).toEqual([]);
  });
});
