import { describe, expect, it } from 'vitest';
import type { MenuViewer } from './viewer.ts';
import { customer, every, providerAdmin } from './menu.fixture.ts';
import { roles } from '../access/actors.ts';
import { menuOf, type MenuEntry } from './menu.ts';
import { pages, type PagePath } from './pages.ts';

/** Returns a menu in one line: the paths of its entries, with those of their children in brackets, from the path of the entry on. */
const outline = (viewer: MenuViewer): string =>
  menuOf(viewer)
    .map(({ href, children }) =>
      children
        ? `${href}[${children.map((child) => (child.href === href ? '.' : child.href.replace(`${href}/`, ''))).join(' ')}]`
        : href,
    )
    .join(' ');

const ownSettings = '/settings[profile password privacy mfa general]';
const providerSettings = '/provider/settings[. notification password mfa general]';
const providerReports = '/provider/reports[company conversations audit]';
const adminSettings = '/admin/settings[email password notification mfa general]';
const platform =
  '/dashboard /admin/providers[. registered] /admin/users /admin/customers /admin/integrations /admin/permissions ' +
  `${adminSettings} /admin/billing[subscription customer provider] ` +
  '/admin/reports[company conversations customers subscriptions acp-completions acp-audit]';
const staff = {
  ...providerAdmin,
  flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
};

describe('the menu of every role in every state', () => {
  it.each<[string, Partial<MenuViewer>, string]>([
    ['a draft', { planComplete: false }, `/dashboard ${ownSettings}`],
    ['a draft, of a provider', { planComplete: false, provider_id: 'p' }, `/dashboard ${ownSettings}`],
    ['a draft, paid for', { planComplete: false, subscription_id: 's' }, `/dashboard ${ownSettings}`],
    [
      'a complete plan, paid for',
      {},
      `/dashboard /my-acp /trusted-contacts ${ownSettings} /account-and-billing /my-health-record`,
    ],
    [
      'a complete plan, not paid for',
      { subscription_id: null },
      `/dashboard /my-acp ${ownSettings} /account-and-billing /my-health-record`,
    ],
    [
      'a complete plan, of a provider',
      { subscription_id: null, provider_id: 'p' },
      `/dashboard /my-acp /trusted-contacts ${ownSettings} /my-health-record`,
    ],
    [
      'a plan on papers, not paid for',
      { planComplete: false, external: true, subscription_id: null },
      `/dashboard /my-acp ${ownSettings} /account-and-billing`,
    ],
    [
      'a plan on papers, of a provider',
      { planComplete: true, external: true, provider_id: 'p' },
      `/dashboard /my-acp /trusted-contacts ${ownSettings}`,
    ],
    [
      'a complete plan, paid for, with an external login',
      { loginProvider: 'external' },
      '/dashboard /my-acp /trusted-contacts /settings[profile general] /account-and-billing /my-health-record',
    ],
    [
      'a complete plan, paid for, that another system keeps in step',
      { externalProviderSync: true },
      '/dashboard /my-acp /trusted-contacts /settings[profile password privacy general] /account-and-billing /my-health-record',
    ],
    [
      'a draft with a social login',
      { planComplete: false, loginProvider: 'social' },
      '/dashboard /settings[profile general]',
    ],
    [
      'a draft that another system keeps in step',
      { planComplete: false, externalProviderSync: true },
      '/dashboard /settings[profile password privacy general]',
    ],
    [
      'an external login that another system keeps in step',
      { loginProvider: 'external', externalProviderSync: true, subscription_id: null, provider_id: 'p' },
      '/dashboard /my-acp /trusted-contacts /settings[profile general] /my-health-record',
    ],
  ])(
    'a customer with %s [MENU-01, MENU-07, MENU-08, MENU-09, MENU-10, MENU-11, MENU-12, MENU-13]',
    (_, state, expected) => {
      expect(outline({ ...customer, ...state })).toBe(expected);
    },
  );

  it.each<[string, Partial<MenuViewer>, string]>([
    [
      'every flag, of several providers',
      { flags: every },
      `/dashboard /provider/providers /provider/users /provider/customers /provider/integrations ${providerSettings} /provider/billing ${providerReports}`,
    ],
    [
      'every flag, of a single provider',
      { flags: every, singleProvider: true },
      `/dashboard /provider/providers /provider/users /provider/customers /provider/integrations ${providerSettings} /provider/billing ${providerReports}`,
    ],
    ['no flag', {}, `/dashboard ${providerSettings}`],
    [
      'customers alone',
      { flags: { ...staff.flags, can_manage_acp: true }, singleProvider: true },
      `/dashboard /provider/customers ${providerSettings} /provider/reports[conversations audit]`,
    ],
    [
      'users alone',
      { flags: { ...staff.flags, can_manage_user: true } },
      `/dashboard /provider/users ${providerSettings}`,
    ],
  ])(
    'a provider admin with %s [MENU-02, MENU-03, MENU-14, MENU-15, MENU-16, PERM-05, D-46]',
    (_, state, expected) => {
      expect(outline({ ...staff, ...state })).toBe(expected);
    },
  );

  it.each<[string, Partial<MenuViewer>, string]>([
    [
      'a viewer',
      { role: 'providerview', flags: every },
      `/dashboard /provider/customers ${providerSettings}`,
    ],
    ['an administrator', { role: 'admin', provider_id: null }, `${platform} /admin/status`],
    ['a TLC administrator', { role: 'tlcadmin', provider_id: null }, `${platform} /admin/status`],
    ['a system administrator', { role: 'sysadmin', provider_id: null }, platform],
    [
      'the system administrator of the old files',
      { role: 'sysadmin', provider_id: null, superAdmin: true },
      `${platform} /super-admin/manage-legacy-files /super-admin/manage-eol-files`,
    ],
    [
      'an administrator who claims to be that one',
      { role: 'admin', superAdmin: true },
      `${platform} /admin/status`,
    ],
  ])('%s [MENU-04, MENU-05, PERM-01, SUPER-02]', (_, state, expected) => {
    // None of these facts changes the menu of the other roles.
    for (const other of [{}, { planComplete: false, external: true, singleProvider: true }] as const)
      expect(outline({ ...providerAdmin, ...other, ...state })).toBe(expected);
  });
});

/** Returns the pages that a menu opens: those of its entries, or of the entries below them. */
const opened = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ href, children }) => (children ? opened(children) : [href]));

const flagsOf = (bits: number) => ({
  can_manage_acp: (bits & 1) !== 0,
  can_manage_user: (bits & 2) !== 0,
  can_manage_all: (bits & 4) !== 0,
});

it.each(roles)('every entry of the menu of %s leads to a page of its own, whatever the flags', (role) => {
  const states = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
    [true, false].map((on) => ({
      ...{ role, flags: flagsOf(bits), planComplete: on, singleProvider: on, superAdmin: on },
    })),
  );
  for (const state of states)
    for (const href of opened(menuOf({ ...providerAdmin, ...state })))
      expect([href, 'texts' in pages[href as PagePath]]).toEqual([href, true]);
});
