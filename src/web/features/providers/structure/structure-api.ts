import { moveProblems, type MoveProblem } from '../../../../domain/providers/structure.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

/** Types that contain the places of providers, their people and counts: they are read again after each change. */
const changed = {
  types: [
    'ProviderNode',
    'ProviderTree',
    'ProvidersAggregate',
    'ProviderOption',
    'RegisteredProvider',
    'ProviderUser',
    'ProviderBranch',
    'Provider',
    'ProviderName',
    'CustomerRow',
    'CustomerPage',
    'AcpCounts',
    'StaffOverview',
    'RecentActivity',
  ],
};

const Branch = graphql(`
  query getProviderBranch($id: ID!) {
    getProviderBranch(id: $id) {
      id
      parent_id
      archived
      version
      providers
      customers
      staff
      own_customers
      own_staff
    }
  }
`);

/** Descendants of a provider and the records that depend on them. */
export type ProviderBranch = ResultOf<typeof Branch>['getProviderBranch'];

/** Reads the descendants of a provider from the server, not from the cache: a change is decided on this result. */
export const useBranch = (id: string): Read<ProviderBranch> =>
  mapRead(useRead(Branch, { id }, { fresh: true }), ({ getProviderBranch }) => getProviderBranch);

const Preview = graphql(`
  query previewMove($id: ID!, $parent_id: ID) {
    previewMove(id: $id, parent_id: $parent_id) {
      id
      version
      providers
      customers
      staff
      level
      lowest
      refused
    }
  }
`);

/** Effects of a move; `refused` is the reason why it is impossible. */
export type MovePreview = Omit<ResultOf<typeof Preview>['previewMove'], 'refused'> & {
  refused: MoveProblem | null;
};

/** Reads the effects of a move, once a destination is chosen. */
export function usePreview(id: string, parent_id: string | null, pause: boolean): Read<MovePreview> {
  return mapRead(
    useRead(Preview, { id, parent_id }, { fresh: true, pause }),
    ({ previewMove: { refused, ...preview } }) => ({
      ...preview,
      refused: refused === null ? null : oneOf(moveProblems, refused),
    }),
  );
}

const Move = graphql(`
  mutation moveProvider($id: ID!, $parent_id: ID, $version: Int!) {
    moveProvider(id: $id, parent_id: $parent_id, version: $version) {
      id
      version
    }
  }
`);

/** Moves a provider with its branch under another one; null is the top. @throws ApiError */
export const moveProvider = (id: string, parent_id: string | null, version: number) =>
  call(Move, { id, parent_id, version }, changed);

const Archive = graphql(`
  mutation archiveProvider($id: ID!, $version: Int!) {
    archiveProvider(provider_id: $id, version: $version) {
      id
      version
    }
  }
`);

/** Archives a provider with its branch (API-42). @throws ApiError */
export const archiveProvider = (id: string, version: number) => call(Archive, { id, version }, changed);

const Restore = graphql(`
  mutation restoreProvider($id: ID!, $version: Int!) {
    restoreProvider(id: $id, version: $version) {
      id
      version
    }
  }
`);

/** Restores one provider from the archive. @throws ApiError */
export const restoreProvider = (id: string, version: number) => call(Restore, { id, version }, changed);

const Delete = graphql(`
  mutation deleteProvider($id: ID!, $version: Int!, $move_to: ID) {
    deleteProvider(provider_id: $id, version: $version, move_to: $move_to) {
      deleted
      moved
      left
    }
  }
`);

type Deleting = {
  id: string;
  version: number;
  moveTo: string | null;
  /** Called after each batch of moved people. */
  onMoved: (moved: number, left: number) => void;
  /** Whether to stop before the next batch. */
  isOver: () => boolean;
};

/**
 * Deletes a provider (API-41). Its people are moved in batches, and the last batch deletes the provider; moved people stay moved
 * if the connection is lost in between. Returns whether the provider is deleted. @throws ApiError
 */
export async function deleteProvider({ id, version, moveTo, onMoved, isOver }: Deleting): Promise<boolean> {
  let moved = 0;
  while (!isOver()) {
    const { deleteProvider: part } = await call(Delete, { id, version, move_to: moveTo }, changed);
    if (part.deleted) return true;
    moved += part.moved;
    onMoved(moved, part.left);
  }
  return false;
}

const Targets = graphql(`
  query structureTargets($searchQuery: String) {
    getProviderOptionsQuery(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

const TargetName = graphql(`
  query structureTarget($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

/** A provider to choose, with the path down to it. */
type Target = { id: string; name: string; note?: string | undefined };

/** Finds the first providers to choose by words of their names, except one, or the one with an id. @throws ApiError */
export const findTargets =
  (without: string) =>
  async (by: { words: string } | { id: string }): Promise<Target[]> => {
    if ('id' in by) return [(await call(TargetName, by, { cached: true })).getProvider];
    const { getProviderOptionsQuery } = await call(Targets, { searchQuery: by.words || null });
    return getProviderOptionsQuery.data
      .filter(({ id }) => id !== without)
      .map(({ id, name, path_names }) => ({ id, name, note: path_names.join(' › ') || undefined }));
  };
