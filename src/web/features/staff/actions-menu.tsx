import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevicesOff.mjs';
import IconId from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconShieldOff from '@tabler/icons-react/dist/esm/icons/IconShieldOff.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { createElement, type RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import type { StaffAction } from '../../../domain/staff/staff-actions.ts';
import { useText } from '../../app/texts.tsx';
import { MenuLayer } from '../../ui/menu/menu-layer.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { staffName } from './staff.ts';
import type { StaffRow } from './staff-api.ts';

const entries = {
  edit: { icon: IconPencil, words: 'users.action.change' },
  role: { icon: IconId, words: 'users.action.role' },
  resend: { icon: IconMailForward, words: 'users.action.resend' },
  endSessions: { icon: IconDevices, words: 'users.action.endSessions' },
  removeSecondStep: { icon: IconShieldOff, words: 'users.action.removeSecondStep' },
  suspend: { icon: IconPlayerPause, words: 'users.action.suspend' },
  reactivate: { icon: IconPlayerPlay, words: 'users.action.reactivate' },
  remove: { icon: IconTrash, words: 'users.action.remove' },
} as const satisfies Record<StaffAction, { icon: unknown; words: TextKey }>;

/** Groups of actions: changing, securing, and ending. */
const groups: readonly (readonly StaffAction[])[] = [
  ['edit', 'role', 'resend'],
  ['endSessions', 'removeSecondStep'],
  ['suspend', 'reactivate', 'remove'],
];

type ActionsMenuProps = {
  staff: StaffRow;
  actions: readonly StaffAction[];
  trigger: RefObject<HTMLButtonElement | null>;
  onAction: (action: StaffAction) => void;
  onClose: () => void;
};

/** Open menu of a staff member, in its own chunk with the React Aria code that it needs. */
export default function ActionsMenu({ staff, actions, trigger, onAction, onClose }: ActionsMenuProps) {
  const t = useText();
  const name = staffName(staff);
  const label = t('users.row.menu', { name });
  const shown = groups
    .map((group) => group.filter((action) => actions.includes(action)))
    .filter((group) => group.length > 0);
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
                {t(`users.status.${staff.status}`)}
              </Header>
            )}
            {group.map((action) => (
              <MenuItem key={action} id={action} onAction={() => onAction(action)}>
                {createElement(entries[action].icon, { className: 'i', 'aria-hidden': true })}
                {t(entries[action].words)}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </MenuLayer>
  );
}
