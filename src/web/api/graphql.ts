import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/**
 * Creates a typed document from GraphQL text, checked by schema.graphql: a result has exactly the requested fields. `Date` is
 * YYYY-MM-DD, `DateTime` an ISO instant.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string; JSON: unknown };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
