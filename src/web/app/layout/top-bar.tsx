import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Role } from '../../../domain/access/actors.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { FindButton } from '../../features/customers/find/find-button.tsx';
import { Bell } from '../../features/notifications/bell.tsx';
import { Badge } from '../../ui/messages/badge.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { roleOf, type SessionUser } from '../person.ts';
import { signOut } from '../gates/leaving.ts';
import { useSession } from '../session.tsx';
import { useText } from '../texts.tsx';
import { AccountMenu } from './account-menu/account-menu.tsx';
import { DeletionStrip } from './deletion-strip.tsx';
import { ImpersonationStrip } from './impersonation-strip.tsx';
import { LanguageButton } from './language-button.tsx';
import { Logo } from './logo.tsx';
import { TextSizeButton } from './text-size-button.tsx';

const loadDrawer = () => import('./drawer.tsx');
const Drawer = lazy(loadDrawer);

const badges: Partial<Record<Role, PlainTextKey>> = {
  provideradmin: 'layout.badge.providerAdmin',
  admin: 'layout.badge.tlcAdmin',
  tlcadmin: 'layout.badge.tlcAdmin',
};

/** The bar on every page (LAYOUT-01), and the strip under it for staff in a customer's account. */
export function TopBar() {
  const t = useText();
  const user = useSession();
  const badge = user && badges[roleOf(user)];
  return (
    <>
      <header className="bar">
        <Logo />
        {badge && <Badge>{t(badge)}</Badge>}
        {user && <FindButton user={user} />}
        <div className="tools">
          <LanguageButton className={user ? 'tool desk' : 'tool'} />
          <TextSizeButton className="tool desk" />
          {user ? <PersonTools user={user} /> : <VisitorTools />}
        </div>
      </header>
      <ImpersonationStrip />
      <DeletionStrip />
    </>
  );
}

function VisitorTools() {
  const t = useText();
  return (
    <>
      <Link to="/login" className="tool line">
        {t('layout.signIn')}
      </Link>
      <Link to="/signup" className="tool solid">
        {t('layout.signUp')}
      </Link>
    </>
  );
}

function PersonTools({ user }: { user: SessionUser }) {
  const t = useText();
  const [leaving, setLeaving] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const leave = () => {
    setLeaving(true);
    signOut(user.together ? '/login' : undefined).catch(() => {
      setLeaving(false);
      showSnackbar(t('system.serverDown.title'), 'problem');
    });
  };
  return (
    <>
      <Bell user={user} />
      <AccountMenu user={user} />
      <button
        type="button"
        className="tool desk"
        aria-disabled={leaving || undefined}
        onClick={leaving ? undefined : leave}
      >
        {t(leaving ? 'layout.signingOut' : 'layout.signOut')}
      </button>
      <button
        type="button"
        className="tool mob"
        aria-haspopup="dialog"
        aria-expanded={drawer}
        onPointerEnter={() => void loadDrawer()}
        onClick={() => setDrawer(true)}
      >
        <Icon name="menu" />
        {t('common.menu')}
      </button>
      {drawer && (
        <Suspense>
          <Drawer user={user} onClose={() => setDrawer(false)} onSignOut={leave} />
        </Suspense>
      )}
    </>
  );
}
