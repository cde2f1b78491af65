import { lazy, Suspense, useRef, useState } from 'react';
import type { SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { useInbox } from './inbox.ts';

const loadPanel = () => import('./bell-panel.tsx');
const BellPanel = lazy(loadPanel);

/** The bell in the top bar with the number of unread notifications, and the list that it opens (LAYOUT-01). */
export function Bell({ user }: { user: SessionUser }) {
  const t = useText();
  const inbox = useInbox(user);
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const unread = inbox?.unread ?? 0;
  const name =
    unread > 0
      ? t('layout.bell.unread', { count: unread })
      : t(inbox ? 'layout.bell.none' : 'layout.bell.label');
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="tool"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="n" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <BellPanel user={user} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
