import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconMailPlus from '@tabler/icons-react/dist/esm/icons/IconMailPlus.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useNavigate } from '@tanstack/react-router';
import { createElement, type RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import type { CustomerAction, CustomerStaff } from '../../../../domain/customers/customer-actions.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { MenuLayer } from '../../../ui/menu/menu-layer.tsx';
import { OwnWords } from '../../../ui/own-words.tsx';
import { customerPath } from '../paths.ts';
import { actionsOf, customerName, type ActionCustomer } from '../staff.ts';

const icons = {
  view: IconEye,
  login: IconLogin2,
  reminder: IconMailForward,
  reset: IconKey,
  designateEmail: IconMailPlus,
  editEmail: IconPencil,
  editId: IconId,
  suspend: IconPlayerPause,
  unsuspend: IconPlayerPlay,
  archive: IconArchive,
  cancelInvitation: IconX,
  remove: IconTrash,
} as const satisfies Record<CustomerAction, unknown>;

/** What belongs together: to look, to write, and to end. */
const groups: readonly (readonly CustomerAction[])[] = [
  ['view', 'login'],
  ['reminder', 'reset', 'designateEmail', 'editEmail', 'editId'],
  ['suspend', 'unsuspend', 'archive', 'cancelInvitation', 'remove'],
];

type ActionsMenuProps = {
  staff: CustomerStaff;
  customer: ActionCustomer & { created_at: string };
  trigger: RefObject<HTMLButtonElement | null>;
  onAction: (action: CustomerAction) => void;
  onClose: () => void;
};

/** The open menu of a customer, in its own chunk with what it needs of React Aria. */
export default function ActionsMenu({ staff, customer, trigger, onAction, onClose }: ActionsMenuProps) {
  const t = useText();
  const shortDate = useShortDate();
  const navigate = useNavigate();
  const name = customerName(customer);
  const label = t('customers.cell.menu', { customer: name });
  const offered = actionsOf(staff, customer);
  const shown = groups
    .map((group) => group.filter((action) => offered.includes(action)))
    .filter((group) => group.length > 0);
  const act = (action: CustomerAction) => {
    if (action === 'view') void navigate({ to: customerPath(staff), params: { customerId: customer.id } });
    else onAction(action);
  };
  return (
    <MenuLayer trigger={trigger} label={label} onClose={onClose}>
      <Menu aria-label={label} autoFocus="first" onClose={onClose}>
        {shown.map((group, index) => (
          <MenuSection key={group[0]} {...(index > 0 && { 'aria-label': label })}>
            {index === 0 && (
              <Header>
                <b>
                  <OwnWords>{name}</OwnWords>
                </b>
                <br />
                {t(`customers.status.${customer.customer_status}`)}{' '}
                {customer.customer_status === 'invited' && shortDate(customer.created_at)}
              </Header>
            )}
            {group.map((action) => (
              <MenuItem key={action} id={action} onAction={() => act(action)}>
                {createElement(icons[action], { className: 'i', 'aria-hidden': true })}
                {t(`customers.action.${action}`)}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </MenuLayer>
  );
}
