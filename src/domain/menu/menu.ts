import { roles, type Role } from '../access/actors.ts';
import type { PlainTextKey } from '../i18n/texts.ts';
import type { MenuPlace } from './page.ts';
import { pageRules } from './pages.ts';
import { finished, type MenuViewer } from './viewer.ts';

/** An entry of the left menu, with its children. `id` is unique among the entries of one menu. */
export type MenuEntry = { id: string; label: PlainTextKey; href: string; children?: readonly MenuEntry[] };

type EntryRule = MenuEntry & Pick<MenuPlace, 'shown'> & { children?: readonly EntryRule[] };

/** Returns every possible entry of the left menu of a role, in order. */
function entriesOf(role: Role): readonly EntryRule[] {
  const places = pageRules.flatMap(([href, { menu = [] }]) =>
    menu.filter(({ of }) => of.includes(role)).map((place) => ({ ...place, href })),
  );
  return places
    .filter(({ under }) => under === undefined)
    .map((place) => {
      const children = places.filter(({ under }) => under === place.id);
      return { ...place, ...(children.length > 0 && { children }) };
    });
}

const menus: ReadonlyMap<Role, readonly EntryRule[]> = new Map(roles.map((role) => [role, entriesOf(role)]));

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

/** Returns the left menu of a person, in order. Hiding an entry protects nothing: the server checks access again (GAP-100). */
export function menuOf(viewer: MenuViewer): MenuEntry[] {
  return visible(menus.get(viewer.role)!, viewer);
}

/** Returns the audience of a menu: the first part of the keys of its texts. */
const audienceOf = (role: Role) =>
  role === 'user' ? 'user' : role === 'provideradmin' || role === 'providerview' ? 'provider' : 'admin';

/** Returns the name of the left menu, for screen readers. */
export function menuLabelOf(role: Role): PlainTextKey {
  return `menu.${audienceOf(role)}.label`;
}

/** Returns the text of the link to the help page, which is under every menu. */
export function helpLabelOf(role: Role): PlainTextKey {
  return `menu.${audienceOf(role)}.needHelp`;
}

/** Returns the sentence under the menu of a customer who has few pages yet. `forMySelf`: whether the plan is the customer's own (D-02). */
export function menuNoteOf(viewer: MenuViewer, forMySelf: boolean): PlainTextKey | undefined {
  if (viewer.role !== 'user' || finished(viewer)) return undefined;
  return forMySelf ? 'menu.user.lockedNote' : 'menu.user.onBehalf.lockedNote';
}

const pathsOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => [entry.href, ...pathsOf(entry.children ?? [])]);

/** Every address in a menu. */
const menuPaths: ReadonlySet<string> = new Set(
  pageRules.flatMap(([path, { menu = [] }]) => (menu.length > 0 ? [path] : [])),
);

/** Pages about one person or file (MENU-06), with the menu page that each is part of. */
const parts: readonly { form: RegExp; page: string }[] = pageRules.flatMap(([path, { partOf }]) =>
  partOf === undefined ? [] : [{ form: new RegExp(`^${path.replace(/\$\w+/, '[^/]+')}$`), page: partOf }],
);

/**
 * Result of resolving an address of a menu for a person: a page they have, the name of a group that leads to its first page, a
 * page that opens when the plan is complete, one for other people, or an unknown one.
 */
export type Place = { kind: 'page' | 'locked' | 'closed' | 'unknown' } | { kind: 'group'; first: string };

/**
 * Returns the place of an address for a person, or for a visitor, who has no menu: a page that they could sign in for is
 * `closed`.
 */
export function placeOf(path: string, viewer: MenuViewer | null): Place {
  const known = parts.find(({ form }) => form.test(path))?.page ?? path;
  if (!menuPaths.has(known)) return { kind: 'unknown' };
  if (!viewer) return { kind: 'closed' };
  const entries = menuOf(viewer);
  const first = entries.find((entry) => entry.href === known)?.children?.[0]?.href;
  if (path === known && first !== undefined && first !== path) return { kind: 'group', first };
  if (pathsOf(entries).includes(known)) return { kind: 'page' };
  const later = pathsOf(menuOf({ ...viewer, planComplete: true })).includes(known);
  return { kind: viewer.role === 'user' && later ? 'locked' : 'closed' };
}
