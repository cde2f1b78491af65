import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ListDefinition } from '../../domain/lists/list.ts';
import { readRequest, requestParameters, type ListRequest } from '../../domain/lists/request.ts';

type Search = Record<string, unknown>;

/** State of a list as the address of the page contains it. */
export type ListState<List extends ListDefinition> = {
  list: List;
  request: ListRequest<List>;
  /** Returns the search parameters of a link to another part of the list. Other parameters of the address are kept. */
  searchOf: (request: ListRequest<List>) => (before: Search) => Search;
  /** Shows another part: as a step of the browser's history, or replacing the present one. */
  show: (request: ListRequest<List>, options?: { replace?: boolean }) => void;
};

/**
 * Keeps the state of a list in the address of its page, so that links and the back button work. An invalid address shows the
 * first page.
 */
export function useList<List extends ListDefinition>(list: List): ListState<List> {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const searchOf = useCallback(
    (request: ListRequest<List>) => (before: Search) => ({ ...before, ...requestParameters(list, request) }),
    [list],
  );
  const show = useCallback(
    (request: ListRequest<List>, { replace = false } = {}) =>
      void navigate({ to: '.', search: searchOf(request), replace, resetScroll: false }),
    [navigate, searchOf],
  );
  const request = useMemo(() => readRequest(list, search), [list, search]);
  return { list, request, searchOf, show };
}
