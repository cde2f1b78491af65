import { Link } from '@tanstack/react-router';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { menuLabelOf } from '../../../domain/menu/menu.ts';
import { AriaLocale } from '../../ui/aria-locale.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { useLayer } from '../../ui/layers/use-layer.ts';
import { roleOf, type SessionUser } from '../person.ts';
import { useText } from '../texts.tsx';
import { mainAccountLink, nameOf } from './account-menu/account-links.ts';
import { LanguageButton } from './language-button.tsx';
import { MenuList } from './menu-list.tsx';
import { TextSizeButton } from './text-size-button.tsx';

type DrawerProps = { user: SessionUser; onClose: () => void; onSignOut: () => void };

/** Menu on small screens: the pages, and the controls of the top bar on large ones. */
export default function Drawer({ user, onClose, onSignOut }: DrawerProps) {
  const t = useText();
  const main = mainAccountLink(user);
  useLayer();
  return (
    <AriaLocale>
      <ModalOverlay
        className="overlay plain"
        isOpen
        isDismissable
        onOpenChange={(stays) => {
          if (!stays) onClose();
        }}
      >
        <Modal className="side drawer">
          <Dialog className="dialog">
            <div className="modalhead">
              <Heading slot="title" level={2}>
                {t('common.menu')}
              </Heading>
              <button type="button" className="iconbtn" aria-label={t('common.closeMenu')} onClick={onClose}>
                <Icon name="close" />
              </button>
            </div>
            <p className="small quiet who">{t('avatar.signedInAs', { name: nameOf(user) })}</p>
            {main.to === '/questionnaire' && (
              <ul>
                <li>
                  <Link to={main.to} onClick={onClose}>
                    <Icon name="writing" />
                    {t(main.label)}
                  </Link>
                </li>
              </ul>
            )}
            <nav aria-label={t(menuLabelOf(roleOf(user)))}>
              <MenuList user={user} onPick={onClose} />
            </nav>
            <div className="set">
              <LanguageButton />
              <TextSizeButton />
              <button type="button" onClick={onSignOut}>
                <Icon name="sign-out" />
                {t('layout.signOut')}
              </button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  );
}
