import { Link } from '@tanstack/react-router';
import type { TreeRow } from '../../../../domain/providers/tree-rows.ts';
import { deepestLevel } from '../../../../domain/providers/tiers.ts';
import { fullName } from '../../../../domain/names.ts';
import { useText } from '../../../app/texts.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Marked } from './marked.tsx';
import { RowButton } from './row-button.tsx';
import type { ProviderNode } from './tree-api.ts';
import type { RowActions } from './tree-actions.ts';
import css from './tree.module.css';

type ProviderRowProps = RowActions & {
  row: TreeRow<ProviderNode>;
  /** Search text that matched here; '' for none. */
  words: string;
  /** Tab moves to this row and its controls; arrow keys move to the other rows. */
  isCurrent: boolean;
  onToggle: () => void;
  /** Returns the search parameters of the address that shows only this branch. */
  branch: (before: Record<string, unknown>) => Record<string, unknown>;
};

/** A provider in the tree. */
export function ProviderRow({
  row,
  words,
  isCurrent,
  onToggle,
  branch,
  onAction,
  pagesOf,
}: ProviderRowProps) {
  const t = useText();
  const { node, depth, place, isOpen, isFixed } = row;
  const { contact } = node;
  const tabIndex = isCurrent ? 0 : -1;
  const canToggle = isOpen !== null && !isFixed;
  return (
    <div
      role="row"
      data-row={node.id}
      data-toggles={canToggle ? 'yes' : 'no'}
      className={classNames(
        css.row,
        depth === 1 && css.top,
        words !== '' && css.hit,
        node.archived && css.archived,
      )}
      tabIndex={tabIndex}
      aria-level={depth}
      aria-posinset={place.position}
      aria-setsize={place.of}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
    >
      <div role="gridcell" tabIndex={-1} className={css.name}>
        <Lines lines={row.lines} />
        {canToggle ? (
          <button
            type="button"
            className={css.toggle}
            tabIndex={tabIndex}
            aria-label={t(isOpen ? 'providers.row.close' : 'providers.row.open', { provider: node.name })}
            onClick={onToggle}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          </button>
        ) : (
          <span className={classNames(css.toggle, css.leaf)} />
        )}
        <div className={css.text}>
          <Link to="." search={branch} activeProps={{}} tabIndex={tabIndex}>
            <Marked words={words}>{node.name}</Marked>
          </Link>
          <small>
            <Facts node={node} isHit={words !== ''} />
          </small>
          <small className={css.narrowOnly}>
            {node.customers === 0
              ? t('providers.row.noCustomers')
              : t('providers.row.completeOf', { complete: node.complete, total: node.customers })}
          </small>
        </div>
      </div>
      <div role="gridcell" tabIndex={-1} className={classNames(css.fact, css.wideOnly)}>
        {contact ? <Marked words={words}>{fullName(contact)}</Marked> : t('providers.row.noContact')}
      </div>
      <div role="gridcell" tabIndex={-1} className={css.fact}>
        {contact ? t(`providers.contactStatus.${contact.status}`) : '–'}
      </div>
      <div role="gridcell" tabIndex={-1} className={css.fact}>
        <Complete node={node} />
      </div>
      <div role="gridcell" tabIndex={-1} className={css.actions}>
        {node.may_add && (
          <button
            type="button"
            className={`iconbtn ${css.wide}`}
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            aria-label={t('providers.addSub', { provider: node.name })}
            onClick={() => onAction('add', node)}
          >
            <Icon name="plus" />
          </button>
        )}
        {node.may_edit && (
          <button
            type="button"
            className={`iconbtn ${css.wide}`}
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            aria-label={`${t('providers.action.edit')}: ${node.name}`}
            onClick={() => onAction('edit', node)}
          >
            <Icon name="pencil" />
          </button>
        )}
        <RowButton {...{ node, tabIndex, branch, onAction, pagesOf }} />
      </div>
    </div>
  );
}

/** Name of the provider's level, and other facts to see at once. */
function Facts({ node, isHit }: { node: ProviderNode; isHit: boolean }) {
  const t = useText();
  const { onTrial, archived, type, level, tier } = node;
  const facts = [
    t(`providers.tier.${tier}`),
    archived && t('providers.status.archived'),
    type === 'external_provider' && t('providers.status.external'),
    onTrial && t('providers.status.trial'),
  ].filter((fact) => fact !== false);
  return (
    <>
      {facts.join(' · ')}
      <span className="vh">
        {`. ${t('providers.row.depth', { level, max: deepestLevel })}.`}
        {isHit && ` ${t('providers.row.match')}.`}
      </span>
    </>
  );
}

/** Number of customers in the branch with a complete plan, as text and as a bar. */
function Complete({ node: { complete, customers } }: { node: ProviderNode }) {
  const t = useText();
  if (customers === 0) return t('providers.row.noCustomers');
  return (
    <>
      <span aria-hidden="true">{t('providers.row.of', { complete, total: customers })}</span>
      <span className="vh">{t('providers.row.completeOf', { complete, total: customers })}</span>
      <span className={`meter ${css.meter}`} aria-hidden="true">
        <i style={{ width: `${(100 * complete) / customers}%` }} />
      </span>
    </>
  );
}

/** Lines that connect parents and children. */
function Lines({ lines }: { lines: readonly boolean[] }) {
  return lines.map((goesOn, index) => (
    <span
      key={index}
      aria-hidden="true"
      className={classNames(
        css.line,
        index === lines.length - 1 ? css.branch : !goesOn && css.none,
        index === lines.length - 1 && !goesOn && css.end,
      )}
    />
  ));
}
