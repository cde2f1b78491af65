import {
  customerViewNames,
  customerViews,
  viewOf,
} from '../../../../domain/lists/definitions/customers/customer-views.ts';
import type { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { changeRequest } from '../../../../domain/lists/request.ts';
import { useText } from '../../../app/texts.tsx';
import type { ListState } from '../../../lists/use-list.ts';
import { CurrentLink } from '../../../ui/current-link.tsx';
import type { ViewCounts } from './customers-api.ts';
import css from './table.module.css';

type ViewTabsProps = { state: ListState<typeof customerList>; counts: ViewCounts | undefined };

/**
 * Views of the list with their numbers (N-03). Each is a link that keeps the provider and the order, and clears the search, so
 * that the list has as many customers as its number. The view of archived providers is left out while it is empty (D-63).
 */
export function ViewTabs({ state: { request, searchOf }, counts }: ViewTabsProps) {
  const t = useText();
  const current = request.filters.search === '' ? viewOf(request.filters) : null;
  const countOf = (name: string) => counts?.find(({ view }) => view === name);
  const shown = customerViewNames.filter(
    (name) => name !== 'archivedHouse' || name === current || (countOf(name)?.count ?? 0) > 0,
  );
  return (
    <nav className={css.views} aria-label={t('customers.views.title')}>
      <ul>
        {shown.map((name) => {
          const counted = countOf(name);
          const filters = { ...customerViews[name], search: '' };
          return (
            <li key={name}>
              <CurrentLink
                to="."
                search={searchOf(changeRequest(request, { filters }))}
                resetScroll={false}
                current={name === current ? 'page' : undefined}
              >
                {t(`customers.views.${name}`)}{' '}
                <b className="num">
                  {counted &&
                    (counted.is_exact
                      ? String(counted.count)
                      : t('customers.views.many', { count: String(counted.count) }))}
                </b>
              </CurrentLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
