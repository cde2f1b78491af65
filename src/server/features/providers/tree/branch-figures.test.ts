import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonActor } from '../../../../domain/access/actors.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { rootsAPage } from '../../../../domain/providers/tree-bounds.ts';
import { person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { findLevel, findTree, type TreeQuery } from './find-tree.ts';
import { findNodes } from './nodes.ts';

const [roots, houses, wards] = [40, 7, 6];

const plain: TreeQuery = {
  parentId: null,
  open: [],
  archived: false,
  search: '',
  offset: 0,
  limit: rootsAPage,
};

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
    await sql`
      with spoken as (
        insert into users (id, permission_role_id, provider_id, first_name, last_name, email, pin_sealed, share_id)
        select gen_random_uuid(), 1, id, 'Contact', 'Person', id || '@work.example', 'x', id
        from providers returning id, provider_id)
      update providers set contact_id = spoken.id from spoken where spoken.provider_id = providers.id`.execute(
      db,
    );
    await pool.query('vacuum analyze users, providers, customer_counts, customer_count_changes');
  });
  afterAll(() => test.close());

  const idsWhere = async (condition: string) =>
    (await test.pool.query<{ id: string }>(`select id from providers where ${condition} order by search, id`))
      .rows;

  type Reads = { table: string; rows: number; whole: number };

  /** Returns the result, with the number of rows read from each table and the number of sequential scans. */
  const reading = <Found>(find: (tx: Tx) => Promise<Found>) =>
    test.services.db.transaction().execute(async (tx) => {
      const reads = async () => {
        const { rows } = await sql<Reads>`
          select relname as table, (seq_tup_read + idx_tup_fetch)::int as rows, seq_scan::int as whole
          from pg_stat_xact_user_tables where relname in ('users', 'providers', 'customer_counts', 'customer_count_changes')
          order by relname`.execute(tx);
        return rows;
      };
      // Statistics of earlier reads on this connection may still be pending.
      const before = await reads();
      const found = await find(tx);
      const of = (rows: Reads[], name: string) => rows.find(({ table }) => table === name);
      const during = (await reads()).map(({ table, rows, whole }) => ({
        table,
        rows: rows - (of(before, table)?.rows ?? 0),
        whole: whole - (of(before, table)?.whole ?? 0),
      }));
      return { found, during };
    });

  const read = (ids: readonly string[]) => reading((tx) => findNodes(tx, admin, ids, { archived: false }));

  it('are exact, and their cost depends on the branch and not on the providers beside it [API-48, GAP-89, R-02]', async () => {
    const [house] = await idsWhere('cardinality(path) = 2');
    const below = await idsWhere(`path @> array['${house!.id}'::uuid] and cardinality(path) = 3`);
    const { found: nodes, during } = await read([house!.id, ...below.map(({ id }) => id)]);
    // Six kinds count, by level, and one more with a complete plan in each ward.
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
      ['users', 0, true],
    ]);
  });

  it('are the same when a level is read at once, for every child on its page and for the provider above [API-48, GAP-89]', async () => {
    const [root] = await idsWhere('parent_id is null');
    const children = await idsWhere(`parent_id = '${root!.id}'`);
    const { found: nodes } = await read([root!.id, ...children.map(({ id }) => id)]);
    const level = (query: Partial<TreeQuery>) =>
      reading((tx) => findLevel(tx, admin, { ...plain, parentId: root!.id, ...query }));
    const { found, during } = await level({});
    expect(found.count).toBe(houses);
    expect(found.way).toEqual([{ id: root!.id, name: nodes[0]!.name }]);
    expect([found.parent, ...found.data]).toEqual(nodes);
    expect(during.filter(({ rows }) => rows > 20 * (1 + houses + houses * wards))).toEqual([]);
    // Customers on another page still count for the provider above.
    const { found: part } = await level({ offset: 2, limit: 2 });
    expect([part.parent, ...part.data]).toEqual([nodes[0], nodes[3], nodes[4]]);
  });

  it('a word finds contact persons without a lookup for each provider [PROV-06, R-02]', async () => {
    const [one] = await idsWhere('cardinality(path) = 3');
    await sql`
      update users set first_name = 'Quentin' from providers where users.id = contact_id and providers.id = ${one!.id}`.execute(
      test.services.db,
    );
    const search = 'quentin';
    const { found, during } = await reading((tx) => findTree(tx, scopeOf(admin), { ...plain, search }));
    expect(found.rows.filter(({ hit }) => hit)).toEqual([{ id: one!.id, hit: true }]);
    expect(during.filter(({ rows }) => rows > 20)).toEqual([]);
  });

  it('of all roots add up to the total, and a provider that is requested twice counts once', async () => {
    const tops = await idsWhere('parent_id is null');
    const { found: nodes } = await read([...tops, ...tops].map(({ id }) => id));
    expect(nodes).toHaveLength(roots);
    const one = 6 * (1 + houses * 2 + houses * wards * 3) + houses * wards;
    expect(new Set(nodes.map(({ customers }) => customers))).toEqual(new Set([one]));
  });
});
