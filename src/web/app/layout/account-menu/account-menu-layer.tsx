import { useNavigate } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import { AriaLocale } from '../../../ui/aria-locale.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { useLayer } from '../../../ui/layers/use-layer.ts';
import { useFirstItem } from '../../../ui/menu/use-first-item.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { SessionUser } from '../../person.ts';
import { signOut } from '../../gates/leaving.ts';
import { useLanguageChoice } from '../../session.tsx';
import { langOf } from '../../language.ts';
import { ownName, useLanguage, useText } from '../../texts.tsx';
import { mainAccountLink, nameOf, roleLinks } from './account-links.ts';

type AccountMenuLayerProps = {
  user: SessionUser;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

function endSession(t: ReturnType<typeof useText>): void {
  signOut().catch(() => showSnackbar(t('system.serverDown.title'), 'problem'));
}

/** Open account menu, in its own chunk with the React Aria code that it needs. */
export default function AccountMenuLayer({ user, trigger, onClose }: AccountMenuLayerProps) {
  const t = useText();
  const navigate = useNavigate();
  const language = useLanguage();
  const choose = useLanguageChoice();
  const element = useRef<HTMLElement>(null);
  useLayer(trigger);
  useFirstItem(element);
  const links = [mainAccountLink(user), ...roleLinks(user)];
  return (
    <AriaLocale>
      <Popover
        ref={element}
        triggerRef={trigger}
        isOpen
        onOpenChange={(stays) => {
          if (!stays) onClose();
        }}
        placement="bottom end"
        className="menu pop"
        aria-label={t('avatar.label')}
      >
        <Menu aria-label={t('avatar.label')} autoFocus="first" onClose={onClose}>
          <MenuSection>
            <Header>{t('avatar.signedInAs', { name: nameOf(user) })}</Header>
            {links.map((link) => (
              <MenuItem key={link.to} id={link.to} onAction={() => void navigate({ to: link.to })}>
                {t(link.label)}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[language]}
            onSelectionChange={(keys) => {
              const [picked] = keys;
              if (picked === 'en' || picked === 'zh') void choose(picked);
            }}
          >
            <Header>{t('avatar.language')}</Header>
            {(['en', 'zh'] as const).map((each) => (
              <MenuItem key={each} id={each} textValue={ownName[each]}>
                <Icon name="check" small />
                <span lang={langOf[each]}>{ownName[each]}</span>
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection aria-label={t('avatar.signOut')}>
            <MenuItem id="sign-out" onAction={() => endSession(t)}>
              {t('avatar.signOut')}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </AriaLocale>
  );
}
