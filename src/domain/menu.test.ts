import { describe, expect, it } from 'vitest';
import { roles } from './access.ts';
import { catalogue } from './i18n/catalogue.ts';
import {
  helpLabelOf,
  menuLabelOf,
  menuNoteOf,
  menuOf,
  placeOf,
  type MenuEntry,
  type MenuViewer,
} from './menu.ts';

const customer: MenuViewer = {
  role: 'user',
  planComplete: true,
  external: false,
  provider_id: null,
  subscription_id: 'subscription',
  loginProvider: 'password',
  externalProviderSync: false,
  flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
  singleProvider: false,
  superAdmin: false,
};
const every = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const providerAdmin: MenuViewer = {
  ...customer,
  role: 'provideradmin',
  provider_id: 'provider',
  flags: every,
};

const hrefs = (entries: readonly MenuEntry[] = []) => entries.map((entry) => entry.href);
const ids = (viewer: MenuViewer) => menuOf(viewer).map((entry) => entry.id);
const under = (viewer: MenuViewer, id: string) => menuOf(viewer).find((entry) => entry.id === id)?.children;
const words = (entries: readonly MenuEntry[] = []): (string | undefined)[] =>
  entries.map((entry) => catalogue.en[entry.label]);

describe('the menu of a customer', () => {
  it('has every page, in order, with the pages of settings under it [MENU-01]', () => {
    expect(hrefs(menuOf(customer))).toEqual([
      '/dashboard',
      '/my-acp',
      '/trusted-contacts',
      '/settings',
      '/account-and-billing',
      '/my-health-record',
    ]);
    expect(hrefs(under(customer, 'settings'))).toEqual([
      '/settings/profile',
      '/settings/password',
      '/settings/privacy',
      '/settings/mfa',
      '/settings/general',
    ]);
  });

  it('has only the dashboard and the settings while the plan is not complete [MENU-07]', () => {
    expect(ids({ ...customer, planComplete: false })).toEqual(['dashboard', 'settings']);
  });

  it('is whole for a plan that came from elsewhere, whatever its status [MENU-08]', () => {
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

  it.each(['external', 'social'] as const)(
    'hides password, privacy and multi-factor for a %s login [MENU-12]',
    (loginProvider) => {
      expect(hrefs(under({ ...customer, loginProvider }, 'settings'))).toEqual([
        '/settings/profile',
        '/settings/general',
      ]);
    },
  );

  it('hides only multi-factor for an account that an external provider keeps in step [MENU-13]', () => {
    expect(hrefs(under({ ...customer, externalProviderSync: true }, 'settings'))).toEqual([
      '/settings/profile',
      '/settings/password',
      '/settings/privacy',
      '/settings/general',
    ]);
  });
});

describe('the menu of a provider', () => {
  it('has every page of a provider admin, with settings and reports under them [MENU-02]', () => {
    expect(hrefs(menuOf(providerAdmin))).toEqual([
      '/dashboard',
      '/provider/providers',
      '/provider/users',
      '/provider/customers',
      '/provider/integrations',
      '/provider/settings',
      '/provider/billing',
      '/provider/reports',
    ]);
    expect(hrefs(under(providerAdmin, 'settings'))).toEqual([
      '/provider/settings',
      '/provider/settings/notification',
      '/provider/settings/password',
      '/provider/settings/mfa',
      '/provider/settings/general',
    ]);
    expect(hrefs(under(providerAdmin, 'reports'))).toEqual([
      '/provider/reports/company',
      '/provider/reports/audit',
    ]);
  });

  it('speaks of one provider when there is only one [MENU-03]', () => {
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
    ['can_manage_all', 'providers'],
    ['can_manage_user', 'users'],
    ['can_manage_acp', 'customers'],
  ] as const)('needs %s for %s [MENU-14, MENU-15, MENU-16]', (flag, id) => {
    const others = menuOf({ ...providerAdmin, flags: { ...every, [flag]: false } }).map((entry) => entry.id);
    expect(others).not.toContain(id);
    expect(others).toHaveLength(7);
    expect(ids({ ...providerAdmin, flags: { ...customer.flags, [flag]: true } })).toContain(id);
  });
});

describe('the menu of the platform', () => {
  it.each(['admin', 'tlcadmin'] as const)('has every page for %s [MENU-05]', (role) => {
    const viewer = { ...customer, role };
    expect(hrefs(menuOf(viewer))).toEqual([
      '/dashboard',
      '/admin/providers',
      '/admin/users',
      '/admin/customers',
      '/admin/permissions',
      '/admin/settings',
      '/admin/billing',
      '/admin/reports',
    ]);
    expect(hrefs(under(viewer, 'providers'))).toEqual(['/admin/providers', '/admin/providers/registered']);
    expect(hrefs(under(viewer, 'settings')).toSorted()).toEqual(
      ['email', 'general', 'mfa', 'notification', 'password'].map((name) => `/admin/settings/${name}`),
    );
    expect(hrefs(under(viewer, 'billing'))).toEqual(
      ['subscription', 'customer', 'provider'].map((name) => `/admin/billing/${name}`),
    );
    expect(hrefs(under(viewer, 'reports'))).toEqual(
      ['company', 'customers', 'subscriptions', 'acp-completions', 'acp-audit'].map(
        (name) => `/admin/reports/${name}`,
      ),
    );
  });

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

  it('shows the pages for old files to the system administrator alone, where the server says that this is the one [SUPER-01, SUPER-02]', () => {
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

/** A menu in one line: the ids of its entries, with those under them in brackets. */
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
    ['no flag', {}, `dashboard integrations ${providerSettings} billing reports[Company Audit]`],
    [
      'customers alone',
      { flags: { ...staff.flags, can_manage_acp: true }, singleProvider: true },
      `dashboard customers integrations ${providerSettings} billing reports[Company Audit]`,
    ],
    [
      'users alone',
      { flags: { ...staff.flags, can_manage_user: true } },
      `dashboard users integrations ${providerSettings} billing reports[Company Audit]`,
    ],
  ])(
    'a provider admin with %s [MENU-02, MENU-03, MENU-14, MENU-15, MENU-16, PERM-05]',
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
  ])('%s [MENU-04, MENU-05, PERM-01, PERM-02, SUPER-02]', (_, state, expected) => {
    // Nothing that decides a customer's or a provider admin's menu changes these.
    for (const other of [{}, { planComplete: false, external: true, singleProvider: true }] as const)
      expect(outline({ ...providerAdmin, ...other, ...state })).toBe(expected);
  });
});

describe('what an address of a menu is for somebody', () => {
  const admin: MenuViewer = { ...customer, role: 'admin' };

  it('is a page for those whose menu has it, and closed for all others [MENU-06, GAP-100]', () => {
    expect(placeOf('/trusted-contacts', customer)).toEqual({ kind: 'page' });
    expect(placeOf('/provider/reports/audit', providerAdmin)).toEqual({ kind: 'page' });
    expect(placeOf('/provider/settings', providerAdmin)).toEqual({ kind: 'page' });
    expect(placeOf('/admin/providers/registered', admin)).toEqual({ kind: 'page' });
    for (const [path, viewer] of [
      ['/trusted-contacts', providerAdmin],
      ['/provider/users', { ...providerAdmin, role: 'providerview' }],
      ['/provider/users', { ...providerAdmin, flags: { ...every, can_manage_user: false } }],
      ['/provider/customers', customer],
      ['/admin/customers', providerAdmin],
      ['/super-admin/manage-eol-files', { ...admin, role: 'sysadmin' }],
      ['/my-health-record', { ...customer, external: true }],
      ['/account-and-billing', { ...customer, planComplete: false, provider_id: 'p' }],
      ['/my-acp', null],
      ['/admin/customers', null],
    ] as const)
      expect([path, placeOf(path, viewer).kind]).toEqual([path, 'closed']);
  });

  it('opens later for a customer whose plan is not complete [MENU-07]', () => {
    const draft = { ...customer, planComplete: false };
    for (const path of ['/my-acp', '/trusted-contacts', '/account-and-billing', '/my-health-record'])
      expect(placeOf(path, draft)).toEqual({ kind: 'locked' });
    expect(placeOf('/settings/privacy', draft)).toEqual({ kind: 'page' });
  });

  it('leads on to the first page where it is only the name of a group [MENU-01, MENU-05]', () => {
    expect(placeOf('/settings', customer)).toEqual({ kind: 'group', first: '/settings/profile' });
    expect(placeOf('/admin/reports', admin)).toEqual({ kind: 'group', first: '/admin/reports/company' });
    expect(placeOf('/admin/settings', admin)).toEqual({ kind: 'group', first: '/admin/settings/email' });
    expect(placeOf('/provider/reports', customer)).toEqual({ kind: 'closed' });
  });

  it('is that of the page it hangs under where it is about one person [MENU-06]', () => {
    expect(placeOf('/provider/customers/42', providerAdmin)).toEqual({ kind: 'page' });
    expect(placeOf('/provider/customers/42', admin)).toEqual({ kind: 'closed' });
    expect(placeOf('/admin/customers/42', admin)).toEqual({ kind: 'page' });
    expect(placeOf('/manage-file-access/42', customer)).toEqual({ kind: 'page' });
    expect(placeOf('/manage-file-access/42', { ...customer, planComplete: false }).kind).toBe('locked');
    expect(placeOf('/provider/customers/42/43', providerAdmin)).toEqual({ kind: 'unknown' });
  });

  it('is nothing where no menu has it [MENU-06]', () => {
    for (const viewer of [null, customer, providerAdmin, admin])
      expect(placeOf('/nowhere', viewer)).toEqual({ kind: 'unknown' });
  });
});

it('names every menu and the way to help in both languages [MENU-06]', () => {
  for (const role of roles) {
    for (const language of ['en', 'zh'] as const) {
      expect(catalogue[language][menuLabelOf(role)]).toBeTruthy();
      expect(catalogue[language][helpLabelOf(role)]).toBeTruthy();
    }
  }
});

it('says why the menu of a customer is short [MENU-07]', () => {
  expect(menuNoteOf({ ...customer, planComplete: false })).toBe('menu.user.lockedNote');
  expect(menuNoteOf(customer)).toBeUndefined();
  expect(menuNoteOf({ ...customer, planComplete: false, external: true })).toBeUndefined();
  for (const role of roles)
    if (role !== 'user') expect(menuNoteOf({ ...customer, role, planComplete: false })).toBeUndefined();
});
