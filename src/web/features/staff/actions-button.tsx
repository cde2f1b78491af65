import { lazy, Suspense, useRef, useState } from 'react';
import type { StaffAction } from '../../../domain/staff/staff-actions.ts';
import { useText } from '../../app/texts.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { staffName } from './staff.ts';
import type { StaffRow } from './staff-api.ts';

const loadMenu = () => import('./actions-menu.tsx');
const ActionsMenu = lazy(loadMenu);

type ActionsButtonProps = {
  staff: StaffRow;
  actions: readonly StaffAction[];
  onAction: (action: StaffAction) => void;
};

/** Button for the menu of actions on a staff member. The menu is loaded when it is opened. */
export function ActionsButton({ staff, actions, onAction }: ActionsButtonProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="mini"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('users.row.menu', { name: staffName(staff) })}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t('users.row.actions')}
        <Icon name="chevron-down" small />
      </button>
      {open && (
        <Suspense>
          <ActionsMenu
            staff={staff}
            actions={actions}
            trigger={trigger}
            onAction={onAction}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
