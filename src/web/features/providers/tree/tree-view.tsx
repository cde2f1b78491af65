import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useText } from '../../../app/texts.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { Pager } from '../../../lists/pager.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { LoadFailed } from '../../../ui/messages/load-failed.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { ShownTree } from './tree-api.ts';
import { TreeGrid } from './tree-grid.tsx';
import type { RowActions } from './tree-actions.ts';
import css from './tree.module.css';
import type { Tree } from './use-tree.ts';

/** The tree with its search, buttons to open and close all levels, and its pages (PROV-06). */
export function TreeView({ tree, own, ...actions }: RowActions & { tree: Tree; own: string | null }) {
  const t = useText();
  const { list, read, shown } = tree;
  const { failed } = read;
  const waits = read.loading || read.refreshing;
  const isSearch = list.request.filters.search !== '';
  useSaid(tree);
  if (failed?.code === 'not-found') return <Gone />;
  return (
    <>
      <div className={css.bar}>
        <FilterBar
          state={list}
          labels={{ search: { label: t('providers.search.label'), hint: t('providers.search.hint') } }}
        />
        <Levels tree={tree} />
      </div>
      {failed && <LoadFailed error={failed} onRetry={read.retry} />}
      {shown && !isSearch && shown.way.length > (own === null ? 0 : 1) && (
        <Way tree={tree} shown={shown} own={own} />
      )}
      {waits && !shown?.nodes.length && !shown?.parent && <Spinner />}
      {shown && (
        <>
          {isSearch && shown.count > 0 && (
            <p className={css.note}>{t('providers.count', { count: shown.count })}</p>
          )}
          {!shown.isWhole && <p className={css.note}>{t('providers.cut')}</p>}
          {shown.nodes.length > 0 || shown.parent ? (
            <TreeGrid tree={tree} shown={shown} {...actions} />
          ) : (
            !waits && <p className="quiet">{t(isSearch ? 'providers.noMatch' : 'providers.empty')}</p>
          )}
          <Pager
            state={list}
            total={{ count: shown.count, isExact: true }}
            shown={Math.min(list.list.pageSize, shown.count - (shown.ask.page - 1) * list.list.pageSize)}
          />
        </>
      )}
    </>
  );
}

/** Announces the number of matches of a search to screen readers. */
function useSaid({ read, list, shown }: Tree): void {
  const t = useText();
  const { search } = list.request.filters;
  const said = useRef(search);
  const count = shown?.ask.search === search && !read.loading && !read.refreshing ? shown.count : undefined;
  const words =
    count === undefined ? '' : count === 0 ? t('providers.noMatch') : t('providers.count', { count });
  useEffect(() => {
    if (words === '' || said.current === search) return;
    said.current = search;
    announce(words);
  }, [words, search]);
}

/** Opens or closes all levels, and shows archived providers too. */
function Levels({ tree: { view, show, shown } }: { tree: Tree }) {
  const t = useText();
  const shows = shown === undefined || shown.nodes.length > 0;
  const { open, closed, archived } = view;
  const isAll = open === 'all' && closed.length === 0;
  return (
    <div className={css.levels}>
      {!isAll && shows && (
        <Button variant="text" onClick={() => show({ open: 'all', closed: [] })}>
          {t('providers.expandAll')}
        </Button>
      )}
      {open.length > 0 && shows && (
        <Button variant="text" onClick={() => show({ open: [], closed: [] })}>
          {t('providers.collapseAll')}
        </Button>
      )}
      <Button
        variant="text"
        aria-pressed={archived}
        icon={archived ? 'check' : 'archive'}
        onClick={() => show({ archived: !archived })}
      >
        {t('providers.showArchived')}
      </Button>
    </div>
  );
}

/** Path from the top down to the provider whose branch is shown. */
function Way({ tree, shown, own }: { tree: Tree; shown: ShownTree; own: string | null }) {
  const t = useText();
  const above = shown.way.slice(0, -1);
  const here = shown.way.at(-1);
  return (
    <nav className={css.way} aria-label={t('providers.way')}>
      <ol>
        {own === null && (
          <li>
            <Link to="." search={tree.searchOf(null)} activeProps={{}} activeOptions={{ exact: true }}>
              {t('providers.tab.all')}
            </Link>
          </li>
        )}
        {above.map(({ id, name }) => (
          <li key={id}>
            {(own === null || id !== own) && <Icon name="chevron-right" small />}
            <Link to="." search={tree.searchOf(id)} activeProps={{}}>
              <OwnWords>{name}</OwnWords>
            </Link>
          </li>
        ))}
        {here && (
          <li>
            <Icon name="chevron-right" small />
            <span aria-current="location">
              <OwnWords>{here.name}</OwnWords>
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** Message for a link to a provider that was deleted or moved away. */
function Gone() {
  const t = useText();
  return (
    <div className={css.nothing} role="alert">
      <h2>{t('providers.gone.title')}</h2>
      <p>{t('providers.gone.body')}</p>
      <LinkButton to="." search={{}} variant="two">
        {t('providers.gone.all')}
      </LinkButton>
    </div>
  );
}
