import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { TextFile } from '../../domain/i18n/texts.ts';
import { Announcer } from '../ui/announcer.tsx';
import { SnackbarRegion } from '../ui/snackbar-region.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { FailedPage } from './failed-page.tsx';
import { requireCustomer, requirePerson, requireVisitor } from './guards.ts';
import { startSession } from './session.tsx';
import { SessionLostDialog } from './session-lost-dialog.tsx';
import { loadTexts, useText } from './texts.tsx';

type PageModule = { Page: React.ComponentType; texts?: readonly TextFile[] };

/**
 * A page in its own chunk. `files` are the texts it is known to need, loaded beside the chunk;
 * a page may export `texts` for more.
 */
function page(load: () => Promise<PageModule>, files: readonly TextFile[]) {
  return {
    component: lazyRouteComponent(load, 'Page'),
    loader: async () => {
      const [module] = await Promise.all([load(), loadTexts(files)]);
      if (module.texts) await loadTexts(module.texts);
    },
  };
}

function Root() {
  const t = useText();
  return (
    <>
      <a className="skip" href="#main">
        {t('common.skipToMain')}
      </a>
      <Outlet />
      <SnackbarRegion />
      <Announcer />
      <SessionLostDialog />
    </>
  );
}

const layouts = () => import('./layout/layouts.tsx');
const unknownPage = () => import('./unknown-page.tsx');

let started: Promise<void> | undefined;

/** What every page needs. The texts come first: they say it when the server does not answer. */
async function start(): Promise<void> {
  const session = startSession();
  session.catch(() => undefined);
  await loadTexts(['common', 'layout', 'menu', 'system']);
  await session;
}

const rootRoute = createRootRoute({
  component: Root,
  beforeLoad: async () => {
    started ??= start();
    try {
      await started;
    } catch (error) {
      started = undefined;
      throw error;
    }
  },
});

/** Words in the address that a page reads; whatever else stands there is left alone. */
type PageSearch = { returnPath?: string; reason?: string; token?: string; email?: string };

const pageSearch = (search: Record<string, unknown>): PageSearch & Record<string, unknown> => search;

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: pageSearch,
  beforeLoad: requireVisitor,
  ...page(() => import('../features/accounts/login.tsx'), ['signin', 'errors', 'fields']),
});

const signup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: pageSearch,
  ...page(() => import('../features/accounts/signup.tsx'), ['signup', 'errors', 'fields']),
});

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: pageSearch,
  ...page(() => import('../features/accounts/forgot-password.tsx'), ['recovery', 'errors', 'fields']),
});

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: pageSearch,
  ...page(
    () => import('../features/accounts/reset-password.tsx'),
    ['recovery', 'signup', 'errors', 'fields'],
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: pageSearch,
  ...page(() => import('../features/accounts/verify-email.tsx'), ['verify-email', 'errors', 'fields']),
});

const legacyuser = createRoute({
  getParentRoute: () => rootRoute,
  path: '/legacyuser',
  validateSearch: pageSearch,
  ...page(() => import('../features/accounts/legacyuser.tsx'), ['recovery', 'errors', 'fields']),
});

const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(layouts, 'ShellLayout'),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  ...page(() => import('../features/dashboard/dashboard.tsx'), ['dashboard', 'errors']),
});

const myAcp = createRoute({
  getParentRoute: () => shell,
  path: '/my-acp',
  beforeLoad: requireCustomer,
  ...page(() => import('../features/plan/my-acp.tsx'), ['plan', 'card', 'errors']),
});

const carePlan = createRoute({
  getParentRoute: () => shell,
  path: '/care-plan',
  beforeLoad: requireCustomer,
  ...page(() => import('../features/plan/care-plan.tsx'), ['plan', 'errors']),
});

const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad: async (place) => {
    const { needsPerson } = await unknownPage();
    if (needsPerson(place.location.pathname)) await requirePerson(place);
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
  ...page(() => import('../features/questionnaire/questionnaire.tsx'), ['questionnaire', 'errors']),
});

const questionnaireStep = createRoute({
  getParentRoute: () => question,
  path: '/questionnaire/$step',
  validateSearch: (search: Record<string, unknown>) => search,
  ...page(() => import('../features/questionnaire/step.tsx'), ['questionnaire', 'errors', 'fields']),
});

const routeTree = rootRoute.addChildren([
  home,
  login,
  signup,
  forgotPassword,
  resetPassword,
  verifyEmail,
  legacyuser,
  shell.addChildren([dashboard, myAcp, carePlan, unknown]),
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
