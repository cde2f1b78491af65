import type { Role } from './access/access.ts';
import type { TextKey } from './i18n/texts.ts';

/** What decides which entries a person sees. */
export type MenuViewer = {
  role: Role;
  /** Any plan of the person has the status complete. */
  planComplete: boolean;
  /** The plan came from elsewhere, as papers or through an integration. */
  external: boolean;
  provider_id: string | null;
  subscription_id: string | null;
  /** How the account signs in. Social and external accounts have no password here. */
  loginProvider: 'password' | 'external' | 'social';
  /** The account is kept in step by an external provider (`cognito_sync_status`). */
  externalProviderSync: boolean;
  flags: { can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  /** The provider of the person has no other providers below it. */
  singleProvider: boolean;
  /** May open the pages for files of the earlier system: in development, or the one named in production (SUPER-02). */
  superAdmin: boolean;
};

/** One entry of a menu, with those under it, and for whom it is. `id` is unique among the entries of one menu. */
export type EntryRule = {
  id: string;
  label: TextKey;
  href: string;
  /** Without it the entry is for everybody with this menu. */
  shown?: (viewer: MenuViewer) => boolean;
  children?: readonly EntryRule[];
};

/** The plan counts as complete: signed, or come from elsewhere (MENU-08). */
export const finished = (viewer: MenuViewer) => viewer.planComplete || viewer.external;
const ownPassword = (viewer: MenuViewer) => viewer.loginProvider === 'password';

const user: readonly EntryRule[] = [
  { id: 'dashboard', label: 'menu.user.dashboard', href: '/dashboard' },
  { id: 'myAcp', label: 'menu.user.myAcp', href: '/my-acp', shown: finished },
  {
    id: 'trustedContacts',
    label: 'menu.user.trustedContacts',
    href: '/trusted-contacts',
    shown: (viewer) => finished(viewer) && (viewer.subscription_id !== null || viewer.provider_id !== null),
  },
  {
    id: 'settings',
    label: 'menu.user.settings',
    href: '/settings',
    children: [
      { id: 'settingsProfile', label: 'menu.user.settingsProfile', href: '/settings/profile' },
      {
        id: 'settingsPassword',
        label: 'menu.user.settingsPassword',
        href: '/settings/password',
        shown: ownPassword,
      },
      {
        id: 'settingsPrivacy',
        label: 'menu.user.settingsPrivacy',
        href: '/settings/privacy',
        shown: ownPassword,
      },
      {
        id: 'settingsMfa',
        label: 'menu.user.settingsMfa',
        href: '/settings/mfa',
        shown: (viewer) => ownPassword(viewer) && !viewer.externalProviderSync,
      },
      { id: 'settingsGeneral', label: 'menu.user.settingsGeneral', href: '/settings/general' },
    ],
  },
  {
    id: 'accountBilling',
    label: 'menu.user.accountBilling',
    href: '/account-and-billing',
    shown: (viewer) => finished(viewer) && viewer.provider_id === null,
  },
  {
    id: 'myHealthRecord',
    label: 'menu.user.myHealthRecord',
    href: '/my-health-record',
    shown: (viewer) => finished(viewer) && !viewer.external,
  },
];

const providerSettings: readonly EntryRule[] = [
  { id: 'settingsBase', label: 'menu.provider.settingsBase', href: '/provider/settings' },
  {
    id: 'settingsNotification',
    label: 'menu.provider.settingsNotification',
    href: '/provider/settings/notification',
  },
  { id: 'settingsPassword', label: 'menu.provider.settingsPassword', href: '/provider/settings/password' },
  { id: 'settingsMfa', label: 'menu.provider.settingsMfa', href: '/provider/settings/mfa' },
  { id: 'settingsGeneral', label: 'menu.provider.settingsGeneral', href: '/provider/settings/general' },
];

const provideradmin: readonly EntryRule[] = [
  { id: 'dashboard', label: 'menu.provider.dashboard', href: '/dashboard' },
  {
    id: 'providers',
    label: 'menu.provider.providers',
    href: '/provider/providers',
    shown: (viewer) => viewer.flags.can_manage_all && !viewer.singleProvider,
  },
  {
    id: 'provider',
    label: 'menu.provider.providerSingle',
    href: '/provider/providers',
    shown: (viewer) => viewer.flags.can_manage_all && viewer.singleProvider,
  },
  {
    id: 'users',
    label: 'menu.provider.users',
    href: '/provider/users',
    shown: (viewer) => viewer.flags.can_manage_user,
  },
  {
    id: 'customers',
    label: 'menu.provider.customers',
    href: '/provider/customers',
    shown: (viewer) => viewer.flags.can_manage_acp,
  },
  { id: 'integrations', label: 'menu.provider.integrations', href: '/provider/integrations' },
  { id: 'settings', label: 'menu.provider.settings', href: '/provider/settings', children: providerSettings },
  { id: 'billing', label: 'menu.provider.billing', href: '/provider/billing' },
  {
    id: 'reports',
    label: 'menu.provider.reports',
    href: '/provider/reports',
    children: [
      { id: 'reportsCompany', label: 'menu.provider.reportsCompany', href: '/provider/reports/company' },
      { id: 'reportsAudit', label: 'menu.provider.reportsAudit', href: '/provider/reports/audit' },
    ],
  },
];

const providerview: readonly EntryRule[] = [
  { id: 'dashboard', label: 'menu.providerview.dashboard', href: '/dashboard' },
  { id: 'customers', label: 'menu.providerview.customers', href: '/provider/customers' },
  {
    id: 'settings',
    label: 'menu.providerview.settings',
    href: '/provider/settings',
    children: providerSettings,
  },
];

const admin: readonly EntryRule[] = [
  { id: 'dashboard', label: 'menu.admin.dashboard', href: '/dashboard' },
  {
    id: 'providers',
    label: 'menu.admin.providers',
    href: '/admin/providers',
    children: [
      { id: 'providersAll', label: 'menu.admin.providersAll', href: '/admin/providers' },
      {
        id: 'providersRegistered',
        label: 'menu.admin.providersRegistered',
        href: '/admin/providers/registered',
      },
    ],
  },
  { id: 'users', label: 'menu.admin.users', href: '/admin/users' },
  { id: 'customers', label: 'menu.admin.customers', href: '/admin/customers' },
  { id: 'permissions', label: 'menu.admin.permissions', href: '/admin/permissions' },
  {
    id: 'settings',
    label: 'menu.admin.settings',
    href: '/admin/settings',
    children: [
      { id: 'settingsEmail', label: 'menu.admin.settingsEmail', href: '/admin/settings/email' },
      { id: 'settingsPassword', label: 'menu.admin.settingsPassword', href: '/admin/settings/password' },
      {
        id: 'settingsNotification',
        label: 'menu.admin.settingsNotification',
        href: '/admin/settings/notification',
      },
      { id: 'settingsMfa', label: 'menu.admin.settingsMfa', href: '/admin/settings/mfa' },
      { id: 'settingsGeneral', label: 'menu.admin.settingsGeneral', href: '/admin/settings/general' },
    ],
  },
  {
    id: 'billing',
    label: 'menu.admin.billing',
    href: '/admin/billing',
    children: [
      {
        id: 'billingSubscription',
        label: 'menu.admin.billingSubscription',
        href: '/admin/billing/subscription',
      },
      { id: 'billingCustomer', label: 'menu.admin.billingCustomer', href: '/admin/billing/customer' },
      { id: 'billingProvider', label: 'menu.admin.billingProvider', href: '/admin/billing/provider' },
    ],
  },
  {
    id: 'reports',
    label: 'menu.admin.reports',
    href: '/admin/reports',
    children: [
      { id: 'reportsCompany', label: 'menu.admin.reportsCompany', href: '/admin/reports/company' },
      { id: 'reportsCustomers', label: 'menu.admin.reportsCustomers', href: '/admin/reports/customers' },
      {
        id: 'reportsSubscriptions',
        label: 'menu.admin.reportsSubscriptions',
        href: '/admin/reports/subscriptions',
      },
      {
        id: 'reportsAcpCompletions',
        label: 'menu.admin.reportsAcpCompletions',
        href: '/admin/reports/acp-completions',
      },
      { id: 'reportsAcpAudit', label: 'menu.admin.reportsAcpAudit', href: '/admin/reports/acp-audit' },
    ],
  },
];

const sysadmin: readonly EntryRule[] = [
  ...admin,
  {
    id: 'legacyFiles',
    label: 'menu.admin.legacyFiles',
    href: '/super-admin/manage-legacy-files',
    shown: (viewer) => viewer.superAdmin,
  },
  {
    id: 'eolFiles',
    label: 'menu.admin.eolFiles',
    href: '/super-admin/manage-eol-files',
    shown: (viewer) => viewer.superAdmin,
  },
];

/** Every entry that the left menu of a role can have, in order. */
export const menus: Readonly<Record<Role, readonly EntryRule[]>> = {
  user,
  provideradmin,
  providerview,
  admin,
  tlcadmin: admin,
  sysadmin,
};
