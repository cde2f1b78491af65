import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonActor } from '../../../../domain/access/actors.ts';
import { person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { findNodes } from './nodes.ts';

const [roots, houses, wards] = [40, 7, 6];

describe('the figures of a branch among 2,000 providers', () => {
  let test: TestServices;
  let admin: PersonActor;
  beforeAll(async () => {
    test = await startServices();
    const { services, pool } = test;
    const { db } = services;
    admin = (await person(services, { role: 'admin' })).actor;
    await sql`
      with recursive made (id, path, level, name) as (
        select id, array[id], 1, 'Root ' || n from (select gen_random_uuid() as id, n from generate_series(1, ${roots}::int) n) top
        union all
        select child.id, made.path || child.id, made.level + 1, made.name || '.' || child.n
        from made cross join lateral (
          select gen_random_uuid() as id, n from generate_series(1, case made.level when 1 then ${houses}::int else ${wards}::int end) n
          where made.level < 3) child
      )
      insert into providers (id, name, path, parent_id, provider_root_id)
      select id, name, path, path[level - 1], path[1] from made`.execute(db);
    await sql`
      insert into customer_counts (provider_id, status, plan, customers)
      select id, status, plan, cardinality(path) from providers, unnest(array['invited', 'active', 'archived']) status,
        unnest(array['none', 'draft', 'complete']) plan`.execute(db);
    await sql`
      insert into customer_count_changes (provider_id, status, plan, change)
      select id, 'active', 'complete', 1 from providers where cardinality(path) = 3`.execute(db);
    await pool.query('vacuum analyze providers, customer_counts, customer_count_changes');
  });
  afterAll(() => test.close());

  const idsWhere = async (condition: string) =>
    (await test.pool.query<{ id: string }>(`select id from providers where ${condition} order by search, id`))
      .rows;

  type Reads = { table: string; rows: number; whole: number };

  /** The figures of some providers, with how many rows of each table were read for them, and how often one as a whole. */
  const read = (ids: readonly string[]) =>
    test.services.db.transaction().execute(async (tx) => {
      const reads = async () => {
        const { rows } = await sql<Reads>`
          select relname as table, (seq_tup_read + idx_tup_fetch)::int as rows, seq_scan::int as whole
          from pg_stat_xact_user_tables where relname in ('providers', 'customer_counts', 'customer_count_changes')
          order by relname`.execute(tx);
        return rows;
      };
      // What the connection read before may not have been taken off yet.
      const before = await reads();
      const nodes = await findNodes(tx, admin, ids, { archived: false });
      const of = (rows: Reads[], name: string) => rows.find(({ table }) => table === name);
      const during = (await reads()).map(({ table, rows, whole }) => ({
        table,
        rows: rows - (of(before, table)?.rows ?? 0),
        whole: whole - (of(before, table)?.whole ?? 0),
      }));
      return { nodes, during };
    });

  it('are exact, and cost by what is in the branch and not by what is beside it [API-48, GAP-89, R-02]', async () => {
    const [house] = await idsWhere('cardinality(path) = 2');
    const below = await idsWhere(`path @> array['${house!.id}'::uuid] and cardinality(path) = 3`);
    const { nodes, during } = await read([house!.id, ...below.map(({ id }) => id)]);
    // Six kinds that count, by level, and one more with a complete plan in each ward.
    const ward = { customers: 6 * 3 + 1, complete: 2 * 3 + 1 };
    expect(nodes.map(({ level, customers, complete }) => ({ level, customers, complete }))).toEqual([
      { level: 2, customers: 6 * 2 + wards * ward.customers, complete: 2 * 2 + wards * ward.complete },
      ...below.map(() => ({ level: 3, ...ward })),
    ]);
    const most = 20 * (wards + 1);
    expect(during.map(({ table, rows, whole }) => [table, whole, rows <= most])).toEqual([
      ['customer_count_changes', 0, true],
      ['customer_counts', 0, true],
      ['providers', 0, true],
    ]);
  });

  it('of every root add up to all there are, and a provider asked for twice counts once', async () => {
    const tops = await idsWhere('parent_id is null');
    const { nodes } = await read([...tops, ...tops].map(({ id }) => id));
    expect(nodes).toHaveLength(roots);
    const one = 6 * (1 + houses * 2 + houses * wards * 3) + houses * wards;
    expect(new Set(nodes.map(({ customers }) => customers))).toEqual(new Set([one]));
  });
});
