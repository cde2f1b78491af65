import type { Role } from '../access/actors.ts';
import type { TextFile, PlainTextKey } from '../i18n/texts.ts';
import type { MenuViewer } from './viewer.ts';

/**
 * Who may open a page: any visitor or person; the same, but staff who must set up a second step do that first (D-12); visitors
 * only; any signed-in person; or the listed roles.
 */
export type Audience = 'all' | 'all-but-due' | 'visitors' | 'signed-in' | readonly Role[];

/** Frame around a page: nothing, the bar and the menu, or the bar alone. */
export type Frame = 'none' | 'menu' | 'bar';

/** An entry of the left menu of some roles. `id` is unique in each menu. */
export type MenuPlace = {
  of: readonly Role[];
  id: string;
  label: PlainTextKey;
  /** Id of the parent entry. */
  under?: string;
  /** Without it the entry is shown to everyone with this menu. */
  shown?: (viewer: MenuViewer) => boolean;
};

/**
 * A page, or an address of a menu. With `texts` it has a page: these are the text files it needs when it opens. Without them the
 * address redirects, or is only the name of a group.
 */
export type PageRule = {
  for: Audience;
  /** `menu` by default. */
  frame?: Frame;
  texts?: readonly TextFile[];
  leadsTo?: string;
  /** In the order of the table, which is the order in each menu. */
  menu?: readonly MenuPlace[];
  /** The menu page that this one is part of: people with that page have this one too (MENU-06). */
  partOf?: string;
};
