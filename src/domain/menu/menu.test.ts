import { describe, expect, it } from 'vitest';
import { roles } from '../access/actors.ts';
import { catalogue } from '../i18n/catalogue.ts';
import type { MenuViewer } from './viewer.ts';
import { customer, every, providerAdmin } from './menu.fixture.ts';
import { helpLabelOf, menuLabelOf, menuNoteOf, menuOf, type MenuEntry } from './menu.ts';

const hrefs = (entries: readonly MenuEntry[] = []) => entries.map((entry) => entry.href);
const ids = (viewer: MenuViewer) => menuOf(viewer).map((entry) => entry.id);
const words = (entries: readonly MenuEntry[] = []): (string | undefined)[] =>
  entries.map((entry) => catalogue.en[entry.label]);

describe('the menu of a customer', () => {
  it('has only the dashboard and the settings while the plan is not complete [MENU-07]', () => {
    expect(ids({ ...customer, planComplete: false })).toEqual(['dashboard', 'settings']);
  });

  it('is complete for a plan that came from elsewhere, whatever its status [MENU-08]', () => {
    expect(ids({ ...customer, planComplete: false, external: true })).toContain('myAcp');
    expect(ids({ ...customer, planComplete: false, external: true })).toContain('trustedContacts');
  });

  it('leaves out the health record for a plan that came from elsewhere [MENU-09]', () => {
    expect(ids({ ...customer, external: true })).not.toContain('myHealthRecord');
    expect(ids(customer)).toContain('myHealthRecord');
  });

  it('leaves out billing for a customer of a provider [MENU-10]', () => {
    expect(ids({ ...customer, provider_id: 'provider' })).not.toContain('accountBilling');
    expect(ids(customer)).toContain('accountBilling');
  });

  it.each([
    [null, null, false],
    ['subscription', null, true],
    [null, 'provider', true],
    ['subscription', 'provider', true],
  ])(
    'with subscription %s and provider %s shows trusted contacts: %s [MENU-11]',
    (subscription_id, provider_id, shown) => {
      expect(ids({ ...customer, subscription_id, provider_id }).includes('trustedContacts')).toBe(shown);
    },
  );
});

describe('the menu of a provider', () => {
  it('uses the singular if there is only one provider [MENU-03]', () => {
    expect(words(menuOf({ ...providerAdmin, singleProvider: true }))).toContain('Manage Provider');
    expect(words(menuOf({ ...providerAdmin, singleProvider: true }))).not.toContain('Manage Providers');
    expect(words(menuOf(providerAdmin))).toContain('Manage Providers');
  });

  it('has only dashboard, customers and settings for a viewer, whatever the flags [MENU-04]', () => {
    expect(ids({ ...providerAdmin, role: 'providerview' })).toEqual(['dashboard', 'customers', 'settings']);
    expect(ids({ ...providerAdmin, role: 'providerview', flags: customer.flags })).toEqual([
      'dashboard',
      'customers',
      'settings',
    ]);
  });

  it.each([
    ['can_manage_all', ['providers', 'integrations', 'billing']],
    ['can_manage_user', ['users']],
    ['can_manage_acp', ['customers']],
  ] as const)('needs %s for %j [MENU-14, MENU-15, MENU-16, D-46]', (flag, needing) => {
    const others = menuOf({ ...providerAdmin, flags: { ...every, [flag]: false } }).map((entry) => entry.id);
    expect(others.filter((id) => needing.some((each) => each === id))).toEqual([]);
    expect(others).toHaveLength(8 - needing.length);
    expect(ids({ ...providerAdmin, flags: { ...customer.flags, [flag]: true } })).toEqual(
      expect.arrayContaining([...needing]),
    );
  });
});

describe('the menu of the platform', () => {
  it('names the sections as the source does [MENU-17]', () => {
    const all = words([
      ...menuOf(providerAdmin),
      ...menuOf({ ...customer, role: 'sysadmin', superAdmin: true }),
    ]).map((each) => each?.toLowerCase());
    for (const name of [
      'manage providers',
      'manage users',
      'manage customers',
      'manage integrations',
      'billing',
      'reports',
      'permission settings',
      'manage billing',
      'digital questionnaires',
      'manage eol files',
    ]) {
      expect(all).toContain(name);
    }
  });

  it('names the pages under the sections as the source does [MENU-18]', () => {
    const children = [menuOf(providerAdmin), menuOf({ ...customer, role: 'admin' })]
      .flat()
      .flatMap((entry) => words(entry.children));
    const all = children.map((each) => each?.toLowerCase());
    for (const name of [
      'manage profile',
      'notification settings',
      'general settings',
      'company',
      'company report',
      'acp audit report',
      'email settings',
      'notification',
      'subscription plans',
      'customer billing',
      'provider billing',
      'customers',
      'subscriptions',
      'acp completions',
      'multi-factor',
    ]) {
      expect(all).toContain(name);
    }
  });

  it('shows the pages for old files only to the system administrator that the server names [SUPER-02]', () => {
    for (const role of roles) {
      for (const superAdmin of [true, false]) {
        const shown = hrefs(menuOf({ ...providerAdmin, role, superAdmin })).filter((href) =>
          href.startsWith('/super-admin/'),
        );
        expect([role, superAdmin, shown]).toEqual([
          role,
          superAdmin,
          role === 'sysadmin' && superAdmin
            ? ['/super-admin/manage-legacy-files', '/super-admin/manage-eol-files']
            : [],
        ]);
      }
    }
  });
});

it('has a name for every menu and for the link to help in both languages [MENU-06]', () => {
  for (const role of roles) {
    for (const language of ['en', 'zh'] as const) {
      const audience = role === 'user' ? 'user' : role.startsWith('provider') ? 'provider' : 'admin';
      expect(menuLabelOf(role)).toBe(`menu.${audience}.label`);
      expect(helpLabelOf(role)).toBe(`menu.${audience}.needHelp`);
      expect(catalogue[language][menuLabelOf(role)]).toBeTruthy();
      expect(catalogue[language][helpLabelOf(role)]).toBeTruthy();
    }
  }
});

it('says why the menu of a customer is short, also to one who keeps the plan for another [MENU-07] [R-31]', () => {
  const draft = { ...customer, planComplete: false };
  expect(menuNoteOf(draft, true)).toBe('menu.user.lockedNote');
  expect(menuNoteOf(draft, false)).toBe('menu.user.onBehalf.lockedNote');
  for (const forMySelf of [true, false]) {
    expect(menuNoteOf(customer, forMySelf)).toBeUndefined();
    expect(menuNoteOf({ ...draft, external: true }, forMySelf)).toBeUndefined();
    for (const role of roles)
      if (role !== 'user') expect(menuNoteOf({ ...draft, role }, forMySelf)).toBeUndefined();
  }
});
