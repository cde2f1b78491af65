import { useMemo } from 'react';
import type { ListDefinition } from '../../domain/lists/list.ts';
import { pageOfRows, type Page, type RowsInMemory } from '../../domain/lists/page.ts';
import { argumentsOf, queryOf } from '../../domain/lists/query.ts';
import type { Read } from '../api/use-read.ts';
import type { ListState } from './use-list.ts';

const nothingToRetry = () => undefined;

/** Returns one page of a list that is completely loaded. */
export function useRows<List extends ListDefinition, Row>(
  { list, request }: ListState<List>,
  rows: readonly Row[],
  how: RowsInMemory<List, Row>,
): Read<Page<Row>> {
  const query = useMemo(() => queryOf(list, argumentsOf(list, request)), [list, request]);
  const data = pageOfRows(rows, query, how);
  return { data, loading: false, refreshing: false, failed: undefined, retry: nothingToRetry };
}
