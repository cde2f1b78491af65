import { Link } from '@tanstack/react-router';
import type { TreeRow } from '../../../../domain/providers/tree-rows.ts';
import { deepestLevel } from '../../../../domain/providers/tiers.ts';
import { fullName } from '../../../../domain/names.ts';
import { useText } from '../../../app/texts.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../ui/drawings/icon.tsx';
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
  const { node, depth, place, isOpen } = row;
  const { contact } = node;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      data-row={node.id}
      data-toggles={canToggle(row) ? 'yes' : 'no'}
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
        <Name {...{ row, words, tabIndex, onToggle, branch }} />
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
        <Actions {...{ node, tabIndex, branch, onAction, pagesOf }} />
      </div>
    </div>
  );
}

const canToggle = ({ isOpen, isFixed }: TreeRow<ProviderNode>) => isOpen !== null && !isFixed;

type NameProps = Pick<ProviderRowProps, 'row' | 'words' | 'onToggle' | 'branch'> & { tabIndex: number };

/** Name of the provider with its place in the tree, and the facts below it. */
function Name({ row, words, tabIndex, onToggle, branch }: NameProps) {
  const t = useText();
  const { node, isOpen } = row;
  return (
    <>
      <Lines lines={row.lines} />
      {canToggle(row) ? (
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
    </>
  );
}

type ActionsProps = Pick<ProviderRowProps, 'branch' | 'onAction' | 'pagesOf'> & {
  node: ProviderNode;
  tabIndex: number;
};

/** Buttons of the two most frequent actions, and the menu of all. */
function Actions({ node, tabIndex, branch, onAction, pagesOf }: ActionsProps) {
  const t = useText();
  return (
    <>
      {node.may_add && (
        <WideAction
          icon="plus"
          label={t('providers.addSub', { provider: node.name })}
          tabIndex={tabIndex}
          onClick={() => onAction('add', node)}
        />
      )}
      {node.may_edit && (
        <WideAction
          icon="pencil"
          label={`${t('providers.action.edit')}: ${node.name}`}
          tabIndex={tabIndex}
          onClick={() => onAction('edit', node)}
        />
      )}
      <RowButton {...{ node, tabIndex, branch, onAction, pagesOf }} />
    </>
  );
}

type WideActionProps = { icon: IconName; label: string; tabIndex: number; onClick: () => void };

/** Button of an action that opens a dialog; narrow screens have only the menu. */
function WideAction({ icon, label, tabIndex, onClick }: WideActionProps) {
  return (
    <button
      type="button"
      className={`iconbtn ${css.wide}`}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
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
