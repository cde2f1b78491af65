import { Link, useRouterState } from '@tanstack/react-router';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { menuOf, type MenuEntry } from '../../../domain/menu.ts';
import { Icon } from '../../ui/icon.tsx';
import { menuViewerOf, type SessionUser } from '../person.ts';
import { useText } from '../texts.tsx';
import { menuIcon } from './menu-icons.ts';

// An address that a later release gives a page.
const helpPath: string = '/need-help';

const isWithin = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** The entry that a path belongs to: the one with the longest address that begins it. */
function currentEntry(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  return entries
    .filter((entry) => isWithin(path, entry.href))
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}

/** The left menu as a list of links, with help at its end. `onPick` is called when a link is followed. */
export function MenuList({ user, onPick }: { user: SessionUser; onPick?: (() => void) | undefined }) {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const viewer = menuViewerOf(user);
  const entries = menuOf(viewer);
  const current = currentEntry(entries, path);
  const helpLabel: TextKey = viewer.role === 'user' ? 'menu.user.needHelp' : 'menu.provider.needHelp';
  return (
    <>
      <ul>
        {entries.map((entry) => {
          const here = entry === current;
          const children = entry.children ?? [];
          const currentChild = here ? currentEntry(children, path) : undefined;
          return (
            <li key={entry.id}>
              <Link
                to={children[0]?.href ?? entry.href}
                aria-current={here ? (children.length > 0 ? 'true' : 'page') : undefined}
                activeOptions={{ exact: true }}
                onClick={onPick}
              >
                <Icon name={menuIcon(entry.id)} />
                {t(entry.label)}
              </Link>
              {here && children.length > 0 && (
                <ul className="sub">
                  {children.map((child) => (
                    <li key={child.id}>
                      <Link
                        to={child.href}
                        aria-current={child === currentChild ? 'page' : undefined}
                        activeOptions={{ exact: true }}
                        onClick={onPick}
                      >
                        {t(child.label)}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <ul className="end">
        <li>
          <Link to={helpPath} onClick={onPick}>
            <Icon name="help" />
            {t(helpLabel)}
          </Link>
        </li>
      </ul>
    </>
  );
}
