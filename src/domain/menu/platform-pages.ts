import type { Role } from '../access/actors.ts';
import { customerPlanTexts, customerTexts } from './customer-texts.ts';
import type { PageRule } from './page.ts';

const administrators = ['admin', 'tlcadmin'] as const satisfies readonly Role[];
const platformStaff = ['admin', 'tlcadmin', 'sysadmin'] as const satisfies readonly Role[];

/** Pages of the platform's staff. */
export const platformPages = {
  '/admin/providers': {
    for: platformStaff,
    texts: ['providers', 'lists', 'errors', 'system'],
    menu: [
      { of: platformStaff, id: 'providers', label: 'menu.admin.providers' },
      { of: platformStaff, id: 'providersAll', label: 'menu.admin.providersAll', under: 'providers' },
    ],
  },
  '/admin/providers/registered': {
    for: platformStaff,
    texts: ['providers', 'organisation-errors', 'lists', 'errors', 'system'],
    menu: [
      {
        of: platformStaff,
        id: 'providersRegistered',
        label: 'menu.admin.providersRegistered',
        under: 'providers',
      },
    ],
  },
  '/admin/providers/care-facilities': {
    for: platformStaff,
    texts: [
      'facilities',
      'providers',
      'organisation-errors',
      'questionnaire',
      'lists',
      'errors',
      'fields',
      'success',
    ],
    // A tab of the page of providers, without an entry of its own (GAP-101).
    partOf: '/admin/providers',
  },
  '/admin/users': {
    for: platformStaff,
    texts: ['users', 'lists', 'errors', 'system'],
    menu: [{ of: platformStaff, id: 'users', label: 'menu.admin.users' }],
  },
  '/admin/customers': {
    for: platformStaff,
    texts: ['customers', 'customers-columns', 'lists', 'errors', 'system'],
    menu: [{ of: platformStaff, id: 'customers', label: 'menu.admin.customers' }],
  },
  '/admin/duplicates': {
    for: platformStaff,
    texts: ['duplicates', 'customers', 'lists', 'errors', 'system'],
    partOf: '/admin/customers',
  },
  '/admin/duplicates/$firstId/$secondId': {
    for: platformStaff,
    texts: ['duplicates', 'customers', 'errors', 'system'],
    partOf: '/admin/customers',
  },
  '/admin/customers/$customerId': {
    for: platformStaff,
    texts: customerTexts,
    partOf: '/admin/customers',
  },
  '/admin/customers/$customerId/plan': {
    for: platformStaff,
    texts: customerPlanTexts,
    partOf: '/admin/customers',
  },
  '/admin/integrations': {
    for: platformStaff,
    texts: ['integrations', 'clinical-systems', 'lists', 'errors', 'system'],
    menu: [{ of: platformStaff, id: 'integrations', label: 'menu.admin.integrations' }],
  },
  '/admin/permissions': {
    for: platformStaff,
    texts: ['permissions', 'organisation-errors', 'lists', 'errors', 'success', 'questionnaire'],
    menu: [{ of: platformStaff, id: 'permissions', label: 'menu.admin.permissions' }],
  },
  '/admin/settings': {
    for: platformStaff,
    leadsTo: '/admin/settings/email',
    menu: [{ of: platformStaff, id: 'settings', label: 'menu.admin.settings' }],
  },
  '/admin/settings/email': {
    for: platformStaff,
    texts: ['settings', 'settings-admin', 'lists', 'errors', 'fields'],
    menu: [{ of: platformStaff, id: 'settingsEmail', label: 'menu.admin.settingsEmail', under: 'settings' }],
  },
  '/admin/settings/password': {
    for: platformStaff,
    texts: ['settings', 'signup', 'success', 'errors', 'fields'],
    menu: [
      { of: platformStaff, id: 'settingsPassword', label: 'menu.admin.settingsPassword', under: 'settings' },
    ],
  },
  '/admin/settings/notification': {
    for: platformStaff,
    texts: ['settings', 'errors'],
    menu: [
      {
        of: platformStaff,
        id: 'settingsNotification',
        label: 'menu.admin.settingsNotification',
        under: 'settings',
      },
    ],
  },
  '/admin/settings/mfa': {
    for: platformStaff,
    texts: ['settings', 'settings-second-step', 'second-step', 'success', 'errors', 'fields'],
    menu: [{ of: platformStaff, id: 'settingsMfa', label: 'menu.admin.settingsMfa', under: 'settings' }],
  },
  '/admin/settings/general': {
    for: platformStaff,
    texts: ['settings', 'errors'],
    menu: [
      { of: platformStaff, id: 'settingsGeneral', label: 'menu.admin.settingsGeneral', under: 'settings' },
    ],
  },
  '/admin/billing': {
    for: platformStaff,
    menu: [{ of: platformStaff, id: 'billing', label: 'menu.admin.billing' }],
  },
  '/admin/billing/subscription': {
    for: platformStaff,
    texts: ['subscriptions', 'lists', 'errors', 'system'],
    menu: [
      {
        of: platformStaff,
        id: 'billingSubscription',
        label: 'menu.admin.billingSubscription',
        under: 'billing',
      },
    ],
  },
  '/admin/billing/customer': {
    for: platformStaff,
    texts: ['provider-billing', 'billing', 'lists', 'errors', 'system'],
    menu: [
      { of: platformStaff, id: 'billingCustomer', label: 'menu.admin.billingCustomer', under: 'billing' },
    ],
  },
  '/admin/billing/provider': {
    for: platformStaff,
    texts: ['provider-billing', 'billing', 'lists', 'errors', 'system'],
    menu: [
      { of: platformStaff, id: 'billingProvider', label: 'menu.admin.billingProvider', under: 'billing' },
    ],
  },
  '/admin/billing/provider/$providerId': {
    for: platformStaff,
    texts: ['provider-billing', 'billing', 'checkout', 'errors', 'system'],
    partOf: '/admin/billing/provider',
  },
  '/admin/reports': {
    for: platformStaff,
    menu: [{ of: platformStaff, id: 'reports', label: 'menu.admin.reports' }],
  },
  '/admin/reports/company': {
    for: platformStaff,
    texts: ['reports', 'evidence', 'lists', 'errors', 'system'],
    menu: [{ of: platformStaff, id: 'reportsCompany', label: 'menu.admin.reportsCompany', under: 'reports' }],
  },
  '/admin/reports/conversations': {
    for: platformStaff,
    texts: ['reports', 'reports-conversations', 'conversations', 'evidence', 'lists', 'errors', 'system'],
    menu: [
      {
        of: platformStaff,
        id: 'reportsConversations',
        label: 'menu.admin.reportsConversations',
        under: 'reports',
      },
    ],
  },
  '/admin/reports/customers': {
    for: platformStaff,
    texts: ['reports', 'lists', 'errors', 'system'],
    menu: [
      { of: platformStaff, id: 'reportsCustomers', label: 'menu.admin.reportsCustomers', under: 'reports' },
    ],
  },
  '/admin/reports/subscriptions': {
    for: platformStaff,
    texts: ['reports', 'lists', 'errors', 'system'],
    menu: [
      {
        of: platformStaff,
        id: 'reportsSubscriptions',
        label: 'menu.admin.reportsSubscriptions',
        under: 'reports',
      },
    ],
  },
  '/admin/reports/acp-completions': {
    for: platformStaff,
    texts: ['reports', 'lists', 'errors', 'system'],
    menu: [
      {
        of: platformStaff,
        id: 'reportsAcpCompletions',
        label: 'menu.admin.reportsAcpCompletions',
        under: 'reports',
      },
    ],
  },
  '/admin/reports/acp-audit': {
    for: platformStaff,
    texts: ['reports', 'evidence', 'lists', 'errors', 'system'],
    menu: [
      { of: platformStaff, id: 'reportsAcpAudit', label: 'menu.admin.reportsAcpAudit', under: 'reports' },
    ],
  },
  '/admin/status': {
    for: administrators,
    texts: ['status', 'errors'],
    menu: [{ of: administrators, id: 'status', label: 'menu.admin.status' }],
  },
  '/super-admin/manage-legacy-files': {
    for: ['sysadmin'],
    texts: [
      'earlier-files',
      'file-errors',
      'lists',
      'success',
      'errors',
      'fields',
      'questionnaire',
      'system',
    ],
    menu: [
      {
        of: ['sysadmin'],
        id: 'legacyFiles',
        label: 'menu.admin.legacyFiles',
        shown: (viewer) => viewer.superAdmin,
      },
    ],
  },
  '/super-admin/manage-eol-files': {
    for: ['sysadmin'],
    texts: [
      'earlier-files',
      'file-errors',
      'lists',
      'success',
      'errors',
      'fields',
      'questionnaire',
      'system',
    ],
    menu: [
      {
        of: ['sysadmin'],
        id: 'eolFiles',
        label: 'menu.admin.eolFiles',
        shown: (viewer) => viewer.superAdmin,
      },
    ],
  },
} as const satisfies Readonly<Record<`/${string}`, PageRule>>;
