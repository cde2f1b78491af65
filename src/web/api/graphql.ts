import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/**
 * Makes a typed document out of GraphQL text, over the schema in schema.graphql: a result has just the fields that
 * were asked for. `Date` is YYYY-MM-DD, `DateTime` an ISO instant.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string; JSON: unknown };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
