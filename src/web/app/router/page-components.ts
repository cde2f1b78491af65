import type { ComponentType } from 'react';
import type { BuiltPath } from '../../../domain/menu/pages.ts';
import { loadDashboard } from '../../features/dashboard/lazy-dashboards.ts';

/** A page, and what it loads for the place in its address before it is shown. */
type PageModule = { Page: ComponentType; loadPlace?: (params: Params) => Promise<void> };
export type Params = Readonly<Record<string, string | undefined>>;
type LoadPage = () => Promise<PageModule>;

const changePassword: LoadPage = () => import('../../features/sign-in/password/change-password.tsx');
const secondStep: LoadPage = () => import('../../features/second-step/second-step.tsx');
const general: LoadPage = () => import('../../features/profile/general.tsx');
const notificationSettings: LoadPage = () => import('../../features/notifications/notification-settings.tsx');
const customers: LoadPage = () => import('../../features/customers/table/customers-page.tsx');
const staff: LoadPage = () => import('../../features/staff/staff-page.tsx');
const customer: LoadPage = () => import('../../features/customers/page/customer-page.tsx');
const duplicates: LoadPage = () => import('../../features/duplicates/pairs-page.tsx');
const comparedRecords: LoadPage = () => import('../../features/duplicates/compare/compare-page.tsx');
const providers: LoadPage = () => import('../../features/providers/tree/tree-page.tsx');
const companyReport: LoadPage = () => import('../../features/reports/company-page.tsx');
const conversationsReport: LoadPage = () => import('../../features/reports/conversations-page.tsx');
const auditReport: LoadPage = () => import('../../features/reports/audit-page.tsx');
const customerPlan: LoadPage = () => import('../../features/customers/page/plan/customer-plan.tsx');

/** Component of each page of the table, each in its own chunk. */
export const pageComponents: Readonly<Record<BuiltPath, LoadPage>> = {
  '/login': () => import('../../features/sign-in/login/login.tsx'),
  '/login/organisation': () => import('../../features/sign-in/organisation/ask-address.tsx'),
  '/join-organisation': () => import('../../features/sign-in/organisation/join-organisation.tsx'),
  '/signup': () => import('../../features/sign-in/sign-up/sign-up.tsx'),
  '/forgot-password': () => import('../../features/sign-in/password/forgot-password.tsx'),
  '/reset-password': () => import('../../features/sign-in/password/reset-password.tsx'),
  '/verify-email': () => import('../../features/sign-in/verify-email/verify-email.tsx'),
  '/invite': () => import('../../features/sign-in/invite/invite.tsx'),
  '/legacyuser': () => import('../../features/sign-in/login/legacyuser.tsx'),
  '/shl': () => import('../../features/health-link/link-page.tsx'),
  '/dashboard': () => import('../../features/dashboard/dashboard.tsx'),
  '/need-help': () => import('../../features/help/need-help.tsx'),
  '/questions': () => import('../../features/questionnaire/preview/questions-preview.tsx'),
  '/user/location': () => import('../../features/location/location.tsx'),
  '/user/upload': () => import('../../features/sign-in/guest-upload/guest-upload.tsx'),
  '/notifications': () => import('../../features/notifications/notifications.tsx'),
  '/questionnaire': () => import('../../features/questionnaire/page/questionnaire.tsx'),
  '/questionnaire/$step': () => import('../../features/questionnaire/page/step.tsx'),
  '/questionnaire/checkout-success': () =>
    import('../../features/questionnaire/page/checkout/checkout-success.tsx'),
  '/my-acp': () => import('../../features/acp/my-acp.tsx'),
  '/my-acp/edit': () => import('../../features/acp/edit/edit-hub.tsx'),
  '/my-acp/versions/$version': () => import('../../features/acp/versions/old-version.tsx'),
  '/my-acp/compare': () => import('../../features/acp/versions/compare.tsx'),
  '/care-plan': () => import('../../features/acp/document/care-plan.tsx'),
  '/trusted-contacts': () => import('../../features/contacts/trusted-contacts.tsx'),
  '/manage-file-access/$ids': () => import('../../features/contacts/sharing/file-access.tsx'),
  '/my-health-record': () => import('../../features/guides/health-record.tsx'),
  '/account-and-billing': () => import('../../features/billing/page/account-and-billing.tsx'),
  '/settings/profile': () => import('../../features/profile/profile.tsx'),
  '/settings/password': changePassword,
  '/settings/privacy': () => import('../../features/privacy/privacy.tsx'),
  '/settings/mfa': secondStep,
  '/settings/general': general,
  '/provider/providers': providers,
  '/provider/users': staff,
  '/provider/customers': customers,
  '/provider/duplicates': duplicates,
  '/provider/duplicates/$firstId/$secondId': comparedRecords,
  '/provider/customers/$customerId': customer,
  '/provider/customers/$customerId/plan': customerPlan,
  '/provider/integrations': () => import('../../features/integrations/integrations-page.tsx'),
  '/provider/billing': () => import('../../features/transactions/provider-billing.tsx'),
  '/provider/settings': () => import('../../features/providers/profile/provider-base.tsx'),
  '/provider/settings/notification': notificationSettings,
  '/provider/settings/password': changePassword,
  '/provider/settings/mfa': secondStep,
  '/provider/settings/general': general,
  '/provider/reports/company': companyReport,
  '/provider/reports/conversations': conversationsReport,
  '/provider/reports/audit': auditReport,
  '/admin/providers': providers,
  '/super-admin/manage-legacy-files': () => import('../../features/earlier-files/legacy-files.tsx'),
  '/super-admin/manage-eol-files': () => import('../../features/earlier-files/eol-files.tsx'),
  '/admin/providers/care-facilities': () => import('../../features/facilities/care-facilities.tsx'),
  '/admin/providers/registered': () => import('../../features/providers/registered/registered-page.tsx'),
  '/admin/users': staff,
  '/admin/customers': customers,
  '/admin/duplicates': duplicates,
  '/admin/duplicates/$firstId/$secondId': comparedRecords,
  '/admin/customers/$customerId': customer,
  '/admin/customers/$customerId/plan': customerPlan,
  '/admin/integrations': () => import('../../features/integrations/all-integrations.tsx'),
  '/admin/billing/subscription': () => import('../../features/subscription-plans/plans-page.tsx'),
  '/admin/billing/customer': () => import('../../features/transactions/customer-payments.tsx'),
  '/admin/billing/provider': () => import('../../features/transactions/provider-payments.tsx'),
  '/admin/billing/provider/$providerId': () => import('../../features/transactions/provider-card-record.tsx'),
  '/admin/permissions': () => import('../../features/permissions/permissions-page.tsx'),
  '/admin/settings/email': () => import('../../features/mail-settings/mail-settings.tsx'),
  '/admin/settings/password': changePassword,
  '/admin/settings/notification': notificationSettings,
  '/admin/settings/mfa': secondStep,
  '/admin/settings/general': general,
  '/admin/reports/company': companyReport,
  '/admin/reports/conversations': conversationsReport,
  '/admin/reports/customers': () => import('../../features/reports/customers-page.tsx'),
  '/admin/reports/subscriptions': () => import('../../features/reports/subscriptions-page.tsx'),
  '/admin/reports/acp-completions': () => import('../../features/reports/completions-page.tsx'),
  '/admin/reports/acp-audit': auditReport,
  '/admin/status': () => import('../../features/status/status-page.tsx'),
};

/** Data that a page loads in addition to its component and its texts. */
export const loadedBeside: Partial<Record<BuiltPath, () => Promise<void>>> = { '/dashboard': loadDashboard };
