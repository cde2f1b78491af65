import { greetingName } from '../../../../domain/names.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { SessionUser } from '../../person.ts';
import { useText } from '../../texts.tsx';
import { nameOf } from './account-links.ts';
import { Avatar } from './avatar.tsx';

const loadLayer = () => import('./account-menu-layer.tsx');
const AccountMenuLayer = lazy(loadLayer);

/** Name of the person in the top bar, and the menu that it opens. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="tool desk"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadLayer()}
        onFocus={() => void loadLayer()}
        onClick={() => setOpen(!open)}
      >
        <Avatar user={user} />
        <span className="toolname">{greetingName(user) || nameOf(user)}</span>
        <span className="vh">{t('avatar.label')}</span>
        <Icon name="chevron-down" small />
      </button>
      {open && (
        <Suspense>
          <AccountMenuLayer user={user} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
