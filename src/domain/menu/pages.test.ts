import { describe, expect, it } from 'vitest';
import type { MenuViewer } from './viewer.ts';
import { customer, every, providerAdmin } from './menu.fixture.ts';
import { menuOf } from './menu.ts';

/** Returns a menu in one line: the ids of its entries, with their children in brackets. */
const outline = (viewer: MenuViewer): string =>
  menuOf(viewer)
    .map(({ id, children }) =>
      children ? `${id}[${children.map((child) => child.id.replace(id, '')).join(' ')}]` : id,
    )
    .join(' ');

const ownSettings = 'settings[Profile Password Privacy Mfa General]';
const providerSettings = 'settings[Base Notification Password Mfa General]';
const adminSettings = 'settings[Email Password Notification Mfa General]';
const platform = `dashboard providers[All Registered] users customers permissions ${adminSettings} billing[Subscription Customer Provider] reports[Company Customers Subscriptions AcpCompletions AcpAudit]`;
const staff = {
  ...providerAdmin,
  flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
};

describe('the menu of every role in every state', () => {
  it.each<[string, Partial<MenuViewer>, string]>([
    ['a draft', { planComplete: false }, `dashboard ${ownSettings}`],
    ['a draft, of a provider', { planComplete: false, provider_id: 'p' }, `dashboard ${ownSettings}`],
    ['a draft, paid for', { planComplete: false, subscription_id: 's' }, `dashboard ${ownSettings}`],
    [
      'a complete plan, paid for',
      {},
      `dashboard myAcp trustedContacts ${ownSettings} accountBilling myHealthRecord`,
    ],
    [
      'a complete plan, not paid for',
      { subscription_id: null },
      `dashboard myAcp ${ownSettings} accountBilling myHealthRecord`,
    ],
    [
      'a complete plan, of a provider',
      { subscription_id: null, provider_id: 'p' },
      `dashboard myAcp trustedContacts ${ownSettings} myHealthRecord`,
    ],
    [
      'a plan on papers, not paid for',
      { planComplete: false, external: true, subscription_id: null },
      `dashboard myAcp ${ownSettings} accountBilling`,
    ],
    [
      'a plan on papers, of a provider',
      { planComplete: true, external: true, provider_id: 'p' },
      `dashboard myAcp trustedContacts ${ownSettings}`,
    ],
    [
      'a draft with a social login',
      { planComplete: false, loginProvider: 'social' },
      'dashboard settings[Profile General]',
    ],
    [
      'a draft that another system keeps in step',
      { planComplete: false, externalProviderSync: true },
      'dashboard settings[Profile Password Privacy General]',
    ],
    [
      'an external login that another system keeps in step',
      { loginProvider: 'external', externalProviderSync: true, subscription_id: null, provider_id: 'p' },
      'dashboard myAcp trustedContacts settings[Profile General] myHealthRecord',
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
      `dashboard providers users customers integrations ${providerSettings} billing reports[Company Audit]`,
    ],
    [
      'every flag, of a single provider',
      { flags: every, singleProvider: true },
      `dashboard provider users customers integrations ${providerSettings} billing reports[Company Audit]`,
    ],
    ['no flag', {}, `dashboard integrations ${providerSettings} reports[Company Audit]`],
    [
      'customers alone',
      { flags: { ...staff.flags, can_manage_acp: true }, singleProvider: true },
      `dashboard customers integrations ${providerSettings} reports[Company Audit]`,
    ],
    [
      'users alone',
      { flags: { ...staff.flags, can_manage_user: true } },
      `dashboard users integrations ${providerSettings} reports[Company Audit]`,
    ],
  ])(
    'a provider admin with %s [MENU-02, MENU-03, MENU-14, MENU-15, MENU-16, PERM-05, D-46]',
    (_, state, expected) => {
      expect(outline({ ...staff, ...state })).toBe(expected);
    },
  );

  it.each<[string, Partial<MenuViewer>, string]>([
    ['a viewer', { role: 'providerview', flags: every }, `dashboard customers ${providerSettings}`],
    ['an administrator', { role: 'admin', provider_id: null }, platform],
    ['a TLC administrator', { role: 'tlcadmin', provider_id: null }, platform],
    ['a system administrator', { role: 'sysadmin', provider_id: null }, platform],
    [
      'the system administrator of the old files',
      { role: 'sysadmin', provider_id: null, superAdmin: true },
      `${platform} legacyFiles eolFiles`,
    ],
    ['an administrator who claims to be that one', { role: 'admin', superAdmin: true }, platform],
  ])('%s [MENU-04, MENU-05, PERM-01, SUPER-02]', (_, state, expected) => {
    // None of these facts changes the menu of the other roles.
    for (const other of [{}, { planComplete: false, external: true, singleProvider: true }] as const)
      expect(outline({ ...providerAdmin, ...other, ...state })).toBe(expected);
  });
});
