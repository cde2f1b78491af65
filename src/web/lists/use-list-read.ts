import { useMemo } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { ListDefinition } from '../../domain/lists/list.ts';
import { argumentsOf, type FilterParameter } from '../../domain/lists/query.ts';
import type { ListRequest } from '../../domain/lists/request.ts';
import { useRead, type Read, type ReadOptions } from '../api/use-read.ts';

/** Does not compile while a query leaves out a filter of the list: the list would show rows that the filter excludes. */
type Declares<List extends ListDefinition, Variables> = [
  Exclude<FilterParameter<List>, keyof Variables>,
] extends [never]
  ? unknown
  : { filterThatTheQueryLeavesOut: Exclude<FilterParameter<List>, keyof Variables> };

/** Names of the variables that a query declares. */
const declaredBy = (document: TypedDocumentNode<unknown, never>): ReadonlySet<string> =>
  new Set(
    document.definitions.flatMap((definition) =>
      'variableDefinitions' in definition
        ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
        : [],
    ),
  );

/**
 * Reads one page of a list from the server, and again whenever the page is shown. `document` declares every filter of the list as
 * a variable; it may leave out `limit` where the server's page size is meant. `more` are its other variables.
 */
export function useListRead<List extends ListDefinition, Data, Variables extends AnyVariables>(
  list: List & Declares<List, Variables>,
  request: ListRequest<List>,
  document: TypedDocumentNode<Data, Variables>,
  { more, ...options }: ReadOptions & { more?: Partial<Variables> } = {},
): Read<Data> {
  const declared = useMemo(() => declaredBy(document), [document]);
  const asked = Object.entries(argumentsOf<List>(list, request)).filter(([name]) => declared.has(name));
  const variables = { ...Object.fromEntries(asked), ...more } as unknown as Variables;
  return useRead(document, variables, { refresh: true, ...options });
}
