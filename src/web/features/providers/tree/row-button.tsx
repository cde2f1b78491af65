import { lazy, Suspense, useRef, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { ProviderNode } from './tree-api.ts';
import type { RowActions } from './tree-actions.ts';

const loadMenu = () => import('./row-menu.tsx');
const RowMenu = lazy(loadMenu);

type RowButtonProps = RowActions & {
  node: ProviderNode;
  tabIndex: number;
  branch: (before: Record<string, unknown>) => Record<string, unknown>;
};

/** Button for the menu of actions on a provider. The menu is loaded when it is opened. */
export function RowButton({ node, tabIndex, ...rest }: RowButtonProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="iconbtn"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('providers.row.menu', { provider: node.name })}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!open)}
      >
        <Icon name="dots-vertical" />
      </button>
      {open && (
        <Suspense>
          <RowMenu node={node} trigger={trigger} onClose={() => setOpen(false)} {...rest} />
        </Suspense>
      )}
    </>
  );
}
