import { lazy, Suspense, useRef, useState } from 'react';
import type { CustomerAction, CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { customerPath } from '../paths.ts';
import { actionsOf, customerName, type ActionCustomer } from '../staff.ts';

const loadMenu = () => import('./actions-menu.tsx');
const ActionsMenu = lazy(loadMenu);

type ActionsButtonProps = {
  staff: CustomerStaff;
  customer: ActionCustomer & { created_at: string };
  onAction: (action: CustomerAction) => void;
};

/** Button for the menu of actions on a customer. The menu is loaded when it is opened. */
export function ActionsButton({ staff, customer, onAction }: ActionsButtonProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const name = customerName(customer);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="mini"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('customers.cell.menu', { customer: name })}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t('customers.col.actions')}
        <Icon name="chevron-down" small />
      </button>
      {open && (
        <Suspense>
          <ActionsMenu
            name={name}
            customer={customer}
            offered={actionsOf(staff, customer)}
            path={customerPath(staff)}
            trigger={trigger}
            onAction={onAction}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
