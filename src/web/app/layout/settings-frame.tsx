import { Link, useRouterState } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { menuOf } from '../../../domain/menu/menu.ts';
import { menuViewerOf, roleOf, type SessionUser } from '../person.ts';
import { useSession } from '../session.tsx';
import { useText } from '../texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import css from './settings.module.css';

/** Returns the title of all settings of a role. */
function settingsTitle(user: SessionUser): PlainTextKey {
  return roleOf(user) === 'user' ? 'settings.title' : 'settings.provider.title';
}

/**
 * Frame of every settings page, for every role: its title, and a column for its groups. On large screens the side menu has the
 * other settings; on small ones a line under the bar opens them.
 */
export function SettingsFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode | undefined;
  children: ReactNode;
}) {
  const user = useSession();
  return (
    <>
      {user && <SettingsLine user={user} title={title} />}
      <div className={css.column}>
        <div className={classNames('pagehead', css.head)}>
          <div>
            <PageTitle>{title}</PageTitle>
            {lead && <p className="lead">{lead}</p>}
          </div>
        </div>
        {children}
      </div>
    </>
  );
}

/** A group of settings under its own heading. Each has at most one button that saves. */
export function SettingsGroup({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
    </section>
  );
}

/** Line under the bar on small screens: the current page, and a menu of the other settings. */
function SettingsLine({ user, title }: { user: SessionUser; title: string }) {
  const t = useText();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = menuOf(menuViewerOf(user)).find((entry) => entry.id === 'settings')?.children ?? [];
  return (
    <div className={css.line}>
      <div className="subline">
        <span>
          <small>{t(settingsTitle(user))}</small>
          {title}
        </span>
        <button
          type="button"
          className="mini"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="list" small />
          {t('settings.all')}
        </button>
      </div>
      {open && (
        <nav id={listId} className={css.pages} aria-label={t(settingsTitle(user))}>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <Link
                  to={entry.href}
                  activeOptions={{ exact: true }}
                  aria-current={entry.href === path ? 'page' : undefined}
                  onClick={() => setOpen(false)}
                >
                  {t(entry.label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
