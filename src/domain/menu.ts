import type { Role } from './access/access.ts';
import type { TextKey } from './i18n/texts.ts';
import { finished, menus, type EntryRule, type MenuViewer } from './menu-entries.ts';

/** One entry of the left menu, with the entries under it. `id` is unique among the entries of one menu. */
export type MenuEntry = { id: string; label: TextKey; href: string; children?: readonly MenuEntry[] };

function visible(entries: readonly EntryRule[], viewer: MenuViewer): MenuEntry[] {
  return entries
    .filter((entry) => entry.shown?.(viewer) ?? true)
    .map(({ id, label, href, children }) => ({
      id,
      label,
      href,
      ...(children && { children: visible(children, viewer) }),
    }));
}

/** The left menu of a person, in order. Hiding an entry protects nothing: the server decides again (GAP-100). */
export function menuOf(viewer: MenuViewer): MenuEntry[] {
  return visible(menus[viewer.role], viewer);
}

/** Whose pages a menu holds: the first part of the keys of its texts. */
const audienceOf = (role: Role) =>
  role === 'user' ? 'user' : role === 'provideradmin' || role === 'providerview' ? 'provider' : 'admin';

/** The name of the left menu, for screen readers. */
export function menuLabelOf(role: Role): TextKey {
  return `menu.${audienceOf(role)}.label`;
}

/** The words of the link to the help page, which stands under every menu. */
export function helpLabelOf(role: Role): TextKey {
  return `menu.${audienceOf(role)}.needHelp`;
}

/** A sentence under the menu of a customer who has few pages yet. */
export function menuNoteOf(viewer: MenuViewer): TextKey | undefined {
  return viewer.role === 'user' && !finished(viewer) ? 'menu.user.lockedNote' : undefined;
}

const pathsOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => [entry.href, ...pathsOf(entry.children ?? [])]);

/** Every address that is in the menu of somebody. */
const menuPaths: ReadonlySet<string> = new Set(Object.values(menus).flatMap(pathsOf));

/** Routes about one person or file (MENU-06): whoever has the page they hang under has them too. */
const pagesAboutOne: readonly { form: RegExp; under: string }[] = [
  { form: /^\/provider\/customers\/[^/]+$/, under: '/provider/customers' },
  { form: /^\/admin\/customers\/[^/]+$/, under: '/admin/customers' },
  { form: /^\/manage-file-access\/[^/]+$/, under: '/trusted-contacts' },
];

/**
 * What an address of a menu is for somebody: a page they have, the name of a group that leads to its first page, a page that
 * opens when the plan is complete, one for other people, or none that any menu knows.
 */
export type Place = { kind: 'page' | 'locked' | 'closed' | 'unknown' } | { kind: 'group'; first: string };

/** The place of an address for a person, or for a visitor, who has no menu: all they could sign in for is `closed`. */
export function placeOf(path: string, viewer: MenuViewer | null): Place {
  const known = pagesAboutOne.find(({ form }) => form.test(path))?.under ?? path;
  if (!menuPaths.has(known)) return { kind: 'unknown' };
  if (!viewer) return { kind: 'closed' };
  const entries = menuOf(viewer);
  const first = entries.find((entry) => entry.href === known)?.children?.[0]?.href;
  if (first !== undefined && first !== path) return { kind: 'group', first };
  if (pathsOf(entries).includes(known)) return { kind: 'page' };
  const later = pathsOf(menuOf({ ...viewer, planComplete: true })).includes(known);
  return { kind: viewer.role === 'user' && later ? 'locked' : 'closed' };
}
