import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../domain/access/actors.ts';
import { contextFor, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { countOfView, twoHouses, type Houses } from './list.fixture.ts';
import {
  exportCustomers,
  getAcpCounts,
  getAllProviders,
  getCustomers,
  getCustomerViews,
} from './operations.ts';

describe('the visibility of customers', () => {
  let test: TestServices;
  let at: Houses;
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
  });
  afterAll(() => test.close());

  const seen: [string, string][] = [
    ['head', 'dee cho bob ann'],
    ['reader', 'dee cho bob ann'],
    ['ward', 'dee cho'],
    ['room', 'dee'],
    ['other', 'eve'],
    ['lost', ''],
    ['admin', 'flo eve dee cho bob ann'],
    ['tlc', 'flo eve dee cho bob ann'],
  ];

  async function exported(who: string, input: Record<string, unknown> = {}) {
    const names: string[] = [];
    const own = Object.entries(at.customers);
    for await (const rows of await exportCustomers.call(at.context(who), input))
      for (const { id } of rows) names.push(own.find(([, { userId }]) => userId === id)?.[0] ?? id);
    return names.join(' ');
  }

  it.each(seen)(
    '%s sees %j in list, count and export alike [CTABLE-01, CTABLE-24, security 3, security 4, security 5]',
    async (who, names) => {
      const number = names.split(' ').filter(Boolean).length;
      expect(await at.found(who)).toBe(names);
      expect((await at.list(who)).count).toBe(number);
      expect((await at.counts(who)).total).toBe(number);
      expect(await exported(who)).toBe(names);
    },
  );

  it.each(['ward', 'room', 'other', 'lost'])(
    '%s finds no customers elsewhere by a provider, a search or a status [CTABLE-24, security 4, security 5]',
    async (who) => {
      const own = await at.found(who);
      for (const provider_id of [at.house, at.ward, at.room, at.other])
        for (const input of [
          { provider_id },
          { provider_id, search: 'wong' },
          { provider_id, status: 'draft' },
        ]) {
          const names = (await at.found(who, input)).split(' ').filter(Boolean);
          expect(names.filter((name) => !own.split(' ').includes(name))).toEqual([]);
          expect(await exported(who, input)).toBe(names.join(' '));
        }
      expect(await at.counts(who, at.house)).toEqual({ total: 0, complete: 0 });
      expect(await at.found(who, { search: 'ann' })).toBe('');
      expect((await at.list(who, { search: 'ann' })).count).toBe(0);
      expect(await at.found(who, { search: 'banksia house' })).toBe('');
    },
  );

  it('a customer who moves to another provider disappears from the one and appears in the other at the next read [security 4]', async () => {
    const { bob } = at.customers;
    await at.moveTo(bob!, at.other);
    expect([await at.found('head', { search: 'bob' }), await at.found('other', { search: 'bob' })]).toEqual([
      '',
      'bob',
    ]);
    expect([await at.counts('head'), await at.counts('other')]).toEqual([
      { total: 3, complete: 2 },
      { total: 2, complete: 0 },
    ]);
    await at.moveTo(bob!, at.house);
  });

  it("a provider's staff see no customers of an archived provider, but the platform does [GAP-96]", async () => {
    const archive = (archived: boolean) =>
      test.services.db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
    await archive(true);
    expect(await at.found('head')).toBe('dee bob ann');
    expect(await at.counts('head')).toEqual({ total: 3, complete: 2 });
    expect(await at.found('admin', { provider_id: at.ward })).toBe('dee cho');
    await archive(false);
  });

  it('customers of an archived provider are listed separately, with their own count, only for staff above it [S-46] [D-63]', async () => {
    const { db } = test.services;
    const apart = { status: 'archivedHouse' };
    const aside = async (who: string) =>
      countOfView(await getCustomerViews.call(at.context(who), {}), 'archivedHouse');
    expect([await at.found('head', apart), await aside('head')]).toEqual(['', 0]);
    await db.updateTable('providers').set({ archived: true }).where('id', '=', at.ward).execute();
    for (const who of ['head', 'reader', 'admin']) {
      expect(await at.found(who, apart)).toBe('cho');
      expect(await aside(who)).toBe(1);
    }
    const { count, isExact, total } = await at.list('head', apart);
    expect({ count, isExact, total }).toEqual({ count: 1, isExact: true, total: 3 });
    expect(await at.found('head', { ...apart, search: 'ann' })).toBe('');
    expect(await at.found('admin', { ...apart, provider_id: at.other })).toBe('');
    for (const who of ['other', 'room', 'lost'])
      expect([await at.found(who, apart), await aside(who)]).toEqual(['', 0]);
    expect(await exported('head', apart)).toBe('cho');
    await db.updateTable('providers').set({ archived: false }).where('id', '=', at.ward).execute();
  });

  it('refuses everyone except staff who work with customers: no flag, customers, visitors, card readers, a visit in an account [MENU-16, security 3]', async () => {
    const customer = await person(test.services, { providerId: at.house });
    const head = at.staff['head']!;
    const actors: [Actor, string][] = [
      [{ ...head, flags: { ...head.flags, can_manage_acp: false } }, 'forbidden'],
      [customer.actor, 'forbidden'],
      [{ ...customer.actor, actingStaffId: head.userId }, 'forbidden'],
      [{ ...head, secondStepDue: true }, 'forbidden'],
      [{ kind: 'visitor' }, 'unauthenticated'],
      [{ kind: 'emergency', userId: customer.userId }, 'unauthenticated'],
    ];
    for (const [actor, code] of actors)
      for (const operation of [
        getCustomers,
        getAcpCounts,
        getCustomerViews,
        getAllProviders,
        exportCustomers,
      ])
        await expect(
          operation.call({ ...contextFor(test.services, head), actor }, {}),
          `${operation.name} ${JSON.stringify(actor)}`,
        ).rejects.toMatchObject({ code });
    await at.change(customer, { status: 'archived' });
  });

  it('an export is in the audit trail with its format and filters, but without the search words [N-10]', async () => {
    await exported('head', { search: 'ann', status: 'draft', format: 'xlsx' });
    const entry = await test.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('action', '=', 'exportCustomers')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    const filters = { provider_id: null, view: null, status: 'draft' };
    expect(entry.details).toEqual({ ...filters, searched: true, format: 'xlsx' });
  });

  it('a page of several houses is queried together with their counts, and is right when a house or its staff changed [N-03, CTABLE-13, security 4]', async () => {
    let sent = 0;
    const db = test.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        sent += 1;
        return Promise.resolve(result);
      },
    });
    const page = async (who: string) => {
      sent = 0;
      const services = { ...test.services, db };
      const { data } = await getCustomers.call(contextFor(services, at.staff[who]!), {
        ...(who === 'admin' && { provider_id: at.house }),
      });
      return data.map(({ first_name }) => first_name).join(' ');
    };
    const all = 'Dee 小明 Bob Ann';
    expect([await page('head'), sent], 'not known yet').toEqual([all, 3]);
    expect([await page('head'), sent]).toEqual([all, 2]);
    expect([await page('admin'), sent]).toEqual([all, 2]);
    const archive = (archived: boolean) =>
      db.updateTable('providers').set({ archived }).where('id', '=', at.room).execute();
    await archive(true);
    expect([await page('head'), sent], 'a house less').toEqual(['小明 Bob Ann', 3]);
    expect([await page('admin'), sent], 'who sees archived houses').toEqual([all, 3]);
    expect(await page('head')).toBe('小明 Bob Ann');
    await archive(false);
    expect(await page('head')).toBe(all);
    expect(await page('ward')).toBe('Dee 小明');
    expect([await page('other'), sent], 'one house').toEqual(['Eve', 2]);
  });
});
