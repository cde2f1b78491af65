import type { TextFile } from '../../../domain/i18n/texts.ts';
import { pages, type BuiltPath } from '../../../domain/menu/pages.ts';
import type { StepId } from '../../../domain/questionnaire/answers.ts';
import { stepTexts } from '../../plan-view/steps/step-texts.ts';

/** Modules (by their paths in src/web) and texts that the router loads before it shows a page. */
export type FirstLoad = {
  modules: readonly string[];
  texts: readonly TextFile[];
  /**
   * The title is shown before the page (src/web/early): the libraries, most of the script, load after the files that the title
   * needs.
   */
  isTitledEarly?: boolean;
};

const everywhere = ['common', 'layout', 'menu', 'system'] as const satisfies readonly TextFile[];

const first = (path: BuiltPath, ...modules: string[]): FirstLoad => ({
  modules,
  texts: [...everywhere, ...pages[path].texts],
});

const withMenu = (path: BuiltPath, ...modules: string[]) => first(path, 'app/layout/layouts.tsx', ...modules);

const dashboard = withMenu('/dashboard', 'features/dashboard/dashboard.tsx');

/**
 * Pages that visitors open first, from a search, a leaflet or a mail, and where staff begin their day. The build converts this to
 * file names, and the server puts them into the page, so that a slow telephone loads all of them in parallel.
 */
export const firstLoads = {
  '/': dashboard,
  '/dashboard': dashboard,
  '/login': first('/login', 'features/sign-in/login/login.tsx'),
  '/signup': first('/signup', 'features/sign-in/sign-up/sign-up.tsx'),
  '/forgot-password': first('/forgot-password', 'features/sign-in/password/forgot-password.tsx'),
  '/reset-password': first('/reset-password', 'features/sign-in/password/reset-password.tsx'),
  '/verify-email': first('/verify-email', 'features/sign-in/verify-email/verify-email.tsx'),
  '/invite': first('/invite', 'features/sign-in/invite/invite.tsx'),
  '/legacyuser': first('/legacyuser', 'features/sign-in/login/legacyuser.tsx'),
  '/provider/customers': {
    ...withMenu('/provider/customers', 'features/customers/table/customers-page.tsx'),
    isTitledEarly: true,
  },
  '/user/location': withMenu('/user/location', 'features/location/location.tsx'),
  '/user/upload': withMenu('/user/upload', 'features/sign-in/guest-upload/guest-upload.tsx'),
  '/questions': withMenu('/questions', 'features/questionnaire/preview/questions-preview.tsx'),
  '/need-help': withMenu('/need-help', 'features/help/need-help.tsx'),
} satisfies Record<string, FirstLoad>;

const dashboardOfCustomer: FirstLoad = {
  modules: [...dashboard.modules, 'features/dashboard/customer/customer.tsx'],
  texts: [...dashboard.texts, 'notifications', 'plan', 'on-behalf', 'success'],
};

const step = (id: StepId, ...modules: string[]): FirstLoad => ({
  modules: ['app/layout/layouts.tsx', 'features/questionnaire/page/step.tsx', ...modules],
  texts: [...everywhere, ...pages['/questionnaire/$step'].texts, ...stepTexts(id)],
});

const pagesOfCustomers: Readonly<Record<string, FirstLoad>> = {
  '/': dashboardOfCustomer,
  '/dashboard': dashboardOfCustomer,
  '/my-acp': withMenu('/my-acp', 'features/acp/my-acp.tsx', 'features/acp/reader-links/reader-links.tsx'),
  '/my-acp/edit': withMenu('/my-acp/edit', 'features/acp/edit/edit-hub.tsx'),
  '/care-plan': withMenu('/care-plan', 'features/acp/document/care-plan.tsx'),
  '/trusted-contacts': withMenu('/trusted-contacts', 'features/contacts/trusted-contacts.tsx'),
  '/my-health-record': withMenu('/my-health-record', 'features/guides/health-record.tsx'),
  '/account-and-billing': withMenu('/account-and-billing', 'features/billing/page/account-and-billing.tsx'),
  '/notifications': withMenu('/notifications', 'features/notifications/notifications.tsx'),
  '/settings/profile': withMenu('/settings/profile', 'features/profile/profile.tsx'),
  '/settings/password': withMenu('/settings/password', 'features/sign-in/password/change-password.tsx'),
  '/settings/privacy': withMenu('/settings/privacy', 'features/privacy/privacy.tsx'),
  '/settings/mfa': withMenu('/settings/mfa', 'features/second-step/second-step.tsx'),
  '/settings/general': withMenu('/settings/general', 'features/profile/general.tsx'),
  '/questionnaire': withMenu('/questionnaire', 'features/questionnaire/page/questionnaire.tsx'),
  '/questionnaire/step1': step('step1'),
  '/questionnaire/step2': step('step2'),
  '/questionnaire/step3': step('step3'),
  '/questionnaire/step4': step('step4'),
  '/questionnaire/step5': step('step5'),
  '/questionnaire/step6b': step('step6b'),
  '/questionnaire/step7': step('step7'),
  '/questionnaire/step8': step('step8', 'features/questionnaire/page/contacts-step.tsx'),
  '/questionnaire/checkout': step('checkout', 'features/questionnaire/page/checkout/checkout-step.tsx'),
  '/questionnaire/step9': step('step9', 'features/questionnaire/signing/sign-step.tsx'),
  '/questionnaire/step9b': step('step9b'),
};

/** Pages of customers, for a browser with a session: what is asked early comes first, then whose first frame it is. */
export const customerLoads: Readonly<Record<string, FirstLoad>> = Object.fromEntries(
  Object.entries(pagesOfCustomers).map(([path, load]) => [
    path,
    { ...load, modules: ['early/plan-questions.ts', 'frames/framed-person.ts', ...load.modules] },
  ]),
);
