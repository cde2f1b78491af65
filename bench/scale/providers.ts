import pg from 'pg';
import { fillWithCustomers, largeSize } from '../../testing/tables/synthetic-customers.ts';
import { digits, type Figure } from '../measuring/figure.ts';
import { byTurns, runLoad, type Client, type Run } from '../measuring/load.ts';
import { computedColumns, findPostGraphile, levelQuery } from '../compared/postgraphile.ts';
import { onStage, type Served, type Stage } from '../stage.ts';
import { graphql } from './list.ts';
import { administrators, type Staff } from './staff.ts';

const size = { ...largeSize, providers: 2_000 };
const roots = 40;
const under = 7;
const clients = 4;

/** Builds the tree of providers: forty roots, up to seven children each, with a contact person each. */
const growTree = `
  with numbered as (select id, row_number() over (order by id) - 1 as n from providers),
  placed as (
    select own.id, own.n, above.id as parent_id from numbered own
    left join numbered above on own.n >= ${roots} and above.n = (own.n - ${roots}) / ${under}),
  way as (
    with recursive step as (
      select id, array[id] as path from placed where parent_id is null
      union all select placed.id, step.path || placed.id from placed join step on step.id = placed.parent_id)
    select id, path from step)
  update providers set parent_id = placed.parent_id, path = way.path, provider_root_id = way.path[1],
    contact_id = (select users.id from users where users.provider_id = providers.id and permission_role_id = 1 limit 1)
  from placed join way on way.id = placed.id where providers.id = placed.id`;

const node = `id name parent_id level tier type archived sub_providers customers complete may_edit may_manage may_add hit
  trial_expiry_date contact { id first_name last_name status }`;
const branch = `query branch($parent_id: ID) { getProviderTree(parent_id: $parent_id) {
  count is_whole way { id name } parent { ${node} } data { ${node} } } }`;
const level = `query level($parent_id: ID) { getProviderTree(parent_id: $parent_id) { count data { ${node} } } }`;

const searchQuery = `{ getProviderTree(search: "smith") { count data { ${node} } } }`;

/** Returns the parents in rotation. */
const inTurn = (parents: readonly string[]) => {
  let turn = 0;
  return () => parents[(turn += 1) % parents.length]!;
};

/** The servers, signed-in staff, and the providers with children on the first two levels. */
type Trees = {
  stage: Stage;
  served: Served;
  bare: Served;
  team: readonly [Staff, ...Staff[]];
  tops: readonly string[];
  middles: readonly string[];
  hasPostGraphile: boolean;
};

async function prepareTrees(stage: Stage, customers: number): Promise<Trees> {
  const providers = await fillWithCustomers(stage.superuserUrl, { ...size, customers });
  const pool = new pg.Pool({ connectionString: stage.superuserUrl });
  await pool.query(growTree);
  await pool.query('analyze');
  const hasPostGraphile = findPostGraphile() !== null;
  if (hasPostGraphile) await pool.query(computedColumns);
  const parentsAt = async (depth: number) =>
    (
      await pool.query<{ id: string }>(
        `select id from providers p where cardinality(path) = ${depth} and exists (select from providers c where c.parent_id = p.id)`,
      )
    ).rows.map(({ id }) => id);
  const [tops, middles] = [await parentsAt(1), await parentsAt(2)];
  await pool.end();
  const served = await stage.serve('ours');
  const bare = await stage.serve('bare');
  const team = await administrators(stage, served, providers, clients);
  return { stage, served, bare, team, tops, middles, hasPostGraphile };
}

/** Loads the children of the parents in rotation; the first page of the tree for null. */
const ourLevel = (staff: Staff, parents: readonly string[] | null): Client => {
  const next = parents ? inTurn(parents) : () => null;
  return graphql(staff, level, () => ({ parent_id: next() }));
};

const bareLevel = (parents: readonly string[] | null): Client => {
  const next = parents ? inTurn(parents) : () => '';
  return { next: () => ({ method: 'GET', path: `/providers?parent=${next()}`, headers: {} }) };
};

const postGraphileLevel = (figures: 'counted' | 'kept', parents: readonly string[] | null): Client => {
  const next = parents ? inTurn(parents) : () => null;
  const query = levelQuery(figures);
  const headers = { 'content-type': 'application/json' };
  return {
    next: () => ({
      ...{ method: 'POST', path: '/graphql', headers },
      body: JSON.stringify({ query, variables: { parent: next() } }),
    }),
    take(body) {
      if (body.includes('"errors"')) throw new Error(`PostGraphile refused: ${body.slice(0, 300)}`);
    },
  };
};

/** Returns our speed and the other server's, in words. */
const speeds = (ours: Run, other: Run) =>
  `${digits(ours.perSecond)} a second against ${digits(other.perSecond)}; half ${digits(ours.p50)} ms against ${digits(other.p50)} ms`;

async function compareWithBare(
  { served, bare, team }: Trees,
  name: string,
  parents: readonly string[] | null,
): Promise<Figure> {
  const ours = (staff: Staff) => ourLevel(staff, parents);
  const theirs = () => bareLevel(parents);
  const runs = await byTurns(3, {
    ours: () => runLoad(served.origin, team.map(ours), 2),
    bare: () => runLoad(bare.origin, team.map(theirs), 2),
  });
  return {
    name: `tree: ${name}, of bare`,
    value: runs.ours.perSecond / runs.bare.perSecond,
    unit: 'of bare',
    goal: { least: 0.6 },
    about: speeds(runs.ours, runs.bare),
  };
}

/** Compares with PostGraphile over the same tables: with functions as users write them, and with maintained counts. */
async function compareWithPostGraphile(
  { stage, served, team }: Trees,
  name: string,
  parents: readonly string[] | null,
): Promise<Figure[]> {
  const other = await stage.serve('postgraphile');
  const ours = (staff: Staff) => ourLevel(staff, parents);
  const theirs = (figures: 'counted' | 'kept') => () => postGraphileLevel(figures, parents);
  const runs = await byTurns(3, {
    ours: () => runLoad(served.origin, team.map(ours), 2),
    counted: () => runLoad(other.origin, team.map(theirs('counted')), 2),
    kept: () => runLoad(other.origin, team.map(theirs('kept')), 2),
  });
  return [
    {
      name: `tree: ${name}, of PostGraphile`,
      value: runs.ours.perSecond / runs.counted.perSecond,
      unit: 'of PostGraphile',
      goal: { least: 3 },
      about: speeds(runs.ours, runs.counted),
    },
    {
      name: `tree: ${name}, of it with our counts`,
      value: runs.ours.perSecond / runs.kept.perSecond,
      unit: 'of PostGraphile',
      about: speeds(runs.ours, runs.kept),
    },
  ];
}

/** Measures the queries of a single caller, without concurrent ones. */
async function measureAlone(
  { served, team: [admin] }: Trees,
  name: string,
  query: string,
  variables: () => object,
): Promise<Figure> {
  const { p50, p95 } = await runLoad(served.origin, [graphql(admin, query, variables)], 4);
  return {
    name: `tree: ${name}`,
    value: p95,
    unit: 'ms, 95 of 100',
    goal: { most: 20 },
    about: `half ${digits(p50)} ms, one caller`,
  };
}

/** Measures the tree of 2,000 providers on three levels with this number of customers: first page, opening a branch, a search. */
export function benchProviders({ customers }: { customers: number }): Promise<Figure[]> {
  return onStage(async (stage) => {
    const trees = await prepareTrees(stage, customers);
    const [top, middle] = [inTurn(trees.tops), inTurn(trees.middles)];
    return [
      await compareWithBare(trees, 'the first page', null),
      await compareWithBare(trees, 'a branch of a root', trees.tops),
      await compareWithBare(trees, 'a branch below it', trees.middles),
      ...(trees.hasPostGraphile
        ? [
            ...(await compareWithPostGraphile(trees, 'the first page', null)),
            ...(await compareWithPostGraphile(trees, 'a branch of a root', trees.tops)),
          ]
        : []),
      await measureAlone(trees, 'opening a branch of a root', branch, () => ({ parent_id: top() })),
      await measureAlone(trees, 'opening a branch below it', branch, () => ({ parent_id: middle() })),
      await measureAlone(trees, 'the first page', branch, () => ({ parent_id: null })),
      await measureAlone(trees, 'a search', searchQuery, () => ({})),
    ];
  });
}
