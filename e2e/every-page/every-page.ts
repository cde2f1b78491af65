import type { Locator } from '@playwright/test';
import type { PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import type { Audience } from '../../src/domain/menu/page.ts';
import { pageRules, type BuiltPath } from '../../src/domain/menu/pages.ts';
import type { TestPersonSpec } from '../../testing/people.ts';
import { daniel, susan } from '../screens/contacts-page.ts';
import { draft, signed } from '../saved-plan.ts';

/** A page opened by a user with one role. */
export type Visit = {
  page: BuiltPath;
  /**
   * The address, if it is not the path of the page. `{customer}` is the id of a customer, `{twin}` of another record of the same
   * person, `{signed}` of a customer with a signed plan, `{house}` of a provider,
   * `{contact}` the ids of an owner and of a contact.
   */
  address?: string;
  /** An element that is shown only when everything was loaded. */
  ready: (main: Locator, t: Translate) => Locator;
  /** True if the page loads no data, so that it does not depend on responses. `unknown`: the test counts its reads. */
  asksNothing?: true | 'unknown';
};

const text =
  (key: PlainTextKey): Visit['ready'] =>
  (main, t) =>
    main.getByText(t(key)).first();

const button =
  (key: PlainTextKey): Visit['ready'] =>
  (main, t) =>
    main.getByRole('button', { name: t(key) }).first();

const title =
  (key: PlainTextKey): Visit['ready'] =>
  (main, t) =>
    main.getByRole('heading', { level: 1, name: t(key) });

/** For a list that parallel tests also change. */
const rowsOr =
  (none: PlainTextKey): Visit['ready'] =>
  (main, t) =>
    main
      .getByText(t(none))
      .or(main.locator('tbody tr, ul[aria-label] > li'))
      .filter({ visible: true })
      .first();

/** The title of the step, or of its first short page on a small screen. */
const step4Title: Visit['ready'] = (main, t) =>
  title('step4.title')(main, t).or(title('step4.group.senses')(main, t));

const list: Visit['ready'] = (main, t) =>
  main.getByText(t('notification.page.empty')).or(main.getByText(t('notification.page.end')));

const withContacts = { ...signed(), contacts: [daniel, susan] };

/** Role and state of the user who opens pages. */
export type Readers = {
  spec?: TestPersonSpec;
  ofProvider?: true;
  changed?: true;
  paid?: true;
  pages: readonly Visit[];
};

/** Visits, by role, that need an address or data, or that use an element other than the title to detect that everything was loaded. */
const writtenVisits = {
  'a visitor': {
    pages: [
      { page: '/login', ready: title('signin.title'), asksNothing: true },
      { page: '/login/organisation', ready: title('organisation.title'), asksNothing: true },
      { page: '/join-organisation', ready: title('organisation.join.title'), asksNothing: true },
      { page: '/signup', ready: title('signup.title'), asksNothing: true },
      { page: '/forgot-password', ready: title('forgot.title'), asksNothing: true },
      {
        page: '/reset-password',
        address: '/reset-password#token=x',
        ready: title('reset.title'),
        asksNothing: true,
      },
      { page: '/verify-email', ready: title('verify.title'), asksNothing: true },
      { page: '/shl', ready: title('shl.dead.title'), asksNothing: true },
      { page: '/invite', ready: title('invite.linkBad.title'), asksNothing: true },
      { page: '/legacyuser', ready: title('legacy.title'), asksNothing: true },
      { page: '/dashboard', ready: title('dash.visitor.title'), asksNothing: true },
      { page: '/need-help', ready: title('help.title'), asksNothing: true },
      { page: '/questions', ready: title('preview.title'), asksNothing: true },
      {
        page: '/user/location',
        address: '/user/location?state=vic',
        ready: text('where.vic.document'),
        asksNothing: true,
      },
      { page: '/user/upload', ready: title('guest.title'), asksNothing: true },
    ],
  },
  'a customer without a plan': {
    spec: {},
    pages: [
      { page: '/dashboard', ready: (main, t) => main.getByRole('link', { name: t('dash.start') }) },
      { page: '/notifications', ready: list },
      { page: '/questionnaire', ready: title('intro.title') },
      { page: '/questionnaire/$step', address: '/questionnaire/step1', ready: title('step1.title') },
      { page: '/questionnaire/$step', address: '/questionnaire/step9', ready: title('step9.title') },
      { page: '/settings/profile', ready: button('settings.profile.save') },
      { page: '/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/settings/privacy', ready: text('settings.privacy.whoOpenedEmpty') },
      { page: '/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/settings/general', ready: button('common.save'), asksNothing: true },
    ],
  },
  'a customer with a signed plan': {
    spec: withContacts,
    pages: [
      { page: '/dashboard', ready: (main, t) => main.getByRole('link', { name: t('dash.viewPlan') }) },
      { page: '/questionnaire/$step', address: '/questionnaire/step4', ready: step4Title },
      { page: '/notifications', ready: list },
      { page: '/my-acp', ready: text('card.page.hint') },
      { page: '/my-acp/edit', ready: title('editHub.title') },
      { page: '/care-plan', ready: button('common.print') },
      { page: '/trusted-contacts', ready: text('contacts.page.acceptedTitle') },
      {
        page: '/manage-file-access/$ids',
        address: '/manage-file-access/{contact}',
        ready: button('fileAccess.save'),
      },
      { page: '/my-health-record', ready: button('health.record.confirmButton') },
    ],
  },
  'a customer who changed a signed plan': {
    spec: signed(),
    changed: true,
    pages: [
      {
        page: '/my-acp/versions/$version',
        address: '/my-acp/versions/1',
        ready: (main, t) => main.getByRole('button', { name: t('myAcp.pdf') }),
      },
      {
        page: '/my-acp/compare',
        ready: (main, t) => main.getByText(t('versions.compare.count', { count: 1 })),
      },
    ],
  },
  'a customer who paid': {
    spec: draft(),
    paid: true,
    pages: [
      { page: '/questionnaire/checkout-success', ready: text('checkout.paid.title') },
      { page: '/account-and-billing', ready: text('billing.status.paid') },
    ],
  },
  'an editor of a provider': {
    spec: { role: 'provideradmin' },
    ofProvider: true,
    pages: [
      { page: '/dashboard', ready: text('dash.provider.customers') },
      { page: '/notifications', ready: list },
      { page: '/provider/providers', ready: text('providers.tier.root') },
      { page: '/provider/users', ready: text('users.row.you') },
      { page: '/provider/customers', ready: text('customers.status.active') },
      {
        page: '/provider/customers/$customerId',
        address: '/provider/customers/{customer}',
        ready: button('customers.action.login'),
      },
      {
        page: '/provider/customers/$customerId/plan',
        address: '/provider/customers/{signed}/plan',
        ready: button('common.print'),
      },
      {
        page: '/provider/duplicates/$firstId/$secondId',
        address: '/provider/duplicates/{customer}/{twin}',
        ready: (main, t) => main.getByRole('button', { name: t('duplicates.aside') }),
      },
      { page: '/provider/integrations', ready: button('integrations.connect') },
      { page: '/provider/billing', ready: text('providerBilling.invoicesEmpty') },
      { page: '/provider/settings', ready: text('settings.provider.base.name') },
      { page: '/provider/settings/notification', ready: button('common.save') },
      { page: '/provider/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/provider/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/provider/settings/general', ready: button('common.save'), asksNothing: true },
      { page: '/provider/reports/company', ready: text('reports.company.byMonth') },
      { page: '/provider/reports/conversations', ready: text('reports.conversations.next') },
      { page: '/provider/reports/audit', ready: text('reports.audit.check.title') },
    ],
  },
  'a viewer of a provider': {
    spec: { role: 'providerview' },
    ofProvider: true,
    pages: [
      { page: '/dashboard', ready: text('dash.provider.customers') },
      { page: '/notifications', ready: list },
      { page: '/provider/customers', ready: text('customers.status.active') },
      {
        page: '/provider/customers/$customerId',
        address: '/provider/customers/{customer}',
        ready: text('error.planAdmin.greyedRole'),
      },
      { page: '/provider/settings', ready: text('settings.provider.base.name') },
      { page: '/provider/settings/notification', ready: button('common.save') },
      { page: '/provider/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/provider/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/provider/settings/general', ready: button('common.save'), asksNothing: true },
    ],
  },
  'an administrator': {
    spec: { role: 'tlcadmin' },
    pages: [
      { page: '/dashboard', ready: text('dash.admin.customers') },
      { page: '/admin/reports/company', ready: text('reports.company.byMonth') },
      { page: '/admin/reports/conversations', ready: text('reports.conversations.next') },
      { page: '/admin/reports/customers', ready: text('reports.customers.byStatus') },
      { page: '/admin/reports/subscriptions', ready: rowsOr('reports.subscriptions.empty') },
      { page: '/admin/reports/acp-audit', ready: text('reports.audit.check.title') },
      { page: '/admin/reports/acp-completions', ready: text('reports.completions.waits') },
      { page: '/admin/status', ready: text('status.nights') },
      { page: '/admin/providers', ready: text('providers.tier.root') },
      { page: '/admin/providers/registered', ready: rowsOr('providers.registered.empty') },
      { page: '/admin/users', ready: text('users.row.you') },
      { page: '/admin/customers', ready: text('customers.status.active') },
      {
        page: '/admin/customers/$customerId',
        address: '/admin/customers/{customer}',
        ready: button('customers.action.login'),
      },
      {
        page: '/admin/customers/$customerId/plan',
        address: '/admin/customers/{signed}/plan',
        ready: button('common.print'),
      },
      {
        page: '/admin/duplicates/$firstId/$secondId',
        address: '/admin/duplicates/{customer}/{twin}',
        ready: (main, t) => main.getByRole('button', { name: t('duplicates.aside') }),
      },
      { page: '/admin/integrations', ready: rowsOr('integrations.all.empty') },
      { page: '/admin/providers/care-facilities', ready: rowsOr('facilities.empty') },
      { page: '/admin/billing/subscription', ready: text('subscriptions.status.active') },
      { page: '/admin/billing/customer', ready: rowsOr('transactions.empty') },
      { page: '/admin/billing/provider', ready: rowsOr('transactions.empty') },
      {
        page: '/admin/billing/provider/$providerId',
        address: '/admin/billing/provider/{house}',
        ready: text('transactions.record.lastNone'),
      },
      { page: '/admin/permissions', ready: text('permissions.right.notInRole') },
      { page: '/admin/settings/email', ready: text('settings.admin.email.senderName') },
      { page: '/admin/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/admin/settings/notification', ready: button('common.save') },
      { page: '/admin/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/admin/settings/general', ready: button('common.save'), asksNothing: true },
    ],
  },
  'a system administrator': {
    spec: { role: 'sysadmin' },
    pages: [
      { page: '/super-admin/manage-legacy-files', ready: rowsOr('earlierFiles.legacy.empty') },
      { page: '/super-admin/manage-eol-files', ready: rowsOr('earlierFiles.eol.empty') },
    ],
  },
} satisfies Readonly<Record<string, Readers>>;

/** Shows that everything was loaded: the title of the page, while nothing is loading. */
const loaded: Visit['ready'] = (main, t) =>
  main
    .filter({
      hasNot: main
        .page()
        .getByRole('status')
        .filter({ hasText: t('common.loading') }),
    })
    .getByRole('heading', { level: 1 });

/** Returns the user who opens a page that no written visit contains. */
function readersOf(audience: Audience): keyof typeof writtenVisits {
  if (audience === 'signed-in') return 'a customer without a plan';
  if (typeof audience === 'string') return 'a visitor';
  if (audience.includes('user')) return 'a customer with a signed plan';
  if (audience.includes('provideradmin')) return 'an editor of a provider';
  return audience.includes('tlcadmin') ? 'an administrator' : 'a system administrator';
}

/** Pages of the route table, without and with a parameter in their path, that no written visit contains. */
const [otherPages, unknownAddresses] = [false, true].map((hasParameter) =>
  pageRules.flatMap(([path, { texts, for: audience }]) => {
    const isOpened = Object.values(writtenVisits).some(({ pages }) =>
      pages.some(({ page }) => page === path),
    );
    return texts && !isOpened && path.includes('$') === hasParameter ? [{ path, audience }] : [];
  }),
);

/** Every page, by role. Most groups of tests use `firstVisits`, which has a page that several roles share once. */
export const visits: Readonly<Record<string, Readers>> = Object.fromEntries(
  Object.entries(writtenVisits).map(([who, readers]: [string, Readers]) => {
    const others = otherPages!
      .filter(({ audience }) => readersOf(audience) === who)
      .map(({ path }): Visit => ({ page: path as BuiltPath, ready: loaded, asksNothing: 'unknown' }));
    return [who, { ...readers, pages: [...readers.pages, ...others] }];
  }),
);

/** Roles whose pages the main set covers in tests that would take minutes for all pages. */
export const fewestPages = 'a customer who changed a signed plan';

/** Pages with a parameter in their path that no visit contains: there must be none. */
export const neverOpened = (): string[] => unknownAddresses!.map(({ path }) => path);
