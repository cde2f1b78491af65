import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFilters } from '../../../domain/lists/list.ts';
import { residents } from '../../../domain/lists/list.fixture.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { Actor } from '../../../domain/access/actors.ts';
import { scopeOf, type Scope } from '../../../domain/access/scope.ts';
import type { Database } from '../connection/connect.ts';
import { hasWords, onDays } from './list-filters.ts';
import { listSource, readPage } from './page.ts';

type Resident = { id: string; name: string; plan: string; created_at: Date; house: string };
type Tables = { residents: Resident };
type OfHouses = Scope & { houses: readonly string[] };

const houseId = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
const houses = Array.from({ length: 10 }, (_, number) => houseId(number));

/** A list of the residents of some houses, found in the whole order, in the order of each house, or in that of each house's own scope. */
const sourceOf = (groups: 'none' | 'column' | 'scope') =>
  listSource(residents, {
    rows: (tx, { houses: ids }: OfHouses) =>
      (tx as Database)
        .withTables<Tables>()
        .selectFrom('residents')
        .where(sql<boolean>`residents.house = any(${[...ids]}::uuid[])`)
        .select(['residents.id', 'residents.name', 'residents.house']),
    id: 'residents.id',
    filters: {
      search: (words) => hasWords('residents.name', words),
      plan: (plan) => sql<boolean>`residents.plan = ${plan}`,
      invited: (days) => onDays('residents.created_at', days),
    },
    inIndex: () => true,
    groups: (scope) =>
      groups === 'none'
        ? null
        : {
            column: 'residents.house',
            ids: scope.houses,
            ...(groups === 'scope' && { only: (id: string) => ({ ...scope, houses: [id] }) }),
          },
    sorts: { created_at: 'residents.created_at', name: 'residents.name' },
  });

describe('a later page of the rows of several groups', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    const { db } = test.services;
    // Ten share each instant and fifty each name, in twelve houses, of which the last two are not in the scope.
    await sql`
      create table residents as
      select md5(n::text)::uuid as id, 'ann ' || n % 120 as name, case when n % 3 = 0 then 'draft' else 'complete' end as plan,
        timestamptz '2020-01-01 00:00+11' + (n / 10) * interval '1 hour' as created_at,
        ('00000000-0000-4000-8000-0000000000' || lpad((n % 12)::text, 2, '0'))::uuid as house
      from generate_series(0, 5999) n`.execute(db);
    await sql`create index on residents (house, created_at desc, id desc)`.execute(db);
    await sql`create index on residents (house, name, id)`.execute(db);
    await sql`analyze residents`.execute(db);
  });
  afterAll(() => test.close());

  const scope: OfHouses = { ...scopeOf({ kind: 'person', role: 'admin' } as Actor), houses };
  const read = async (groups: 'none' | 'column' | 'scope', query: object) => {
    const all = { filters: noFilters(residents), sort: { by: 'created_at', direction: 'desc' }, limit: 10 };
    const page = await readPage(test.services.db, sourceOf(groups), scope, { ...all, ...query } as never);
    return page.data.map(({ id }) => id);
  };

  it.each(['column', 'scope'] as const)(
    'has the same rows in the same order as the whole order has, with the groups by their %s [N-03]',
    async (groups) => {
      for (const by of ['created_at', 'name'] as const)
        for (const direction of ['asc', 'desc'] as const)
          for (const offset of [300, 990, 1_000, 1_995, 4_990, 4_998])
            for (const plan of [null, 'draft'])
              for (const limit of [10, 25]) {
                const filters = { ...noFilters(residents), plan };
                const query = { filters, sort: { by, direction }, offset, limit };
                const rows = await read(groups, query);
                expect(rows, JSON.stringify(query)).toEqual(await read('none', query));
              }
    },
    60_000,
  );

  it('has rows of the groups of the scope only [security 4]', async () => {
    const { rows } = await sql<{
      id: string;
    }>`select id from residents where not house = any(${houses}::uuid[])`.execute(test.services.db);
    const others = new Set(rows.map(({ id }) => id));
    const seen: string[] = [];
    for (let offset = 0; offset < 5_000; offset += 500)
      seen.push(...(await read('scope', { offset, limit: 500 })));
    expect(new Set(seen).size).toBe(5_000);
    expect(seen.filter((id) => others.has(id))).toEqual([]);
  });
});
