import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { treeRows, type Ended } from '../../../../domain/providers/tree-rows.ts';
import { rootsAPage } from '../../../../domain/providers/tree-bounds.ts';
import { useText } from '../../../app/texts.tsx';
import { KeysHelp } from '../../../lists/keys/keys-help.tsx';
import type { ProviderNode, ShownTree } from './tree-api.ts';
import type { RowActions } from './tree-actions.ts';
import { ProviderRow } from './tree-row.tsx';
import css from './tree.module.css';
import { hasTreeRows, useGridKeys } from './use-grid-keys.ts';
import type { Tree } from './use-tree.ts';

type TreeGridProps = RowActions & { tree: Tree; shown: ShownTree };

/**
 * Providers by level as a treegrid: one stop for the tab key, arrow keys within (PROV-02). Below 1024 px its columns are merged
 * into one, as an indented list.
 */
export function TreeGrid({ tree, shown, ...actions }: TreeGridProps) {
  const t = useText();
  const { view, toggle, searchOf, read } = tree;
  const { ask, nodes, parent, count } = shown;
  const isSearch = ask.search !== '';
  const offset = (ask.page - 1) * rootsAPage;
  const rows = treeRows({ nodes, parent, view, isSearch, offset, count });
  const isOpen = (id: string) => rows.find(({ node }) => node.id === id)?.isOpen === true;
  const ids = rows.flatMap(({ node, ends }) => [node.id, ...ends.map((ended) => moreId(ended))]);
  const { grid, current, onFocus, onKeyDown } = useGridKeys(ids, (id) => toggle(id, isOpen(id)));
  const waits = read.loading || read.refreshing;
  return (
    <>
      <div
        ref={grid}
        className={css.tree}
        role="treegrid"
        tabIndex={-1}
        aria-label={t('providers.col.caption')}
        aria-busy={waits}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        <Heads />
        {rows.map((row) => (
          <Fragment key={row.node.id}>
            <ProviderRow
              row={row}
              words={isSearch && row.node.hit ? ask.search : ''}
              isCurrent={row.node.id === current}
              onToggle={() => toggle(row.node.id, row.isOpen === true)}
              branch={searchOf(row.node.id)}
              {...actions}
            />
            {row.ends
              .filter(({ isEmpty }) => !(isEmpty && waits))
              .map((ended) => (
                <MoreRow
                  key={ended.node.id}
                  ended={ended}
                  tree={tree}
                  isCurrent={moreId(ended) === current}
                />
              ))}
          </Fragment>
        ))}
      </div>
      <KeysHelp area={grid} kind="tree" hasKeys={hasTreeRows} />
    </>
  );
}

/** Names of the columns. */
function Heads() {
  const t = useText();
  return (
    <div className={css.heads} role="row">
      <span role="columnheader">{t('providers.col.name')}</span>
      <span role="columnheader" className={css.wideOnly}>
        {t('providers.col.contact')}
      </span>
      <span role="columnheader">{t('providers.col.contactStatus')}</span>
      <span role="columnheader">{t('providers.col.complete')}</span>
      <span role="columnheader">
        <span className="vh">{t('providers.col.actions')}</span>
      </span>
    </div>
  );
}

/** Returns the id of the row with the link to the rest of a provider's branch. */
const moreId = ({ node }: Ended<ProviderNode>) => `${node.id} more`;

/** Link to all descendants of a provider, if not all of them fit here. */
function MoreRow({ ended, tree, isCurrent }: { ended: Ended<ProviderNode>; tree: Tree; isCurrent: boolean }) {
  const t = useText();
  const { node, depth, hidden } = ended;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div role="row" aria-level={depth + 1} data-row={moreId(ended)} tabIndex={tabIndex} className={css.more}>
      <div role="gridcell" style={{ paddingInlineStart: `calc(var(--step) * ${depth} + 52px)` }}>
        <Link to="." search={tree.searchOf(node.id)} activeProps={{}} tabIndex={tabIndex}>
          {t('providers.row.more', { count: hidden, provider: node.name })}
        </Link>
      </div>
    </div>
  );
}
