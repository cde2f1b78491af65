import type { Role } from '../access/actors.ts';
import { customerPlanTexts, customerTexts } from './customer-texts.ts';
import type { PageRule } from './page.ts';

const providerAdmin = ['provideradmin'] as const satisfies readonly Role[];
const providerView = ['providerview'] as const satisfies readonly Role[];
const providerStaff = [...providerAdmin, ...providerView] as const;

/** Pages of a provider's staff. */
export const providerPages = {
  '/provider/providers': {
    for: providerAdmin,
    texts: ['providers', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'providers',
        label: 'menu.provider.providers',
        shown: (viewer) => viewer.flags.can_manage_all && !viewer.singleProvider,
      },
      {
        of: providerAdmin,
        id: 'provider',
        label: 'menu.provider.providerSingle',
        shown: (viewer) => viewer.flags.can_manage_all && viewer.singleProvider,
      },
    ],
  },
  '/provider/users': {
    for: providerAdmin,
    texts: ['users', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'users',
        label: 'menu.provider.users',
        shown: (viewer) => viewer.flags.can_manage_user,
      },
    ],
  },
  '/provider/customers': {
    for: providerStaff,
    texts: ['customers', 'customers-columns', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'customers',
        label: 'menu.provider.customers',
        shown: (viewer) => viewer.flags.can_manage_acp,
      },
      { of: providerView, id: 'customers', label: 'menu.providerview.customers' },
    ],
  },
  '/provider/duplicates': {
    for: providerAdmin,
    texts: ['duplicates', 'customers', 'lists', 'errors', 'system'],
    partOf: '/provider/customers',
  },
  '/provider/duplicates/$firstId/$secondId': {
    for: providerAdmin,
    texts: ['duplicates', 'customers', 'errors', 'system'],
    partOf: '/provider/customers',
  },
  '/provider/customers/$customerId': {
    for: providerStaff,
    texts: customerTexts,
    partOf: '/provider/customers',
  },
  '/provider/customers/$customerId/plan': {
    for: providerStaff,
    texts: customerPlanTexts,
    partOf: '/provider/customers',
  },
  '/provider/integrations': {
    for: providerAdmin,
    texts: ['integrations', 'clinical-systems', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'integrations',
        label: 'menu.provider.integrations',
        shown: (viewer) => viewer.flags.can_manage_all,
      },
    ],
  },
  '/provider/settings': {
    for: providerStaff,
    texts: ['settings', 'settings-provider', 'providers-undo', 'errors', 'fields'],
    menu: [
      { of: providerAdmin, id: 'settings', label: 'menu.provider.settings' },
      { of: providerView, id: 'settings', label: 'menu.providerview.settings' },
      { of: providerStaff, id: 'settingsBase', label: 'menu.provider.settingsBase', under: 'settings' },
    ],
  },
  '/provider/settings/notification': {
    for: providerStaff,
    texts: ['settings', 'errors'],
    menu: [
      {
        of: providerStaff,
        id: 'settingsNotification',
        label: 'menu.provider.settingsNotification',
        under: 'settings',
      },
    ],
  },
  '/provider/settings/password': {
    for: providerStaff,
    texts: ['settings', 'signup', 'success', 'errors', 'fields'],
    menu: [
      {
        of: providerStaff,
        id: 'settingsPassword',
        label: 'menu.provider.settingsPassword',
        under: 'settings',
      },
    ],
  },
  '/provider/settings/mfa': {
    for: providerStaff,
    texts: ['settings', 'settings-second-step', 'second-step', 'success', 'errors', 'fields'],
    menu: [{ of: providerStaff, id: 'settingsMfa', label: 'menu.provider.settingsMfa', under: 'settings' }],
  },
  '/provider/settings/general': {
    for: providerStaff,
    texts: ['settings', 'errors'],
    menu: [
      { of: providerStaff, id: 'settingsGeneral', label: 'menu.provider.settingsGeneral', under: 'settings' },
    ],
  },
  '/provider/billing': {
    for: providerAdmin,
    texts: [
      'provider-billing',
      'billing',
      'checkout',
      'payment-errors',
      'success',
      'lists',
      'errors',
      'system',
    ],
    menu: [
      {
        of: providerAdmin,
        id: 'billing',
        label: 'menu.provider.billing',
        shown: (viewer) => viewer.flags.can_manage_all,
      },
    ],
  },
  '/provider/reports': {
    for: providerAdmin,
    menu: [
      {
        of: providerAdmin,
        id: 'reports',
        label: 'menu.provider.reports',
        // The menu shows what opens (D-46).
        shown: ({ flags }) => flags.can_manage_all || flags.can_manage_acp,
      },
    ],
  },
  '/provider/reports/company': {
    for: providerAdmin,
    texts: ['reports', 'evidence', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'reportsCompany',
        label: 'menu.provider.reportsCompany',
        under: 'reports',
        shown: (viewer) => viewer.flags.can_manage_all,
      },
    ],
  },
  '/provider/reports/conversations': {
    for: providerAdmin,
    texts: ['reports', 'reports-conversations', 'conversations', 'evidence', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'reportsConversations',
        label: 'menu.provider.reportsConversations',
        under: 'reports',
        shown: (viewer) => viewer.flags.can_manage_acp,
      },
    ],
  },
  '/provider/reports/audit': {
    for: providerAdmin,
    texts: ['reports', 'evidence', 'lists', 'errors', 'system'],
    menu: [
      {
        of: providerAdmin,
        id: 'reportsAudit',
        label: 'menu.provider.reportsAudit',
        under: 'reports',
        shown: (viewer) => viewer.flags.can_manage_acp,
      },
    ],
  },
} as const satisfies Readonly<Record<`/${string}`, PageRule>>;
