import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { menuOf } from '../../../../domain/menu/menu.ts';
import { fullName, initials } from '../../../../domain/names.ts';
import { isPlanComplete, menuViewerOf, type SessionUser } from '../../person.ts';

/** One link of the account menu. */
export type AccountLink = { label: PlainTextKey; to: string };

/** Returns the name of a person, or else their address. */
export function nameOf(user: SessionUser): string {
  return fullName(user) || user.email;
}

/** Returns the initials for the round picture of a person: one or two letters. */
export function initialsOf(user: SessionUser): string {
  return initials(user) || (Array.from(user.email)[0] ?? '').toUpperCase();
}

/** Returns the first link of the account menu: the dashboard, or the questionnaire while a person's plan is not complete. */
export function mainAccountLink(user: SessionUser): AccountLink {
  if (user.permission_role.role === 'user' && !isPlanComplete(user))
    return { label: 'avatar.completeMyAcp', to: '/questionnaire' };
  return { label: 'avatar.dashboard', to: '/dashboard' };
}

/** Returns the links of the account menu for the role (GAP-20). */
export function roleLinks(user: SessionUser): AccountLink[] {
  const { role } = user.permission_role;
  const offered = menuOf(menuViewerOf(user));
  const has = (id: string) => offered.some((entry) => entry.id === id);
  if (role === 'user') {
    return [
      { label: 'avatar.profileSettings', to: '/settings/profile' },
      ...(has('accountBilling')
        ? [{ label: 'avatar.accountBilling', to: '/account-and-billing' } as const]
        : []),
      { label: 'avatar.needHelp', to: '/need-help' },
    ];
  }
  if (role === 'provideradmin' || role === 'providerview') {
    return [
      { label: 'avatar.settings', to: '/provider/settings' },
      ...(has('customers') ? [{ label: 'avatar.manageCustomers', to: '/provider/customers' } as const] : []),
    ];
  }
  return [
    { label: 'avatar.settings', to: '/admin/settings/email' },
    { label: 'avatar.manageProviders', to: '/admin/providers' },
  ];
}
