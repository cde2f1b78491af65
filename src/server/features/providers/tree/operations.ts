import * as z from 'zod/mini';
import type { Actor } from '../../../../domain/access/actors.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { AppError } from '../../../../domain/errors.ts';
import { longestSearch } from '../../../../domain/lists/filter-values.ts';
import { mostOffset } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { providerList } from '../../../../domain/lists/definitions/providers.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf, type ListArguments } from '../../../../domain/lists/query.ts';
import { mostBeside, mostOpen, rootsAPage } from '../../../../domain/providers/tree-bounds.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Work } from '../../../pipeline/work.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { countProviders } from './count-providers.ts';
import { findProviderIds } from './find-providers.ts';
import { findLevel, findPlaced, findTree, findWay, type TreeQuery } from './find-tree.ts';
import { findNodes, type ProviderNode } from './nodes.ts';
import { findOptions } from './options.ts';

const access = { action: 'providers.read', subject: nothing } as const;
const id = z.uuid();
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

/**
 * Returns a part of the tree of providers, as flat rows (API-45, GAP-89): ten at the top or under one provider, and the open
 * levels below, or the hits of a search with the path down to each.
 */
export const getProviderTree = operation({
  name: 'getProviderTree',
  kind: 'read',
  input: z.strictObject({
    parent_id: optional(id),
    open: optional(z.array(id).check(z.maxLength(mostOpen))),
    all: optional(z.boolean()),
    archived: optional(z.boolean()),
    search: optional(z.string().check(z.maxLength(longestSearch))),
    offset: optional(z.int().check(z.gte(0), z.lte(mostOffset))),
    limit: optional(z.int().check(z.gte(1), z.lte(mostBeside))),
  }),
  access,
  async run({ input, actor, tx }) {
    const parentId = input.parent_id ?? null;
    const archived = input.archived ?? false;
    const { searchQuery: search } = queryOf(providerList, { searchQuery: input.search }).filters;
    const query: TreeQuery = {
      ...{ parentId, archived, search },
      open: input.all ? 'all' : (input.open ?? []),
      offset: input.offset ?? 0,
      limit: input.limit ?? rootsAPage,
    };
    const tree =
      query.open.length === 0 && search === ''
        ? await findLevel(tx, actor, query)
        : await findRows(tx, actor, query);
    // If the caller cannot see the provider, the path is empty, and nothing that was read is returned.
    if (parentId !== null && tree.way.at(-1)?.id !== parentId) throw new AppError('not-found');
    return { is_whole: true, ...tree };
  },
});

/** Loads the rows of a part of the tree. */
async function findRows(tx: Tx, actor: Actor, query: TreeQuery) {
  const { parentId, archived } = query;
  const scope = scopeOf(actor);
  const [way, tree] = await Promise.all([
    parentId === null ? [] : findWay(tx, scope, parentId),
    findTree(tx, scope, query),
  ]);
  const hits = new Set(tree.rows.flatMap((row) => (row.hit ? [row.id] : [])));
  const shown = new Set(tree.rows.map((row) => row.id));
  const ids = [...shown, ...(parentId === null ? [] : [parentId])];
  const nodes = await findNodes(tx, actor, ids, { archived });
  return {
    count: tree.count,
    is_whole: tree.isWhole,
    way,
    parent: nodes.find((node) => node.id === parentId) ?? null,
    data: nodes.filter((node) => shown.has(node.id)).map((node) => ({ ...node, hit: hits.has(node.id) })),
  };
}

/** Loads a page of a list of providers with their figures, by name. */
async function findPage(
  { input, actor, tx }: Pick<Work<ListArguments<typeof providerList>>, 'input' | 'actor' | 'tx'>,
  { onlyBelow }: { onlyBelow: boolean },
): Promise<Page<ProviderNode>> {
  const { ids, ...counted } = await findProviderIds(tx, scopeOf(actor), queryOf(providerList, input), {
    onlyBelow,
  });
  return { ...counted, data: await findNodes(tx, actor, ids, { archived: false }) };
}

/** Returns the providers that the caller can see, filtered by words, tier, type or status (API-47). */
export const getAllProvidersFiltered = operation({
  name: 'getAllProvidersFiltered',
  kind: 'read',
  reads: 'replica',
  input: listInput(providerList),
  access,
  run: (call) => findPage(call, { onlyBelow: false }),
});

/**
 * Returns the providers that the caller can move, archive and delete: all of them for the platform's staff, otherwise those below
 * the caller's own provider.
 */
export const getManageProviders = operation({
  name: 'getManageProviders',
  kind: 'read',
  input: listInput(providerList),
  access,
  run: (call) => findPage(call, { onlyBelow: true }),
});

/** Returns providers to choose from, with the path down to each. */
export const getProviderOptionsQuery = operation({
  name: 'getProviderOptionsQuery',
  kind: 'read',
  input: listInput(providerList),
  access,
  run: ({ input, actor, tx }) => findOptions(tx, scopeOf(actor), queryOf(providerList, input)),
});

/** Returns one provider as the tree shows it, an archived one too. */
export const getProviderByPk = operation({
  name: 'getProviderByPk',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.read', subject: ({ id: asked }, { tx }) => findPlaced(tx, asked) },
  async run({ input, actor, tx }) {
    const [node] = await findNodes(tx, actor, [input.id], { archived: false });
    if (!node) throw new AppError('not-found');
    return node;
  },
});

/** Returns the number of customers in the branch of each provider, and of those with a complete plan (API-48). */
export const getProviderAcps = operation({
  name: 'getProviderAcps',
  kind: 'read',
  reads: 'replica',
  input: listInput(providerList),
  access,
  async run(call) {
    const page = await findPage(call, { onlyBelow: false });
    return {
      ...page,
      data: page.data.map(({ id, name, parent_id, complete, customers }) => ({
        ...{ id, name, parent_id, complete },
        total: customers,
      })),
    };
  },
});

/**
 * Returns the number of providers that the caller can see, how many of them are at the top, and the number of all their customers
 * (API-49).
 */
export const providersAggregate = operation({
  name: 'providersAggregate',
  kind: 'read',
  reads: 'replica',
  input: z.strictObject({}),
  access,
  run: ({ actor, tx }) => countProviders(tx, scopeOf(actor)),
});
