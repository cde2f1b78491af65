import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { twoHouses, type Houses } from '../list.fixture.ts';

describe('the search of customers', () => {
  let test: TestServices;
  let at: Houses;
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
  });
  afterAll(() => test.close());

  const found = (search: string, who = 'admin') => at.found(who, { search });

  it.each([
    ['ann', 'ann'],
    ['ANN', 'ann'],
    ['Ann Wong', 'ann'],
    ['wong ann', 'ann'],
    ['wong', 'eve ann'],
    ['wo', 'eve ann'],
    ['woo', 'bob'],
    ['lwo', 'bob'],
    ['robert.elwood@mail.example', 'bob'],
    ["o'brien", 'dee'],
    ['o', 'dee'],
    ['draper', 'dee'],
    ['王小明', 'cho'],
    ['王', 'cho'],
    ['明', 'cho'],
    ['小明', 'cho'],
    ['明王', ''],
    ['nnn', ''],
  ])('finds by %j: %s [CTABLE-10, CTABLE-17, CTABLE-18]', async (typed, names) => {
    expect(await found(typed)).toBe(names);
  });

  it.each([
    ['complete', 'dee ann'],
    ['COMPLETE wong', 'ann'],
    ['draft wong', 'eve'],
    ['已完成', 'dee ann'],
    ['草稿 小明', 'cho'],
    ['Grevillea', 'eve'],
    ['lodge wong', 'eve'],
    ['sunroom', 'dee'],
    ['banksia', 'cho bob ann'],
    ['banksia north', 'cho'],
  ])('finds by plan status and provider name, %j: %s [CTABLE-18]', async (typed, names) => {
    expect(await found(typed)).toBe(names);
  });

  describe('with words that name people and providers', () => {
    beforeAll(async () => {
      const { db } = test.services;
      for (const [id, name] of [
        [at.other, 'Elwood Lodge'],
        [at.room, 'Wong Room'],
      ] as const)
        await db.updateTable('providers').set({ name }).where('id', '=', id).execute();
    });
    afterAll(async () => {
      const { db } = test.services;
      for (const [id, name] of [
        [at.other, 'Grevillea Lodge'],
        [at.room, 'Sunroom'],
      ] as const)
        await db.updateTable('providers').set({ name }).where('id', '=', id).execute();
    });

    it.each([
      ['wong elwood', 'eve'],
      ['elwood wong', 'eve'],
      ['wong', 'eve dee ann'],
      ['elwood', 'eve bob'],
      ['wong dee', 'dee'],
      ['wong room dee', 'dee'],
      ['wong ann', 'ann'],
      ['bob elwood', 'bob'],
      ['draft elwood wong', 'eve'],
      ['complete wong', 'dee ann'],
      ['wong elwood lodge room', ''],
      ['elwood lodge elwood lodge wong', 'eve'],
    ])('finds by either, %j: %s [CTABLE-17, CTABLE-18]', async (typed, names) => {
      expect(await found(typed)).toBe(names);
    });

    const word = fc.constantFrom(
      ...[
        'wong',
        'elwood',
        'lodge',
        'room',
        'ann',
        'bob',
        'eve',
        'dee',
        'banksia',
        'north',
        'house',
        'mail',
        'draft',
      ],
    );
    it('finds exactly the customers who have each word in one of these [CTABLE-17, CTABLE-18]', async () => {
      const { rows } = await sql<{ id: string; has: string; within: boolean }>`
        select l.user_id as id, l.search || coalesce(lower(p.name), '') || case when l.plan <> 'complete' then ' draft' else '' end as has,
          coalesce(p.path @> array[${at.house}::uuid], false) as within
        from customer_list l left join providers p on p.id = l.provider_id
        order by l.created_at desc`.execute(test.services.db);
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
          const having = rows.filter(({ has }) => words.every((each) => has.includes(each)));
          const search = words.join(' ');
          // The search over all providers checks customers from the newest on; the search in one provider uses the search index.
          const all = await at.list('admin', { search });
          expect(all.data.map(({ id }) => id)).toEqual(having.map(({ id }) => id));
          const own = await at.list('head', { search });
          const expected = having.filter(({ within }) => within);
          expect(own.data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expect(own).toMatchObject({ count: expected.length, isExact: true });
        }),
        { numRuns: 40 },
      );
    });
  });

  it('finds all by the name of the only provider [CTABLE-18]', async () => {
    expect(await found('sunroom', 'room')).toBe('dee');
    expect(await found('sunroom dee', 'room')).toBe('dee');
    expect(await found('sunroom eve', 'room')).toBe('');
  });

  it('finds the new name of a provider or a person at once', async () => {
    const { db } = test.services;
    await db.updateTable('providers').set({ name: 'Hakea Court' }).where('id', '=', at.other).execute();
    expect([await found('hakea'), await found('grevillea')]).toEqual(['eve', '']);
    await db.updateTable('providers').set({ name: 'Grevillea Lodge' }).where('id', '=', at.other).execute();
    await at.change(at.customers['eve']!, { last_name: 'Nguyen' });
    expect([await found('nguyen'), await found('eve wong')]).toEqual(['eve', '']);
    await at.change(at.customers['eve']!, { last_name: 'Wong' });
  });

  it.each([
    '%%',
    '_',
    '%%%',
    '___',
    'w_ng',
    'a%n',
    String.raw`\\`,
    String.raw`an\n`,
    "'",
    '"',
    "';--",
    '@',
    '.',
  ])('takes %j literally, and finds no customer by it [security 1]', async (typed) => {
    expect(await found(typed)).toBe('');
  });

  it('ignores direction marks, and characters beside a word [security 1]', async () => {
    expect(await found('\u200Fwong\u200E')).toBe('eve ann');
    expect(await found('ann & %')).toBe('ann');
  });

  it('refuses 10,000 characters, and accepts fifty words [security 2]', async () => {
    await expect(found('x'.repeat(10_000))).rejects.toMatchObject({ code: 'invalid' });
    expect(await found('w '.repeat(50))).toBe('eve ann');
    expect(await found('ann '.repeat(25))).toBe('ann');
  });

  it('returns the providers of the scope by name, with the visible ones above them [CTABLE-11]', async () => {
    expect(await at.providers('admin', 'sun')).toEqual([
      { id: at.room, name: 'Sunroom', path_names: ['Banksia House', 'Banksia North'] },
    ]);
    expect(await at.providers('ward')).toEqual([
      { id: at.ward, name: 'Banksia North', path_names: [] },
      { id: at.room, name: 'Sunroom', path_names: ['Banksia North'] },
    ]);
    expect(await at.providers('other', 'banksia')).toEqual([]);
    expect(await at.providers('lost')).toEqual([]);
  });
});
