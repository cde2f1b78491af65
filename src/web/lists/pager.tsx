import { Link } from '@tanstack/react-router';
import type { ListDefinition } from '../../domain/lists/list.ts';
import { useText } from '../app/texts.tsx';
import type { ListState } from './use-list.ts';

let formatter: Intl.NumberFormat | undefined;

/**
 * Formats a number. Below a thousand these are its digits: creating the first formatter takes a tenth of a second on a slow
 * telephone.
 */
const written = (count: number): string =>
  count < 1000 ? String(count) : (formatter ??= new Intl.NumberFormat('en-AU')).format(count);

/** Number of rows of a list, and whether it is exact. */
export type Total = { count: number; isExact: boolean };

/** Returns the position of the shown rows in the list, in words. If the count is not exact, the total is a lower bound. */
export function useSpan({ count, isExact }: Total, offset: number, shown: number): string {
  const t = useText();
  const to = shown === 0 ? 0 : offset + shown;
  return t(isExact ? 'common.pageOf' : 'common.pageOfMany', {
    from: written(shown === 0 ? 0 : offset + 1),
    to: written(to),
    total: written(Math.max(count, isExact || shown === 0 ? to : offset)),
  });
}

/** Returns the pages to link: the first, those around the present one, and the last one if it is known. */
export function pagesAround(page: number, last: number, isExact: boolean): number[] {
  const around = [1, page - 1, page, page + 1, ...(page === 1 ? [3] : []), ...(isExact ? [last] : [])];
  return [...new Set(around)].filter((each) => each >= 1 && each <= last).sort((one, other) => one - other);
}

/** Links to the pages of a list. Renders nothing if there is only one page. */
export function Pager<List extends ListDefinition>({
  state: { list, request, searchOf },
  total,
  shown,
}: {
  state: ListState<List>;
  total: Total;
  shown: number;
}) {
  const t = useText();
  const { pageSize } = list;
  const { page } = request;
  const offset = (page - 1) * pageSize;
  const span = useSpan(total, offset, shown);
  const known = Math.ceil(total.count / pageSize);
  const last = total.isExact ? known : Math.max(known, shown === pageSize ? page + 1 : page);
  if (last <= 1) return null;
  const link = (to: number, words: string, name?: string) => (
    <Link
      to="."
      search={searchOf({ ...request, page: to })}
      resetScroll={false}
      activeProps={{}}
      aria-label={name}
      aria-current={to === page ? 'page' : undefined}
    >
      {words}
    </Link>
  );
  return (
    <nav className="pager" aria-label={t('lists.pages')}>
      <span>{span}</span>
      <ol>
        {page > 1 && <li>{link(page - 1, t('common.previous'))}</li>}
        {pagesAround(page, last, total.isExact).map((each) => (
          <li key={each}>{link(each, written(each), t('lists.page', { number: written(each) }))}</li>
        ))}
        {page < last && <li>{link(page + 1, t('common.next'))}</li>}
      </ol>
    </nav>
  );
}
