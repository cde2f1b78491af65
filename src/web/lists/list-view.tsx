import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react';
import { isFiltered, noFilters, type ListDefinition } from '../../domain/lists/list.ts';
import type { Page } from '../../domain/lists/page.ts';
import { changeRequest } from '../../domain/lists/request.ts';
import type { Read } from '../api/use-read.ts';
import { useText } from '../app/texts.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { announce } from '../ui/messages/announce.ts';
import { LoadFailed } from '../ui/messages/load-failed.tsx';
import { Spinner } from '../ui/messages/spinner.tsx';
import { rescueFocus } from '../ui/rescue-focus.ts';
import { ExportLinks } from './export-links.tsx';
import { FilterBar, type FilterLabels } from './filter-bar.tsx';
import css from './lists.module.css';
import { Pager, useSpan } from './pager.tsx';
import type { ListState } from './use-list.ts';

type ListViewProps<List extends ListDefinition, Row> = {
  state: ListState<List>;
  read: Read<Page<Row>>;
  filters: FilterLabels<List>;
  /** Content while the list has no rows at all. */
  none?: ReactNode;
  /** Shows the filters without any rows too: for a list that is limited without a filter, such as to the last days. */
  alwaysFilters?: boolean;
  /** Returns the text above the rows with the number of matches, if filters are set. */
  found?: ((count: number) => string) | undefined;
  /** Content below the message that nothing matches the filters. */
  noneMatch?: ReactNode;
  /** The rows: a ListTable, or a list with its own layout. */
  children: (rows: readonly Row[]) => ReactNode;
};

/**
 * One page of a list with everything around it: filters, pages, CSV, and the states loading, failed, empty and no matches. The
 * texts `lists` and `errors` must be loaded.
 */
export function ListView<List extends ListDefinition, Row>({
  state,
  read: newest,
  filters,
  none,
  alwaysFilters = false,
  found,
  noneMatch,
  children,
}: ListViewProps<List, Row>) {
  const { list, request } = state;
  const read = useInSteps(newest);
  const { failed } = read;
  const page = useKeptPage(read);
  const waits = read.refreshing || read.loading;
  const isEmpty = page?.count === 0 && !waits;
  const hasNone = isEmpty && !isFiltered(request.filters);
  const top = useRef<HTMLDivElement>(null);
  useScrollToTop(top, request.page);
  useLastPage(state, read);
  return (
    <div ref={top} className={css.view}>
      {(alwaysFilters || !hasNone) && <FilterBar state={state} labels={filters} />}
      {failed && <LoadFailed error={failed} onRetry={read.retry} />}
      {waits && !page?.count && <Spinner />}
      {page && (
        <div aria-busy={waits}>
          <Announced state={state} page={page} waits={waits} />
          {hasNone && <None>{none}</None>}
          {isEmpty && !hasNone && (
            <NoneMatch
              onClear={() => {
                state.show(changeRequest(request, { filters: noFilters(list) }));
                rescueFocus(() => top.current?.querySelector('input'));
              }}
            >
              {noneMatch}
            </NoneMatch>
          )}
          {found && page.count > 0 && page.isExact && isFiltered(request.filters) && (
            <p className={css.found}>{found(page.count)}</p>
          )}
          {page.data.length > 0 && children(page.data)}
          <Pager state={state} total={page} shown={page.data.length} />
          {list.csv.length > 0 && page.count > 0 && <ExportLinks state={state} />}
        </div>
      )}
    </div>
  );
}

/** New rows are rendered in short steps, so that a slow telephone stays responsive; until then they count as loading. */
function useInSteps<Row>(newest: Read<Page<Row>>): Read<Page<Row>> {
  const drawn = useDeferredValue(newest);
  return drawn.loading && newest.data !== undefined ? drawn : newest;
}

/** Keeps the last page while another one is read, so that nothing jumps and the keyboard keeps its place. */
function useKeptPage<Row>({ data, failed }: Read<Page<Row>>): Page<Row> | undefined {
  const [kept, setKept] = useState(data);
  const page = failed ? undefined : (data ?? kept);
  if (page !== kept) setKept(page);
  return page;
}

/** Replaces a page that the list does not have, for example after rows were deleted, by the last one that is known. */
function useLastPage<List extends ListDefinition>(
  { list, request, show }: ListState<List>,
  { data, refreshing }: Read<Page<unknown>>,
): void {
  const gone = data !== undefined && !refreshing && data.data.length === 0 && data.count > 0;
  const last = Math.ceil((data?.count ?? 0) / list.pageSize);
  useEffect(() => {
    if (gone && request.page > last) show({ ...request, page: last }, { replace: true });
  }, [gone, last, request, show]);
}

/** Scrolls another page to its beginning. */
function useScrollToTop(top: React.RefObject<HTMLElement | null>, page: number): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current !== page) top.current?.scrollIntoView({ block: 'start' });
    before.current = page;
  }, [top, page]);
}

/** Announces to screen readers what another filter or page shows. */
function Announced<List extends ListDefinition>({
  state: { list, request },
  page,
  waits,
}: {
  state: ListState<List>;
  page: Page<unknown>;
  waits: boolean;
}) {
  const t = useText();
  const span = useSpan(page, (request.page - 1) * list.pageSize, page.data.length);
  const words = page.count === 0 ? t('lists.noneMatch') : span;
  const said = useRef(request);
  useEffect(() => {
    if (waits || said.current === request) return;
    said.current = request;
    announce(words);
  }, [waits, request, words]);
  return null;
}

function None({ children }: { children: ReactNode }) {
  const t = useText();
  return children ?? <p className="quiet">{t('error.nothingToDisplay')}</p>;
}

function NoneMatch({ onClear, children }: { onClear: () => void; children: ReactNode }) {
  const t = useText();
  return (
    <div className={css.none}>
      <p>{t('lists.noneMatch')}</p>
      <Button variant="two" onClick={onClear}>
        {t('lists.clear')}
      </Button>
      {children}
    </div>
  );
}
