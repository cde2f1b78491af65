import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contextFor,
  person,
  provider,
  type TestPerson,
  type TestPersonSpec,
} from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { findResidents } from './operations.ts';

describe('the search for a customer from every page of staff', () => {
  let test: TestServices;
  const ids: Record<string, string> = {};
  const staff: Record<string, TestPerson> = {};
  const now = new Date('2026-11-28T00:00:00Z');

  beforeAll(async () => {
    test = await startServices();
    test.services.clock = () => now;
    const { services } = test;
    ids.house = await provider(services, 'Banksia House');
    ids.ward = await provider(services, 'Banksia North', ids.house);
    ids.closed = await provider(services, 'Banksia Old', ids.house);
    ids.other = await provider(services, 'Grevillea Lodge');
    for (const [name, role, providerId] of [
      ['nurse', 'provideradmin', ids.house],
      ['viewer', 'providerview', ids.house],
      ['north', 'provideradmin', ids.ward],
      ['other', 'provideradmin', ids.other],
      ['lost', 'provideradmin', undefined],
      ['admin', 'admin', undefined],
    ] as const)
      staff[name] = await person(services, { role, ...(providerId && { providerId }) });
    await resident('Thuy', 'McKenzie', { customer_id: 'BH-1001', dob: '1943-05-14' });
    await resident('Zoë', 'O’Brien', { dob: '1951-01-02' });
    await resident('国强', '李', { customer_id: 'BH-1014' });
    await resident('Rose', 'Ward', { dob: '1940-01-01' });
    await resident('Rose', 'Ward', { dob: '1944-04-04' });
    await resident('Arthur', 'Whitlock', {});
    await resident('Grevillea', 'Stranger', { customer_id: 'GL-1001', dob: '1943-05-14' }, ids.other);
    await resident('Nora', 'North', {}, ids.ward);
    await resident('Archie', 'Whitlock', { status: 'archived' });
    await resident('Leah', 'Leaving', { removal_requested_at: now, delete_on: '2026-12-20' });
    await resident('Clara', 'Closed', {}, ids.closed);
    await services.db.updateTable('providers').set({ archived: true }).where('id', '=', ids.closed).execute();
  });
  afterAll(() => test.close());

  async function resident(
    firstName: string,
    lastName: string,
    values: Record<string, unknown>,
    providerId = ids.house!,
    spec: TestPersonSpec = {},
  ): Promise<void> {
    const { userId } = await person(test.services, { providerId, firstName, lastName, ...spec });
    await test.services.db
      .updateTable('users')
      .set({ dob: null, ...values })
      .where('id', '=', userId)
      .execute();
  }

  const find = (typed: string, who = 'nurse') =>
    findResidents.call(contextFor(test.services, staff[who]!.actor), { typed });
  const namesOf = async (typed: string, who?: string) =>
    (await find(typed, who)).data.map(({ first_name, last_name }) => `${first_name} ${last_name}`);

  it('finds names in any order, with a comma, without accents, and with any apostrophe [N-02, S-75]', async () => {
    for (const typed of ['McKenzie, Thuy', 'thuy mckenzie', 'mcken thu', 'KENZIE'])
      expect([typed, await namesOf(typed)]).toEqual([typed, ['Thuy McKenzie']]);
    for (const typed of ['zoe', 'Zoë', "o'brien", 'O’Brien', 'obrien', 'o brien'])
      expect([typed, await namesOf(typed)]).toEqual([typed, ['Zoë O’Brien']]);
    for (const typed of ['李', '国强', '李国强', '强 李']) expect(await namesOf(typed)).toEqual(['国强 李']);
  });

  it('finds the customer ID in every form, also its beginning, and the address [N-02, S-75]', async () => {
    for (const typed of ['BH-1001', 'bh1001', '1001', 'bh-10'])
      expect([typed, (await namesOf(typed)).includes('Thuy McKenzie')]).toEqual([typed, true]);
    const { email } = await test.services.db
      .selectFrom('users')
      .select('email')
      .where('last_name', '=', 'McKenzie')
      .executeTakeFirstOrThrow();
    expect(await namesOf(email)).toEqual(['Thuy McKenzie']);
  });

  it('finds a birth date as typed, and its year; two people of one name are distinguished by it [N-02, S-75]', async () => {
    for (const typed of ['14/5/43', '14 May 1943', '1943'])
      expect(await namesOf(typed)).toEqual(['Thuy McKenzie']);
    const both = await find('rose ward');
    expect(both.data.map(({ birth_date }) => birth_date).toSorted()).toEqual(['1940-01-01', '1944-04-04']);
    expect((await find('ward 4/4/44')).data.map(({ birth_date }) => birth_date)).toEqual(['1944-04-04']);
    expect(await namesOf('15/5/43')).toEqual([]);
  });

  it('forgives one letter only if nothing matches, and returns the words that it searched [N-02]', async () => {
    for (const typed of ['Whitlok', 'Whitlockk', 'Whiltock', 'Whetlock'])
      expect(await find(typed)).toMatchObject({
        closest: 'whitlock',
        data: [{ first_name: 'Arthur' }, { first_name: 'Archie', set_aside: 'archived' }],
      });
    expect(await find('thuy mckenzy')).toMatchObject({ closest: null, data: [] });
    expect(await find('thuy mckenzi')).toMatchObject({ closest: null, data: [{ first_name: 'Thuy' }] });
    expect(await find('thuy mckenzye')).toMatchObject({
      closest: 'thuy mckenzie',
      data: [{ first_name: 'Thuy' }],
    });
    expect(await find('Whytlok')).toEqual({ data: [], closest: null, more: false });
  });

  it('shows those set aside last, with the reason [N-02, S-75]', async () => {
    expect((await find('whitlock')).data.map(({ first_name, set_aside }) => [first_name, set_aside])).toEqual(
      [
        ['Arthur', 'none'],
        ['Archie', 'archived'],
      ],
    );
    expect((await find('leah')).data[0]).toMatchObject({ set_aside: 'removing', customer_status: 'active' });
    expect((await find('clara')).data[0]).toMatchObject({ set_aside: 'archived_house' });
  });

  it('never finds, counts or corrects to a customer outside the view of the caller [N-02, security 2, security 4]', async () => {
    const typed = [
      'Stranger',
      'Strangr',
      'GL-1001',
      '14/5/43',
      'grevillea',
      '1943',
      'North',
      'whitlock',
      'clara',
      '国',
    ];
    const visible: Record<string, (string | undefined)[]> = {
      nurse: [ids.house, ids.ward, ids.closed],
      viewer: [ids.house, ids.ward, ids.closed],
      north: [ids.ward],
      other: [ids.other],
      lost: [],
    };
    for (const [who, providers] of Object.entries(visible))
      for (const words of typed) {
        const { data, closest, more } = await find(words, who);
        expect(data.filter(({ provider_id }) => !providers.includes(provider_id ?? ''))).toEqual([]);
        if (data.length === 0) expect([who, words, closest, more]).toEqual([who, words, null, false]);
      }
    expect(await find('Stranger')).toEqual(await find('Qwertyuiop'));
    expect(await namesOf('stranger', 'admin')).toEqual(['Grevillea Stranger']);
  });

  it('is refused for customers and visitors [N-02, security 2]', async () => {
    const customer = await person(test.services, { providerId: ids.house! });
    const outcomeOf = (actor: TestPerson['actor'] | { kind: 'visitor' }) =>
      findResidents
        .call(contextFor(test.services, actor), { typed: 'Rose' })
        .catch((error: Error) => error.message);
    expect(await outcomeOf(customer.actor)).toContain('forbidden');
    expect(await outcomeOf({ kind: 'visitor' })).toContain('unauthenticated');
  });

  it('treats signs of patterns as text, and finds nothing for signs alone [N-02]', async () => {
    for (const typed of [
      '%',
      '_',
      '%%%',
      '\\',
      '.*',
      "'",
      '[a-z]{3}',
      'wh%ck',
      'wh_tlock',
      '\u0000',
      '(((',
      'ward\\',
    ])
      expect((await find(typed)).data.every(({ last_name }) => last_name === 'Ward')).toBe(true);
    await expect(find('a'.repeat(201))).rejects.toThrow('invalid');
  });

  it('says that there are more than ten, and shows ten [N-02]', async () => {
    for (let count = 0; count < 12; count += 1) await resident('Many', `Person${count}`, {});
    const { data, more } = await find('many');
    expect([data.length, more]).toEqual([10, true]);
  });
});
