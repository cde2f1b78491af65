import { Link, useRouterState } from '@tanstack/react-router';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { helpLabelOf, menuNoteOf, menuOf, type MenuEntry } from '../../../domain/menu/menu.ts';
import { CurrentLink } from '../../ui/current-link.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { isFramed, menuViewerOf, type SessionUser } from '../person.ts';
import { useText } from '../texts.tsx';
import { menuIcon } from './menu-icons.ts';

const isWithin = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** Returns the entry that a path belongs to: the one with the longest address that is its prefix. */
function currentEntry(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  return entries
    .filter((entry) => isWithin(path, entry.href))
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}

/** Left menu as a list of links, with help at its end. `onPick` is called when a link is followed. */
export function MenuList({ user, onPick }: { user: SessionUser; onPick?: (() => void) | undefined }) {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const viewer = menuViewerOf(user);
  // The entries depend on facts about the person that a first frame does not have.
  const isKnown = !isFramed(user);
  const entries = isKnown ? menuOf(viewer) : [];
  const current = currentEntry(entries, path);
  const note = isKnown ? menuNoteOf(viewer, user.for_my_self) : undefined;
  return (
    <>
      <ul>
        {entries.map((entry) => {
          const here = entry === current;
          const children = entry.children ?? [];
          const openChild = here ? currentEntry(children, path) : undefined;
          // The first page of a group may have the group's address, if the group also has pages without an entry.
          const currentChild = openChild?.href === entry.href && path !== entry.href ? undefined : openChild;
          return (
            <li key={entry.id}>
              <CurrentLink
                to={children[0]?.href ?? entry.href}
                current={here ? (children.length > 0 ? 'true' : 'page') : undefined}
                onClick={onPick}
              >
                <Icon name={menuIcon(entry.id)} />
                {t(entry.label)}
              </CurrentLink>
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
      {note && <p className="small quiet note">{t(note)}</p>}
      <ul className="end">
        <li>
          <HelpLink path={path} label={helpLabelOf(viewer.role)} onPick={onPick} />
        </li>
      </ul>
    </>
  );
}

type HelpLinkProps = { path: string; label: PlainTextKey; onPick: (() => void) | undefined };

function HelpLink({ path, label, onPick }: HelpLinkProps) {
  const t = useText();
  return (
    <Link
      to="/need-help"
      aria-current={path === '/need-help' ? 'page' : undefined}
      activeOptions={{ exact: true }}
      onClick={onPick}
    >
      <Icon name="help" />
      {t(label)}
    </Link>
  );
}
