import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs';
import IconAmbulance from '@tabler/icons-react/dist/esm/icons/IconAmbulance.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconMailPlus from '@tabler/icons-react/dist/esm/icons/IconMailPlus.mjs';
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useNavigate } from '@tanstack/react-router';
import { createElement, type RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import type { CustomerAction } from '../../../../domain/customers/actions/customer-actions.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { MenuLayer } from '../../../ui/menu/menu-layer.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { customerPath } from '../paths.ts';
import type { ActionCustomer } from '../staff.ts';

const icons = {
  view: IconEye,
  handOver: IconAmbulance,
  login: IconLogin2,
  talk: IconMessages,
  reminder: IconMailForward,
  reset: IconKey,
  addEmail: IconMailPlus,
  beginTogether: IconUsers,
  designateEmail: IconMailPlus,
  editEmail: IconPencil,
  editId: IconId,
  move: IconArrowsExchange,
  suspend: IconPlayerPause,
  unsuspend: IconPlayerPlay,
  archive: IconArchive,
  unarchive: IconArchiveOff,
  cancelInvitation: IconX,
  remove: IconTrash,
  takeBack: IconArrowBackUp,
} as const satisfies Record<CustomerAction, unknown>;

/** Groups of actions: reading, writing, and moving or ending. */
const groups: readonly (readonly CustomerAction[])[] = [
  ['view', 'talk', 'handOver', 'login', 'beginTogether'],
  ['reminder', 'reset', 'addEmail', 'designateEmail', 'editEmail', 'editId'],
  ['move', 'suspend', 'unsuspend', 'archive', 'unarchive', 'cancelInvitation', 'remove'],
];

type ActionsMenuProps = {
  /** Name of the customer. */
  name: string;
  customer: ActionCustomer & { created_at: string };
  /** Possible actions on the customer, in the order of the menu. */
  offered: readonly CustomerAction[];
  /** Path of the customer pages. */
  path: ReturnType<typeof customerPath>;
  trigger: RefObject<HTMLButtonElement | null>;
  onAction: (action: CustomerAction) => void;
  onClose: () => void;
};

/** Open menu of a customer, in its own chunk with the React Aria code that it needs. */
export default function ActionsMenu({
  name,
  customer,
  offered,
  path,
  trigger,
  onAction,
  onClose,
}: ActionsMenuProps) {
  const t = useText();
  const shortDate = useShortDate();
  const navigate = useNavigate();
  const label = t('customers.cell.menu', { customer: name });
  const shown = groups
    .map((group) => group.filter((action) => offered.includes(action)))
    .filter((group) => group.length > 0);
  const act = (action: CustomerAction) => {
    if (action === 'view') void navigate({ to: path, params: { customerId: customer.id } });
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
