import { moveProblems, type MoveProblem } from '../../../../domain/providers/structure.ts';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

/** What shows where providers stand, whom they have and how many: it is read again after each change. */
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

/** What a move would do; `refused` is why it cannot be. */
export type MovePreview = Omit<ResultOf<typeof Preview>['previewMove'], 'refused'> & {
  refused: MoveProblem | null;
};

/** Reads what a move would do, once there is somewhere to move to. */
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
    }
  }
`);

/** Puts a provider with its branch under another one; null is the top. @throws ApiError */
export const moveProvider = (id: string, parent_id: string | null, version: number) =>
  call(Move, { id, parent_id, version }, changed);

const Archive = graphql(`
  mutation archiveProvider($id: ID!, $version: Int!) {
    archiveProvider(provider_id: $id, version: $version) {
      id
    }
  }
`);

/** Archives a provider with its branch (API-42). @throws ApiError */
export const archiveProvider = (id: string, version: number) => call(Archive, { id, version }, changed);

const Restore = graphql(`
  mutation restoreProvider($id: ID!, $version: Int!) {
    restoreProvider(id: $id, version: $version) {
      id
    }
  }
`);

/** Takes one provider out of the archive. @throws ApiError */
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
  /** After each part of the people that was moved. */
  onMoved: (moved: number, left: number) => void;
  /** Whether the rest is not wanted any more. */
  isOver: () => boolean;
};

/**
 * Deletes a provider (API-41). Its people are moved in parts, and it is gone with the last one; what was moved stays moved when the
 * connection is lost between. Gives whether it is gone. @throws ApiError
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

/** A provider to choose, with the way down to it. */
type Target = { id: string; name: string; note?: string | undefined };

/** The first providers to choose by words of their names, without one, or the one with an id. @throws ApiError */
export const findTargets =
  (without: string) =>
  async (by: { words: string } | { id: string }): Promise<Target[]> => {
    if ('id' in by) return [(await call(TargetName, by, { cached: true })).getProvider];
    const { getProviderOptionsQuery } = await call(Targets, { searchQuery: by.words || null });
    return getProviderOptionsQuery.data
      .filter(({ id }) => id !== without)
      .map(({ id, name, path_names }) => ({ id, name, note: path_names.join(' › ') || undefined }));
  };
