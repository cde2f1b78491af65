import { call } from '../../../api/call.ts';
import { graphql } from '../../../api/graphql.ts';
import type { Found } from '../../../lists/reference/reference-props.ts';

const Managed = graphql(`
  query reportManagedProviders($searchQuery: String) {
    getProviderOptionsQuery(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

const Named = graphql(`
  query reportProvider($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

const foundOf = (rows: readonly { id: string; name: string; path_names: readonly string[] }[]): Found[] =>
  rows.map(({ id, name, path_names }) => ({ id, name, note: path_names.join(' › ') || undefined }));

/** Finds the first providers that the caller manages by words of their names, or the one with an id. @throws ApiError */
export async function findManaged(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) return [(await call(Named, by, { cached: true })).getProvider];
  const { getProviderOptionsQuery } = await call(
    Managed,
    { searchQuery: by.words || null },
    { cached: true },
  );
  return foundOf(getProviderOptionsQuery.data);
}

const Visible = graphql(`
  query reportVisibleProviders($searchQuery: String) {
    getAllProviders(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

/** Finds the first providers whose customers the caller sees, or the one with an id. @throws ApiError */
export async function findVisible(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) return [(await call(Named, by, { cached: true })).getProvider];
  const { getAllProviders } = await call(Visible, { searchQuery: by.words || null }, { cached: true });
  return foundOf(getAllProviders.data);
}
