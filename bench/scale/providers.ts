import pg from 'pg';
import { fillWithCustomers, largeSize } from '../../testing/synthetic-customers.ts';
import { digits, type Figure } from '../figure.ts';
import { byTurns, runLoad, type Client } from '../load.ts';
import { computedColumns, findPostGraphile, levelQuery } from '../postgraphile.ts';
import { onStage } from '../stage.ts';
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

/** Returns the parents in rotation. */
const inTurn = (parents: readonly string[]) => {
  let turn = 0;
  return () => parents[(turn += 1) % parents.length]!;
};

/** Measures the tree of 2,000 providers on three levels with this number of customers: first page, opening a branch, a search. */
export function benchProviders({ customers }: { customers: number }): Promise<Figure[]> {
  return onStage(async (stage) => {
    const providers = await fillWithCustomers(stage.superuserUrl, { ...size, customers });
    const pool = new pg.Pool({ connectionString: stage.superuserUrl });
    await pool.query(growTree);
    await pool.query('analyze');
    const hasOther = findPostGraphile() !== null;
    if (hasOther) await pool.query(computedColumns);
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
    const [admin] = team;

    const compared = async (name: string, parents: readonly string[] | null): Promise<Figure[]> => {
      const ours = (staff: Staff): Client => {
        const next = parents ? inTurn(parents) : () => null;
        return graphql(staff, level, () => ({ parent_id: next() }));
      };
      const theirs = (): Client => {
        const next = parents ? inTurn(parents) : () => '';
        return { next: () => ({ method: 'GET', path: `/providers?parent=${next()}`, headers: {} }) };
      };
      const runs = await byTurns(3, {
        ours: () => runLoad(served.origin, team.map(ours), 2),
        bare: () => runLoad(bare.origin, team.map(theirs), 2),
      });
      const share = runs.ours.perSecond / runs.bare.perSecond;
      return [
        {
          name: `tree: ${name}, of bare`,
          value: share,
          unit: 'of bare',
          goal: { least: 0.6 },
          about: `${digits(runs.ours.perSecond)} a second against ${digits(runs.bare.perSecond)}; half ${digits(runs.ours.p50)} ms against ${digits(runs.bare.p50)} ms`,
        },
      ];
    };
    /** The same level through PostGraphile, if installed: with functions as users write them, and with maintained counts. */
    const besidePostGraphile = async (name: string, parents: readonly string[] | null): Promise<Figure[]> => {
      const other = await stage.serve('postgraphile');
      const ours = (staff: Staff): Client => {
        const next = parents ? inTurn(parents) : () => null;
        return graphql(staff, level, () => ({ parent_id: next() }));
      };
      const theirs = (figures: 'counted' | 'kept') => (): Client => {
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
      const runs = await byTurns(3, {
        ours: () => runLoad(served.origin, team.map(ours), 2),
        counted: () => runLoad(other.origin, team.map(theirs('counted')), 2),
        kept: () => runLoad(other.origin, team.map(theirs('kept')), 2),
      });
      const share = (way: 'counted' | 'kept') => runs.ours.perSecond / runs[way].perSecond;
      const about = (way: 'counted' | 'kept') =>
        `${digits(runs.ours.perSecond)} a second against ${digits(runs[way].perSecond)}; half ${digits(runs.ours.p50)} ms against ${digits(runs[way].p50)} ms`;
      return [
        {
          name: `tree: ${name}, of PostGraphile`,
          value: share('counted'),
          unit: 'of PostGraphile',
          goal: { least: 3 },
          about: about('counted'),
        },
        {
          name: `tree: ${name}, of it with our counts`,
          value: share('kept'),
          unit: 'of PostGraphile',
          about: about('kept'),
        },
      ];
    };
    const alone = async (name: string, query: string, variables: () => object): Promise<Figure> => {
      const { p50, p95 } = await runLoad(served.origin, [graphql(admin, query, variables)], 4);
      return {
        name: `tree: ${name}`,
        value: p95,
        unit: 'ms, 95 of 100',
        goal: { most: 20 },
        about: `half ${digits(p50)} ms, one caller`,
      };
    };
    const [top, middle] = [inTurn(tops), inTurn(middles)];
    return [
      ...(await compared('the first page', null)),
      ...(await compared('a branch of a root', tops)),
      ...(await compared('a branch below it', middles)),
      ...(hasOther
        ? [
            ...(await besidePostGraphile('the first page', null)),
            ...(await besidePostGraphile('a branch of a root', tops)),
          ]
        : []),
      await alone('opening a branch of a root', branch, () => ({ parent_id: top() })),
      await alone('opening a branch below it', branch, () => ({ parent_id: middle() })),
      await alone('the first page', branch, () => ({ parent_id: null })),
      await alone('a search', `{ getProviderTree(search: "smith") { count data { ${node} } } }`, () => ({})),
    ];
  });
}
