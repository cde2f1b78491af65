import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { findCustomerRow } from '../customer-row.ts';
import { twoHouses, type Houses } from './list.fixture.ts';

describe('the list of customers', () => {
  let test: TestServices;
  let at: Houses;
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
  });
  afterAll(() => test.close());

  it('shows the name, address, ids, provider, plan, update, status and invite date of each [CTABLE-05, CTABLE-06, ENT-07, API-13]', async () => {
    const { ann } = at.customers;
    await at.change(ann!, { customer_id: 'B-17', integrations: JSON.stringify([{ type: 'epicor' }]) });
    const { data } = await at.list('head', { search: 'ann' });
    expect(data).toEqual([
      {
        id: ann!.userId,
        first_name: 'Ann',
        last_name: 'Wong',
        email: ann!.email,
        designated_email: false,
        placeholder_email: false,
        image: null,
        customer_id: 'B-17',
        room: null,
        provider_id: at.house,
        provider: 'Banksia House',
        acp_status: 'complete',
        plan_state: 'complete',
        latest_update: expect.any(Date),
        customer_status: 'active',
        created_at: new Date('2026-10-01T00:00:00Z'),
        invite_date: null,
        invitation_expires: null,
        last_reminder: null,
        trial_end_date: null,
        removal_on: null,
        in_hospital_since: null,
        is_duplicate: false,
        integrations: [{ type: 'epicor' }],
      },
    ]);
    expect(await findCustomerRow(test.services.db, ann!.userId)).toEqual(data[0]);
  });

  it('shows a plan as complete as long as there is an active ACP file, with the time of the newest activation [CTABLE-07, CTABLE-08, S-41]', async () => {
    const { db } = test.services;
    const { bob } = at.customers;
    const row = async () => (await findCustomerRow(db, bob!.userId))!;
    expect(await row()).toMatchObject({ acp_status: 'draft', plan_state: 'none', latest_update: null });
    const activated = new Date('2026-10-09T01:02:03.456Z');
    const file = { user_id: bob!.userId, category: 'ACP', file_name: 'a.pdf', is_active: true } as const;
    const { id } = await db
      .insertInto('files')
      .values({ ...file, activated_timestamp: activated, is_uploaded: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({
      acp_status: 'complete',
      plan_state: 'review',
      latest_update: activated,
    });
    const newest = new Date('2026-11-20T01:02:03.456Z');
    const later = await db
      .insertInto('files')
      .values({ ...file, activated_timestamp: newest, is_uploaded: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ latest_update: newest });
    await db.deleteFrom('files').where('id', '=', later.id).execute();
    expect(await row()).toMatchObject({ latest_update: activated });
    await db.updateTable('acps').set({ locked: true }).where('user_id', '=', bob!.userId).execute();
    expect((await row()).plan_state).toBe('locked');
    await db.updateTable('acps').set({ locked: false }).where('user_id', '=', bob!.userId).execute();
    await db.updateTable('files').set({ is_active: false }).where('id', '=', id).execute();
    expect(await row()).toMatchObject({ acp_status: 'draft', plan_state: 'none', latest_update: null });
  });

  it('shows ten at a time, newest first, and can be reversed or sorted by name [CTABLE-14, CTABLE-15]', async () => {
    expect(await at.found('admin')).toBe('flo eve dee cho bob ann');
    expect(await at.found('admin', { order_by: 'created_at_asc' })).toBe('ann bob cho dee eve flo');
    expect(await at.found('admin', { order_by: 'name_asc', search: 'o' })).toBe('dee');
    expect(await at.found('head', { order_by: 'name_asc' })).toBe('bob dee ann cho');
    expect(await at.found('admin', { offset: 2, limit: 2 })).toBe('dee cho');
    await expect(at.list('admin', { order_by: 'email_asc' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(at.list('admin', { limit: 51 })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('shows the customers of several providers in one order, with pages that fit together [CTABLE-13, CTABLE-14, CTABLE-15]', async () => {
    const ofHouse = { ann: 0, bob: 1, cho: 2, dee: 3 };
    for (const order_by of ['created_at_desc', 'created_at_asc', 'name_asc', 'name_desc'])
      for (const view of [undefined, 'complete']) {
        const all = (await at.found('admin', { order_by, ...(view && { view }) })).split(' ');
        const expected = all.filter((name) => name in ofHouse);
        for (let offset = 0; offset <= expected.length; offset += 1)
          expect(
            await at.found('head', { order_by, offset, limit: 2, ...(view && { view }) }),
            `${order_by} from ${offset}`,
          ).toBe(expected.slice(offset, offset + 2).join(' '));
      }
  });

  it('counts all customers and those with a complete plan, for the scope and the requested provider [CTABLE-09, API-13, API-14]', async () => {
    expect(await at.counts('head')).toEqual({ total: 4, complete: 2 });
    expect(await at.counts('admin')).toEqual({ total: 6, complete: 2 });
    expect(await at.counts('admin', at.ward)).toEqual({ total: 2, complete: 1 });
    expect(await at.list('admin', { search: 'wong', provider_id: at.house })).toMatchObject({
      count: 1,
      isExact: true,
      total: 4,
      complete: 2,
    });
  });

  it('can be filtered by a provider including those under it, and by complete plans [CTABLE-11, CTABLE-12, CTABLE-13, CTABLE-16]', async () => {
    expect(await at.found('admin', { provider_id: at.house })).toBe('dee cho bob ann');
    expect(await at.found('admin', { provider_id: at.ward, view: 'complete' })).toBe('dee');
    expect(await at.found('admin', { view: 'complete', limit: 1, offset: 1 })).toBe('ann');
    expect(await at.found('admin', { view: 'complete', search: 'wong', provider_id: at.other })).toBe('');
  });

  it('shows everything for "all" as status, view and provider, in the list, its counts and its URLs [CTABLE-12, CTABLE-13, S-47]', async () => {
    for (const filter of [{ status: 'all' }, { view: 'all' }, { provider_id: 'all' }])
      expect([filter, await at.found('admin', filter)]).toEqual([filter, 'flo eve dee cho bob ann']);
    expect(await at.found('head', { status: 'all', view: 'all', provider_id: 'all' })).toBe(
      'dee cho bob ann',
    );
    expect(await at.found('admin', { view: 'complete', status: 'all', search: '%' })).toBe('dee ann');
    expect(await at.counts('admin', 'all')).toEqual(await at.counts('admin'));
    await expect(at.list('admin', { provider_id: 'every' })).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([
    ['draft', ''],
    ['none', 'flo eve cho bob'],
    ['invited', ''],
    ['review', ''],
    ['suspended', ''],
    ['archived', ''],
  ])('can be filtered by the status %s, with the matching count [CTABLE-12]', async (status, names) => {
    expect(await at.found('admin', { status })).toBe(names);
    expect((await at.list('admin', { status })).count).toBe(names.split(' ').filter(Boolean).length);
  });

  it('shows archived customers only under their own status', async () => {
    const { flo } = at.customers;
    await at.change(flo!, { status: 'archived' });
    expect(await at.found('admin', { search: 'flo' })).toBe('');
    expect(await at.found('admin', { status: 'archived', order_by: 'name_asc' })).toBe('flo');
    expect(await at.counts('admin')).toEqual({ total: 5, complete: 2 });
    await at.change(flo!, { status: 'active' });
  });

  it('can be filtered by invited, lapsing invitation, recently joined and trial that ends within a week', async () => {
    const now = test.services.clock().getTime();
    const ago = (days: number) => new Date(now - days * 24 * 60 * 60_000);
    const { bob, cho, eve } = at.customers;
    const created = new Date('2026-10-05T00:00:00Z');
    await at.change(bob!, { status: 'invited', invite_date: ago(24) });
    await at.change(cho!, { status: 'invited', invite_date: ago(2) });
    await at.change(eve!, { created_at: ago(3), trial_end_date: ago(-3).toISOString().slice(0, 10) });
    expect(await at.found('admin', { status: 'invited' })).toBe('cho bob');
    expect(await at.found('admin', { status: 'lapsing' })).toBe('bob');
    expect(await at.found('admin', { status: 'recent' })).toBe('eve');
    expect(await at.found('admin', { status: 'trial' })).toBe('eve');
    const { invitation_expires } = (await findCustomerRow(test.services.db, bob!.userId))!;
    expect(invitation_expires).toEqual(new Date(now - 24 * 24 * 60 * 60_000 + 30 * 24 * 60 * 60_000));
    await at.change(bob!, { status: 'active', invite_date: null });
    await at.change(cho!, { status: 'active', invite_date: null });
    await at.change(eve!, { created_at: created, trial_end_date: null });
  });

  it('can be filtered by customers with whom no conversation was recorded that is right, with their exact number [N-07, CTABLE-09]', async () => {
    const { db } = test.services;
    const { ann, bob, cho } = at.customers;
    const without = (who: string) => at.found(who, { status: 'noConversation', order_by: 'name_asc' });
    const before = await without('head');
    expect(before.split(' ').toSorted()).toEqual(['ann', 'bob', 'cho', 'dee']);
    const recorded = {
      outcome: 'talked',
      held_on: '2026-10-05',
      recorded_at: test.services.clock(),
    } as const;
    const rows = [ann!, bob!, cho!].map(({ userId }) => ({ user_id: userId, ...recorded }));
    await db.insertInto('conversations').values(rows).execute();
    expect(await without('head')).toBe('dee');
    expect(await without('other')).toBe('eve');
    expect((await at.list('admin', { status: 'noConversation' })).count).toBe(3);
    const answer = { answer: 'not_right', answered_at: test.services.clock() } as const;
    await db.updateTable('conversations').set(answer).where('user_id', '=', bob!.userId).execute();
    await at.change(cho!, { status: 'archived' });
    await db.deleteFrom('conversations').where('user_id', '=', cho!.userId).execute();
    expect((await without('head')).split(' ').toSorted()).toEqual(['bob', 'dee']);
    await at.change(cho!, { status: 'active' });
    await db.deleteFrom('conversations').execute();
    expect(await without('head')).toBe(before);
  });

  it('shows no placeholder address, and does not find customers by it', async () => {
    const { flo } = at.customers;
    await at.change(flo!, { email: `${flo!.userId}@no-email.invalid` });
    expect((await at.list('admin', { search: 'flo' })).data[0]).toMatchObject({
      email: null,
      placeholder_email: true,
    });
    expect(await at.found('admin', { search: 'invalid' })).toBe('');
    await at.change(flo!, { email: flo!.email });
  });
});
