import type { Role } from '../access/actors.ts';
import type { PlainTextKey } from '../i18n/texts.ts';
import { menuOf, type MenuEntry } from '../menu/menu.ts';

/** Flags of a permission role (PERM-05), in the order in which the page of permissions shows them. */
export const flagNames = ['can_manage_acp', 'can_manage_user', 'can_manage_all'] as const;
export type FlagName = (typeof flagNames)[number];
export type Flags = Record<FlagName, boolean>;

/** The two roles that administrators edit: facility / edit and user / view (PERM-06, CON-03). */
export const templateIds = [2, 3] as const;
export type TemplateId = (typeof templateIds)[number];

/** Whether a permission role is one of the two that can be edited. */
export const isTemplate = (id: number): id is TemplateId => templateIds.some((known) => known === id);

type Template = {
  role: Extract<Role, 'provideradmin' | 'providerview'>;
  /** Flags that can be ticked. The others are not part of the role, whatever a call sends. */
  flags: readonly FlagName[];
  title: PlainTextKey;
  hint: PlainTextKey;
  /** A plain sentence for each flag. */
  rights: Readonly<Record<FlagName, PlainTextKey>>;
};

/** The facility / edit role can have all three flags (PERM-07), the user / view role plans and users only (PERM-08). */
export const templates: Readonly<Record<TemplateId, Template>> = {
  2: {
    role: 'provideradmin',
    flags: flagNames,
    title: 'permissions.template.edit',
    hint: 'permissions.template.editHint',
    rights: {
      can_manage_acp: 'permissions.right.acp',
      can_manage_user: 'permissions.right.user',
      can_manage_all: 'permissions.right.all',
    },
  },
  3: {
    role: 'providerview',
    flags: ['can_manage_acp', 'can_manage_user'],
    title: 'permissions.template.view',
    hint: 'permissions.template.viewHint',
    rights: {
      can_manage_acp: 'permissions.right.acpView',
      can_manage_user: 'permissions.right.userView',
      can_manage_all: 'permissions.right.notInRole',
    },
  },
};

/** Returns the flags of a template, without those that are not part of its role. */
export const flagsWithin = (id: TemplateId, flags: Flags): Flags => ({
  can_manage_acp: flags.can_manage_acp,
  can_manage_user: flags.can_manage_user,
  can_manage_all: flags.can_manage_all && templates[id].flags.includes('can_manage_all'),
});

/** Returns the flags that a change grants and removes. */
export function changeOf(before: Flags, after: Flags): { added: FlagName[]; removed: FlagName[] } {
  return {
    added: flagNames.filter((flag) => after[flag] && !before[flag]),
    removed: flagNames.filter((flag) => before[flag] && !after[flag]),
  };
}

/** Whether every flag is set. */
export const hasAll = (flags: Flags): boolean => flagNames.every((flag) => flags[flag]);

/**
 * Applies the changes since `base` to the flags that another person has saved meanwhile: each changed flag keeps its new value.
 */
export const changesUpon = (base: Flags, mine: Flags, saved: Flags): Flags =>
  Object.fromEntries(
    flagNames.map((flag) => [flag, mine[flag] === base[flag] ? saved[flag] : mine[flag]]),
  ) as Flags;

/** Returns the left menu of a person with a role and these flags, whose provider has others below it. */
const menuWith = (role: Template['role'], flags: Flags): MenuEntry[] =>
  menuOf({
    role,
    flags,
    planComplete: false,
    external: false,
    provider_id: 'any',
    subscription_id: null,
    loginProvider: 'password',
    externalProviderSync: false,
    singleProvider: false,
    superAdmin: false,
  });

/** An entry of the menu of a template, with the effect of a change: unchanged, added or removed. */
export type PreviewEntry = { id: string; label: PlainTextKey; change: 'none' | 'added' | 'removed' };

/** Returns the menu of a person with a template after a change of its flags, with the effect of the change. */
export function previewMenu(id: TemplateId, before: Flags, after: Flags): PreviewEntry[] {
  const { role } = templates[id];
  const [then, now] = [menuWith(role, before), menuWith(role, after)];
  const has = (entries: readonly MenuEntry[], entry: MenuEntry) =>
    entries.some((each) => each.id === entry.id);
  // The menu with every flag has all entries in order.
  return menuWith(role, { can_manage_acp: true, can_manage_user: true, can_manage_all: true })
    .filter((entry) => has(then, entry) || has(now, entry))
    .map((entry) => ({
      id: entry.id,
      label: entry.label,
      change: !has(then, entry) ? 'added' : has(now, entry) ? 'none' : 'removed',
    }));
}
