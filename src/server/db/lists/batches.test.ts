import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/access/actors.ts';
import { scopeOf } from '../../../domain/access/scope.ts';
import { noFilters, type Sort } from '../../../domain/lists/list.ts';
import { residents } from '../../../domain/lists/list.fixture.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { readBatches } from './batches.ts';
import type { Database } from '../connection/connect.ts';
import { hasWords, onDays } from './list-filters.ts';
import { listSource } from './page.ts';
import { inScope } from './scope.ts';

type Tables = { residents: { id: string; name: string; plan: string; created_at: Date; owner: string } };

const total = 10_000;
const ownerId = '00000000-0000-4000-8000-000000000001';

const source = listSource(residents, {
  rows: (tx, scope) =>
    (tx as Database)
      .withTables<Tables>()
      .selectFrom('residents')
      .where(inScope(scope, { person: 'residents.owner', provider: 'residents.owner' }))
      .select(['residents.id', 'residents.name']),
  id: 'residents.id',
  filters: {
    search: (words) => hasWords('residents.name', words),
    plan: (plan) => sql<boolean>`residents.plan = ${plan}`,
    invited: (days) => onDays('residents.created_at', days),
  },
  sorts: { created_at: 'residents.created_at', name: 'residents.name' },
});

// A hundred rows share each name, and thirty share each millisecond and differ by microseconds.
const generate = sql`
  create table residents as
  select md5(n::text)::uuid as id, 'ann ' || n % 100 as name,
         case when n % 2 = 0 then 'complete' else 'draft' end as plan,
         timestamptz '2020-01-01 00:00:00.000001+11' + (n / 30) * interval '1 microsecond' as created_at,
         case when n % 1000 = 0 then ${ownerId}::uuid else gen_random_uuid() end as owner
  from generate_series(0, ${sql.lit(total - 1)}) n`;

describe('a whole list, read in batches', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    await generate.execute(test.services.db);
  });
  afterAll(() => test.close());

  const everyone = scopeOf({ kind: 'person', role: 'admin' } as Actor);
  const one = scopeOf({ kind: 'person', role: 'user', userId: ownerId } as Actor);
  const batchesOf = (sort: Sort<'created_at' | 'name'>, search = '', scope = everyone) =>
    readBatches(test.services.db, source, scope, { sort, filters: { ...noFilters(residents), search } });

  /** Returns the ids in the order of one plain query over everything. */
  const expected = async (condition: string, { by, direction }: Sort) => {
    const { rows } = await sql<{ id: string }>`
      select id from residents where ${sql.raw(condition)}
      order by ${sql.ref(by)} ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(test.services.db);
    return rows.map(({ id }) => id);
  };
  const orders = (['created_at', 'name'] as const).flatMap((by) =>
    (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
  );

  it.each(orders)(
    'has each of 10,000 rows once, by $by $direction, with at most 500 in memory',
    async (sort) => {
      const seen: string[] = [];
      for await (const rows of batchesOf(sort)) {
        expect(rows.length).toBeLessThanOrEqual(500);
        seen.push(...rows.map(({ id }) => id));
      }
      expect(seen).toEqual(await expected('true', sort));
    },
  );

  it('contains only the rows that match the filters and are in the scope', async () => {
    const sort = { by: 'name', direction: 'asc' } as const;
    const idsOf = async (batches: ReturnType<typeof batchesOf>) => {
      const ids: string[] = [];
      for await (const rows of batches) ids.push(...rows.map(({ id }) => id));
      return ids;
    };
    expect(await idsOf(batchesOf(sort, 'ann 7'))).toEqual(await expected(`name like '%7%'`, sort));
    expect(await idsOf(batchesOf(sort, '', one))).toEqual(await expected(`owner = '${ownerId}'`, sort));
    expect(await idsOf(batchesOf(sort, 'no such name'))).toEqual([]);
  });

  it('reads a batch only on demand, and holds no connection between batches', async () => {
    let statements = 0;
    const db = test.services.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const filters = noFilters(residents);
    const batches = readBatches(db, source, everyone, { sort: residents.defaultSort, filters });
    await batches.next();
    await batches.next();
    expect(statements).toBe(2);
    await batches.return();
  });
});
