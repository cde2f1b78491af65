import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { useText } from '../../../app/texts.tsx';
import { MenuLayer } from '../../../ui/menu/menu-layer.tsx';
import { Icon, type IconName } from '../../../ui/drawings/icon.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useIsPlatform } from '../../../app/use-is-platform.ts';
import type { ProviderNode } from './tree-api.ts';
import type { ProviderAction, RowActions } from './tree-actions.ts';

const icons: Readonly<Record<ProviderAction, IconName>> = {
  add: 'plus',
  edit: 'pencil',
  connection: 'log-in',
  fee: 'billing',
  move: 'external',
  archive: 'archive',
  restore: 'bring-back',
  delete: 'trash',
};

/** Groups of actions: those that write, and those that move or end the provider. */
const groups: readonly (readonly ProviderAction[])[] = [
  ['add', 'edit', 'connection', 'fee'],
  ['move', 'archive', 'restore', 'delete'],
];

type IsOffered = (node: ProviderNode, isPlatform: boolean) => boolean;

const isOffered: Readonly<Record<ProviderAction, IsOffered>> = {
  add: ({ may_add }) => may_add,
  edit: ({ may_edit }) => may_edit,
  connection: ({ may_manage, archived }) => may_manage && !archived,
  fee: (_, isPlatform) => isPlatform,
  move: ({ may_manage, archived }) => may_manage && !archived,
  archive: ({ may_manage, archived }) => may_manage && !archived,
  restore: ({ may_manage, archived }) => may_manage && archived,
  delete: ({ may_manage }) => may_manage,
};

type RowMenuProps = RowActions & {
  node: ProviderNode;
  trigger: RefObject<HTMLButtonElement | null>;
  branch: (before: Record<string, unknown>) => Record<string, unknown>;
  onClose: () => void;
};

/** Open menu of a provider, in its own chunk with the React Aria code that it needs. */
export default function RowMenu({ node, trigger, branch, onAction, pagesOf, onClose }: RowMenuProps) {
  const t = useText();
  const navigate = useNavigate();
  const isPlatform = useIsPlatform();
  const label = t('providers.row.menu', { provider: node.name });
  const shown = groups
    .map((group) => group.filter((action) => isOffered[action](node, isPlatform)))
    .filter((group) => group.length > 0);
  return (
    <MenuLayer trigger={trigger} label={label} onClose={onClose}>
      <Menu aria-label={label} autoFocus="first" onClose={onClose}>
        <MenuSection>
          <Header>
            <b>
              <OwnWords>{node.name}</OwnWords>
            </b>
            <br />
            {t(`providers.tier.${node.tier}`)}
          </Header>
          <MenuItem id="view" onAction={() => void navigate({ to: '.', search: branch })}>
            <Icon name="eye" />
            {t('providers.action.view')}
          </MenuItem>
          {pagesOf(node).map(({ words, href }) => (
            <MenuItem key={words} id={words} onAction={() => void navigate({ href })}>
              <Icon name={words === 'providers.action.users' ? 'users' : 'list'} />
              {t(words)}
            </MenuItem>
          ))}
        </MenuSection>
        {shown.map((group) => (
          <MenuSection key={group[0]} aria-label={label}>
            {group.map((action) => (
              <MenuItem key={action} id={action} onAction={() => onAction(action, node)}>
                <Icon name={icons[action]} />
                {action === 'add'
                  ? t('providers.addSub', { provider: node.name })
                  : t(`providers.action.${action}`)}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </MenuLayer>
  );
}
