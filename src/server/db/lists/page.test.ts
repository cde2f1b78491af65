import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/access/actors.ts';
import { scopeOf } from '../../../domain/access/scope.ts';
import { noFilters, type FiltersOf, type Sort } from '../../../domain/lists/list.ts';
import { residents } from '../../../domain/lists/list.fixture.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { Database } from '../connection/connect.ts';
import { hasWords, onDays } from './list-filters.ts';
import { listSource, readPage } from './page.ts';
import { inScope } from './scope.ts';

type Resident = { id: string; name: string; plan: string; created_at: Date; owner: string; provider: string };
type Tables = { residents: Resident };

const total = 200_000;
const ownerId = '00000000-0000-4000-8000-000000000001';

const source = listSource(residents, {
  rows: (tx, scope) =>
    (tx as Database)
      .withTables<Tables>()
      .selectFrom('residents')
      .where(inScope(scope, { person: 'residents.owner', provider: 'residents.provider' }))
      .select(['residents.id', 'residents.name']),
  id: 'residents.id',
  filters: {
    search: (words) => hasWords('residents.name', words),
    plan: (plan) => sql<boolean>`residents.plan = ${plan}`,
    invited: (days) => onDays('residents.created_at', days),
  },
  sorts: { created_at: 'residents.created_at', name: 'residents.name' },
});

/*
 * Among 200,000 residents, every 400th is rare, every third is common, the oldest 3,000 are old. Ten share each instant, and
 * names repeat, so that only the id decides their order.
 */
const generate = sql`
  create table residents as
  select md5(n::text)::uuid as id,
         (array['ann', 'bea', 'cara', 'dora'])[1 + n % 4] || ' ' || n % 5000
           || case when n % 400 = 0 then ' rare' else '' end
           || case when n % 3 = 0 then ' common' else '' end
           || case when n < 3000 then ' old' else '' end
           || case when n = 77 then ' 100%_' else '' end as name,
         case when n % 2 = 0 then 'complete' else 'draft' end as plan,
         timestamptz '2020-01-01 00:00:00.000123+11' + (n / 10) * interval '1 hour' as created_at,
         case when n % 1000 = 0 then ${ownerId}::uuid else gen_random_uuid() end as owner,
         gen_random_uuid() as provider
  from generate_series(0, ${sql.lit(total - 1)}) n`;

describe('a page of a list', () => {
  let test: TestServices;
  let names: Map<string, string>;

  beforeAll(async () => {
    test = await startServices();
    const { db } = test.services;
    await generate.execute(db);
    await sql`alter table residents add primary key (id)`.execute(db);
    await sql`create index on residents (created_at desc, id desc)`.execute(db);
    await sql`create index on residents (name, id)`.execute(db);
    await sql`create index on residents using gin (name gin_trgm_ops)`.execute(db);
    await sql`analyze residents`.execute(db);
    const { rows } = await sql<Resident>`select id, name from residents`.execute(db);
    names = new Map(rows.map(({ id, name }) => [id, name]));
  });
  afterAll(() => test.close());

  const everyone = scopeOf({ kind: 'person', role: 'admin' } as Actor);
  const one = scopeOf({ kind: 'person', role: 'user', userId: ownerId } as Actor);
  const read = (
    {
      filters,
      ...more
    }: Partial<Omit<ListQuery<typeof residents>, 'filters'>> & {
      filters?: Partial<FiltersOf<typeof residents>>;
    },
    scope = everyone,
    from = source,
  ) =>
    readPage(test.services.db, from, scope, {
      sort: residents.defaultSort,
      offset: 0,
      limit: 10,
      ...more,
      filters: { ...noFilters(residents), ...filters },
    });

  /** Returns the ids in the order of one plain query over everything. */
  const expected = async (condition: string, sort: Sort, offset: number, limit: number) => {
    const { rows } = await sql<{ id: string }>`
      select id from residents where ${sql.raw(condition)}
      order by ${sql.ref(sort.by)} ${sql.raw(sort.direction)}, id ${sql.raw(sort.direction)}
      offset ${offset} limit ${limit}`.execute(test.services.db);
    return rows.map(({ id }) => id);
  };
  const orders = (['created_at', 'name'] as const).flatMap((by) =>
    (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
  );
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  it('contains every row once and in order over all pages of 200,000', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < total; offset += 20_000)
      seen.push(...idsOf(await read({ offset, limit: 20_000 })));
    expect(seen.length).toBe(total);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toEqual(await expected('true', residents.defaultSort, 0, total));
  });

  it.each(orders)(
    'equals the result of a plain query by $by $direction, however many rows match',
    async (sort) => {
      for (const [filters, condition] of [
        [{}, 'true'],
        [{ search: 'rare' }, `name like '%rare%'`],
        [{ search: 'common' }, `name like '%common%'`],
        [{ search: 'old' }, `name like '%old%'`],
        [{ search: 'bea common', plan: 'draft' as const }, `name like '%bea%common%' and plan = 'draft'`],
        [{ plan: 'complete' as const }, `plan = 'complete'`],
        [{ search: 'nothing like it' }, 'false'],
      ] as const)
        for (const [offset, limit] of [
          [0, 10],
          [10, 10],
          [490, 20],
          [2_995, 10],
          [30_000, 10],
        ] as const) {
          const ids = idsOf(await read({ filters, sort, offset, limit }));
          expect(ids, `${condition}, ${offset}`).toEqual(await expected(condition, sort, offset, limit));
        }
    },
  );

  it.each(orders)(
    'is the same if the beginning of an order is scanned first, by $by $direction',
    async (sort) => {
      for (const rows of [500, 20_000])
        for (const [filters, condition] of [
          [{ search: 'rare' }, `name like '%rare%'`],
          [{ search: 'common' }, `name like '%common%'`],
          [{ search: 'old' }, `name like '%old%'`],
          [{ search: 'nothing like it' }, 'false'],
        ] as const) {
          const every = await expected(condition, sort, 0, total);
          for (const offset of [0, 10, 160, 6_660, 30_000]) {
            const page = await read({ filters, sort, offset }, everyone, { ...source, glance: () => rows });
            expect(idsOf(page), `${condition}, ${offset} of ${rows}`).toEqual(
              every.slice(offset, offset + 10),
            );
            if (page.isExact) expect(page.count).toBe(every.length);
            else expect(page.count).toBeLessThan(every.length);
          }
        }
    },
  );

  it('has an exact count if the scanned beginning is the whole list', async () => {
    const filters = { search: 'common' };
    const glance = () => 201;
    const page = await read({ filters, limit: 7 }, one, { ...source, glance });
    const own = await expected(
      `owner = '${ownerId}' and name like '%common%'`,
      residents.defaultSort,
      0,
      total,
    );
    expect(own.length).toBeGreaterThan(60);
    expect(page).toMatchObject({ count: own.length, isExact: true });
    expect(idsOf(page)).toEqual(own.slice(0, 7));
    const inGlance = await read({ filters, limit: 7 }, one, { ...source, glance: () => 30 });
    expect(idsOf(inGlance)).toEqual(own.slice(0, 7));
    expect(inGlance.isExact).toBe(false);
    expect(inGlance.count).toBeLessThan(own.length);
  });

  it('never counts more rows than it has seen if all of them may be among the first', async () => {
    const newest = sql<boolean>`residents.id in (select id from residents order by created_at desc, id desc limit 60)`;
    const from = { ...source, glance: () => 500, filters: { ...source.filters, plan: () => newest } };
    const page = await read({ filters: { plan: 'draft' } }, everyone, from);
    expect(page).toMatchObject({ count: 50, isExact: false });
    expect(idsOf(page)).toEqual(await expected('true', residents.defaultSort, 0, 10));
  });

  it('repeats no row and misses none over the pages of a search, few and many', async () => {
    for (const [search, count] of [
      ['rare', 500],
      ['old', 3_000],
    ] as const) {
      const seen: string[] = [];
      for (let offset = 0; offset < count + 50; offset += 50)
        seen.push(...idsOf(await read({ filters: { search }, offset, limit: 50 })));
      expect(seen).toEqual(await expected(`name like '%${search}%'`, residents.defaultSort, 0, total));
      expect(seen.length).toBe(count);
    }
  });

  it('has an exact count up to 1,000, and reports that there are more above', async () => {
    const counted = async (filters: Partial<FiltersOf<typeof residents>>, scope = everyone) => {
      const { count, isExact } = await read({ filters }, scope);
      return [count, isExact];
    };
    const first = (day: string) => ({ invited: { from: null, to: day } });
    expect(await counted({})).toEqual([1_000, false]);
    expect(await counted({ search: 'rare' })).toEqual([500, true]);
    expect(await counted({ search: 'common' })).toEqual([1_000, false]);
    expect(await counted({ search: 'no such words' })).toEqual([0, true]);
    expect(await counted({}, one)).toEqual([200, true]);
    expect(await counted(first('2020-01-04'))).toEqual([960, true]);
    expect(await counted({ search: 'a', ...first('2020-01-04') })).toEqual([960, true]);
    expect(await counted({ plan: 'draft', ...first('2020-01-08') })).toEqual([960, true]);
    const kept = { ...source, count: async () => total };
    expect(await read({}, everyone, kept)).toMatchObject({ count: total, isExact: true });
  });

  it('counts 1,000 exactly, and 1,001 as more', async () => {
    const withMost = (most: number): typeof source => ({
      ...source,
      filters: {
        ...source.filters,
        plan: () => sql<boolean>`residents.id in (select id from residents order by id limit ${most})`,
      },
    });
    const filters = { plan: 'draft' as const };
    expect(await read({ filters }, everyone, withMost(1_000))).toMatchObject({ count: 1_000, isExact: true });
    expect(await read({ filters }, everyone, withMost(1_001))).toMatchObject({
      count: 1_000,
      isExact: false,
    });
  });

  it('has an exact count if the end of the list was read, and otherwise no more than is known', async () => {
    const old = (offset: number) => read({ filters: { search: 'old' }, offset });
    expect(await old(2_990)).toMatchObject({ count: 1_000, isExact: false });
    expect(await old(2_995)).toMatchObject({ count: 3_000, isExact: true });
    expect(await old(3_000)).toEqual({ count: 1_000, isExact: false, data: [] });
    expect(await read({ offset: total - 1 })).toMatchObject({ count: total, isExact: true });
  });

  it('contains nothing outside the scope, with filters or without [security 2]', async () => {
    const none = scopeOf({ kind: 'visitor' });
    expect(await read({}, none)).toEqual({ count: 0, isExact: true, data: [] });
    expect(await read({ filters: { search: 'common' } }, none)).toEqual({
      count: 0,
      isExact: true,
      data: [],
    });
    const own = await expected(`owner = '${ownerId}'`, residents.defaultSort, 0, total);
    expect(idsOf(await read({ limit: 500 }, one))).toEqual(own);
    expect(idsOf(await read({ limit: 500, filters: { plan: 'complete' } }, one))).toEqual(own);
  });

  it('treats pattern characters literally, and finds words in any order and letter case [CTABLE-17, CTABLE-18]', async () => {
    const found = async (search: string) =>
      idsOf(await read({ filters: { search } })).map((id) => names.get(id));
    expect(await found('100%_')).toEqual([expect.stringContaining('100%_')]);
    expect(await found('%')).toHaveLength(1);
    expect(await found('_')).toHaveLength(1);
    expect(await found('\\')).toEqual([]);
    expect(await found('RARE Ann')).toEqual(await found('ann rare'));
    expect(await found('RARE Ann')).toHaveLength(10);
  });

  it('treats the days of a range as days in Melbourne, both ends included', async () => {
    const on = (from: string | null, to: string | null) => read({ filters: { invited: { from, to } } });
    // From midnight in Melbourne on 1 January 2020, ten rows an hour.
    expect(await on('2020-01-01', '2020-01-01')).toMatchObject({ count: 240, isExact: true });
    expect(await on('2020-01-02', '2020-01-03')).toMatchObject({ count: 480, isExact: true });
    expect(await on(null, '2019-12-31')).toMatchObject({ count: 0, isExact: true });
    // The day on which the clocks go back has one hour more.
    expect(await on('2020-04-05', '2020-04-05')).toMatchObject({ count: 250, isExact: true });
  });

  it('takes no longer for the first page than one scan of every row, also if only the oldest rows match', async () => {
    const { db } = test.services;
    const quickest = async (work: () => Promise<unknown>) => {
      await work();
      const times: number[] = [];
      for (let turn = 0; turn < 7; turn += 1) {
        const began = performance.now();
        await work();
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    const everyRow = await quickest(() =>
      sql`select count(*) from residents where lower(name) ~ '(rare|old) .*(rare|old)$'`.execute(db),
    );
    for (const filters of [{}, { search: 'rare' }, { search: 'common' }, { search: 'old' }]) {
      const page = await quickest(() => read({ filters }));
      expect.soft(page / everyRow, JSON.stringify(filters)).toBeLessThan(1);
    }
  });
});
