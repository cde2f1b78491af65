import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadDashboard } from '../../features/dashboard/lazy-dashboards.ts';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { accountRoutes } from './account-routes.ts';
import { FailedPage } from '../gates/failed-page.tsx';
import { layouts, rootRoute, shell } from './frame-routes.tsx';
import {
  requireCustomer,
  requireEnrolled,
  requirePerson,
  requirePlatformStaff,
  requireProviderStaff,
} from './guards.ts';
import { page } from './page.ts';
import { settingsRoutes } from './settings-routes.ts';

const unknownPage = () => import('../gates/unknown-page.tsx');

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const dashboardPage = page(() => import('../../features/dashboard/dashboard.tsx'), ['dashboard', 'errors']);

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  beforeLoad: requireEnrolled,
  component: dashboardPage.component,
  loader: async () => void (await Promise.all([dashboardPage.loader(), loadDashboard()])),
});

const myAcp = createRoute({
  getParentRoute: () => shell,
  path: '/my-acp',
  beforeLoad: requireCustomer,
  ...page(() => import('../../features/acp/my-acp.tsx'), ['plan', 'card', 'errors']),
});

const editPlan = createRoute({
  getParentRoute: () => shell,
  path: '/my-acp/edit',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: requireCustomer,
  ...page(
    () => import('../../features/acp/edit/edit-hub.tsx'),
    ['questionnaire', 'questionnaire-edit', 'questionnaire-sign', 'errors'],
  ),
});

const carePlan = createRoute({
  getParentRoute: () => shell,
  path: '/care-plan',
  beforeLoad: requireCustomer,
  ...page(() => import('../../features/acp/document/care-plan.tsx'), ['plan', 'errors']),
});

const customerPage = page(
  () => import('../../features/impersonation/customer-page.tsx'),
  ['login-as-customer', 'errors', 'system'],
);

const providerCustomer = createRoute({
  getParentRoute: () => shell,
  path: '/provider/customers/$customerId',
  beforeLoad: requireProviderStaff,
  ...customerPage,
});

const adminCustomer = createRoute({
  getParentRoute: () => shell,
  path: '/admin/customers/$customerId',
  beforeLoad: requirePlatformStaff,
  ...customerPage,
});

const needHelp = createRoute({
  getParentRoute: () => shell,
  path: '/need-help',
  ...page(() => import('../../features/help/need-help.tsx'), ['help', 'errors', 'fields']),
});

const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/notifications',
  beforeLoad: async (place) => void (await requirePerson(place)),
  ...page(
    () => import('../../features/notifications/notifications.tsx'),
    ['notifications', 'errors', 'success'],
  ),
});

const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad: async (place) => {
    const { firstPageOf, needsPerson } = await unknownPage();
    const { pathname } = place.location;
    if (!needsPerson(pathname)) return;
    const first = firstPageOf(pathname, await requirePerson(place));
    if (first !== undefined) throw redirect({ href: first, replace: true });
  },
  component: lazyRouteComponent(unknownPage, 'UnknownPage'),
});

const question = createRoute({
  getParentRoute: () => rootRoute,
  id: 'question',
  beforeLoad: requireCustomer,
  component: lazyRouteComponent(layouts, 'QuestionLayout'),
});

const questionnaire = createRoute({
  getParentRoute: () => question,
  path: '/questionnaire',
  ...page(() => import('../../features/questionnaire/page/questionnaire.tsx'), ['questionnaire', 'errors']),
});

const questionnaireStep = createRoute({
  getParentRoute: () => question,
  path: '/questionnaire/$step',
  validateSearch: (search: Record<string, unknown>) => search,
  ...page(() => import('../../features/questionnaire/page/step.tsx'), ['questionnaire', 'errors', 'fields']),
});

const routeTree = rootRoute.addChildren([
  home,
  ...accountRoutes,
  shell.addChildren([
    dashboard,
    myAcp,
    editPlan,
    carePlan,
    ...settingsRoutes,
    providerCustomer,
    adminCustomer,
    needHelp,
    notifications,
    unknown,
  ]),
  question.addChildren([questionnaire, questionnaireStep]),
]);

/** The router over every page. Values in the address are plain text, never JSON. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Spinner,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: lazyRouteComponent(unknownPage, 'UnknownPage'),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
