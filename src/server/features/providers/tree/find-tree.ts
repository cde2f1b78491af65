import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../../domain/access/actors.ts';
import { scopeOf, type Scope } from '../../../../domain/access/scope.ts';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { mostBeside, mostRows, rootsAPage } from '../../../../domain/providers/tree-bounds.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { isNamed } from './find-providers.ts';
import { figuresBeside, nodeOf, nodesOf, type FoundNode, type ProviderNode } from './nodes.ts';

/** Requested part of the tree. */
export type TreeQuery = {
  /** Only direct children of this provider; null for the top. */
  parentId: string | null;
  /** Providers whose sub-providers are requested too. */
  open: readonly string[] | 'all';
  /** Includes archived ones. */
  archived: boolean;
  /** Instead, all providers with these words, anywhere in the branch; '' for none. */
  search: string;
  offset: number;
  limit: number;
};

/** The rows of a part of the tree: ids, whether the search found them, and the number of rows on the first level. */
export type FoundTree = { count: number; isWhole: boolean; rows: { id: string; hit: boolean }[] };

const isShown = (archived: boolean, table: string) =>
  archived ? sql`true` : sql`not ${sql.ref(`${table}.archived`)}`;

/** Returns the condition for the first level of a part of the tree: the hits of a search, or one level. */
function isAtTop(scope: Scope, { parentId, search }: TreeQuery): RawBuilder<unknown> {
  if (search !== '') {
    const within = parentId === null ? sql`true` : sql`providers.path @> array[${parentId}::uuid]`;
    return sql`${within} and ${isNamed(search)}`;
  }
  if (parentId !== null) return sql`providers.parent_id = ${parentId}::uuid`;
  // A provider's staff see the tree from their own provider down.
  return scope.people === 'subtree'
    ? sql`providers.id = ${scope.providerId}::uuid`
    : sql`providers.parent_id is null`;
}

/** Returns the source of the first level's providers. */
const topsOf = (scope: Scope, query: TreeQuery): RawBuilder<unknown> => sql`from providers
  where ${providerInScope(scope, 'providers.path')} and ${isShown(query.archived, 'providers')} and ${isAtTop(scope, query)}`;

/** One provider on the path from the top of the caller's tree down to a provider. */
export type Step = { id: string; name: string };

/** One level of the tree, with its parent provider and the path down to it; the path is empty when the caller cannot see it. */
export type FoundLevel = { count: number; way: Step[]; parent: ProviderNode | null; data: ProviderNode[] };

type LevelRow = { count: number; way: string | null } & (FoundNode | { id: null });

/** Loads a page of one level in one query, when no provider below is open and there is no search: most calls are like this. */
export async function findLevel(tx: Tx, actor: Actor, query: TreeQuery): Promise<FoundLevel> {
  const scope = scopeOf(actor);
  const { parentId, archived } = query;
  const tops = topsOf(scope, query);
  const asked = sql`asked`;
  const parent = parentId === null ? sql`` : sql`union all select ${parentId}::uuid`;
  // As text, so that it is computed once and not for each row.
  const way =
    parentId === null ? sql`null` : sql`(select json_agg(step) from (${wayTo(scope, parentId)}) step)::text`;
  const { rows } = await sql<LevelRow>`
    with top as materialized (select providers.id ${tops} order by providers.search, providers.id ${partOf(query)}),
    asked as materialized (select id from top ${parent}),
    ${figuresBeside(asked, parentId, scope)}, node as (${nodesOf({ asked, scope, archived })})
    select level.count, level.way, node.*
    from (select count(*)::int as count, ${way} as way ${tops}) level left join node on true
    order by node.search, node.id`.execute(tx);
  const found = rows.flatMap((row) => (row.id === null ? [] : [nodeOf(actor, scope, row)]));
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    way: first?.way ? (JSON.parse(first.way) as Step[]) : [],
    parent: found.find(({ id }) => id === parentId) ?? null,
    data: found.filter(({ id }) => id !== parentId),
  };
}

/**
 * Writes the usual limit as a literal: for an unknown limit, the planner expects a tenth of all rows and does not keep the plan.
 */
const partOf = ({ offset, limit }: TreeQuery) =>
  offset === 0 && limit === rootsAPage
    ? sql`limit ${sql.lit(rootsAPage)}`
    : sql`offset ${offset} limit ${limit}`;

/** Returns the ids of the providers that a part of the tree shows, from the top level down, each level by name. */
export async function findTree(tx: Tx, scope: Scope, query: TreeQuery): Promise<FoundTree> {
  const { open, archived, search } = query;
  const tops = topsOf(scope, query);
  const isOpen = open === 'all' ? sql`true` : sql`tree.id = any(${[...open]}::uuid[])`;
  // Searches every provider of the scope once, for both the number of hits and the page.
  const hits = sql`hit as materialized (select providers.id, providers.path, providers.search ${tops}),`;
  const [first, from] = search === '' ? [sql``, tops] : [hits, sql`from hit providers`];
  const above = sql`select above.id
    from top cross join lateral unnest(${search === '' ? sql`array[top.id]` : sql`top.path`}) as above (id)`;
  // If no provider is open, avoids the recursion: the planner cannot estimate its number of rows, and plans it again each time.
  const tree =
    open.length === 0
      ? sql`select distinct id from (${above}) above`
      : sql`${above}
      union
      select child.id from tree cross join lateral (
        select below.id from providers below where below.parent_id = tree.id and ${isShown(archived, 'below')}
        order by below.search, below.id limit ${sql.lit(mostBeside)}
      ) child where ${isOpen}`;
  const { rows } = await sql<{ count: number; hits: string[]; ids: string[] }>`
    with recursive ${first} top as materialized (
      select providers.id, providers.path ${from} order by providers.search, providers.id ${partOf(query)}
    ),
    tree as (${tree})
    select (select count(*)::int ${from}) as count, array(select id from top) as hits,
      array(
        select providers.id from tree join providers on providers.id = tree.id and ${providerInScope(scope, 'providers.path')}
        order by cardinality(providers.path), providers.search, providers.id
        limit ${sql.lit(mostRows + 1)}
      ) as ids`.execute(tx);
  const [found = { count: 0, hits: [], ids: [] }] = rows;
  const isHit = new Set(search === '' ? [] : found.hits);
  return {
    count: found.count,
    isWhole: found.ids.length <= mostRows,
    rows: found.ids.slice(0, mostRows).map((id) => ({ id, hit: isHit.has(id) })),
  };
}

/**
 * Returns the query for the path from the top of the caller's tree down to a provider, which is included; no rows if the caller
 * cannot see it.
 */
const wayTo = (scope: Scope, id: string): RawBuilder<Step> => sql<Step>`
  select above.id, above.name
  from providers asked cross join lateral unnest(asked.path) with ordinality as step (id, place)
  join providers above on above.id = step.id and ${providerInScope(scope, 'above.path')}
  where asked.id = ${id}::uuid order by step.place`;

/** Loads the path down to a provider; empty if the caller cannot see it. */
export async function findWay(tx: Tx, scope: Scope, id: string): Promise<Step[]> {
  const { rows } = await wayTo(scope, id).execute(tx);
  return rows;
}

/** Loads a provider as a subject, an archived one too; null for an unknown id. */
export async function findPlaced(tx: Tx, id: string): Promise<Subjects['provider'] | null> {
  const row = await tx.selectFrom('providers').select(['id', 'path']).where('id', '=', id).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path } : null;
}
