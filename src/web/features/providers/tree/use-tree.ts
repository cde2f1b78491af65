import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { providerTreeList } from '../../../../domain/lists/definitions/providers.ts';
import {
  toggled,
  treeParameters,
  readTreeView,
  type TreeView,
} from '../../../../domain/providers/tree-view.ts';
import { rootsAPage } from '../../../../domain/providers/tree-bounds.ts';
import type { Read } from '../../../api/use-read.ts';
import { useList, type ListState } from '../../../lists/use-list.ts';
import { useProviderTree, type ShownTree } from './tree-api.ts';

type Search = Record<string, unknown>;

/** Part of the tree that is shown, by the address, and functions that show another one. */
export type Tree = {
  view: TreeView;
  list: ListState<typeof providerTreeList>;
  read: Read<ShownTree>;
  /** Data that was read last, while another part is read. */
  shown: ShownTree | undefined;
  toggle: (id: string, isOpen: boolean) => void;
  show: (change: Partial<TreeView>) => void;
  /** Returns the search parameters of a link to one branch, or to the whole tree. */
  searchOf: (under: string | null) => (before: Search) => Search;
};

const nothingOpen = { open: [], closed: [] };

/**
 * The tree with its state in the address, so that links and the back button work. `own` is the provider whose branch is all that
 * the user sees.
 */
export function useTree(own: string | null): Tree {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const pages = useList(providerTreeList);
  const view = useMemo(() => {
    const read = readTreeView(search);
    return { ...read, under: read.under ?? own };
  }, [search, own]);
  const { filters, page } = pages.request;
  const read = useProviderTree({ ...view, search: filters.search, page });
  const shown = useKept(read);
  const go = (change: Search, replace = false) =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, ...change }),
      replace,
      resetScroll: false,
    });
  const change = (next: TreeView) =>
    go(treeParameters({ ...next, under: next.under === own ? null : next.under }));

  const list: Tree['list'] = {
    ...pages,
    show(request, { replace = false } = {}) {
      // A new search covers the whole tree, with nothing closed in it.
      const isOther = request.filters.search !== filters.search;
      go(
        {
          ...(isOther && { ...treeParameters({ ...view, ...nothingOpen, under: null }) }),
          ...pages.searchOf(request)({}),
        },
        replace,
      );
    },
  };

  const last = Math.max(1, Math.ceil((read.data?.count ?? 0) / rootsAPage));
  const isPast = read.data !== undefined && !read.refreshing && page > last;
  const { show: showPage, request } = pages;
  useEffect(() => {
    // A page that no longer exists, for example after a deletion, is replaced by the last one.
    if (isPast) showPage({ ...request, page: last }, { replace: true });
  }, [isPast, last, request, showPage]);

  return {
    ...{ view, list, read, shown },
    toggle: (id, isOpen) => change(toggled(view, id, isOpen)),
    show: (part) => change({ ...view, ...part }),
    searchOf: (under) => (before) => ({
      ...before,
      ...treeParameters({ ...view, ...nothingOpen, under: under === own ? null : under }),
      ...{ search: undefined, page: undefined },
    }),
  };
}

/** Keeps the last data while another part is read, so that nothing jumps and the keyboard keeps its place. */
function useKept({ data, failed }: Read<ShownTree>): ShownTree | undefined {
  const [kept, setKept] = useState(data);
  const now = failed ? undefined : (data ?? kept);
  if (now !== kept) setKept(now);
  return now;
}
