import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  pageRules,
  pages,
  type BuiltIn,
  type BuiltPath,
  type LeadingPath,
} from '../../../domain/menu/pages.ts';
import { FailedFrame, FailedMain, FailedPage } from '../gates/failed-page.tsx';
import { PendingFrame, PendingMain, PendingPage } from '../gates/pending-page.tsx';
import { layouts, rootRoute, shell } from './frame-routes.tsx';
import { guardOf, requirePerson } from './guards.ts';
import { leadingOptions, pageOptions } from './page.ts';
import { leaveSnackbars } from '../../ui/messages/snackbars.ts';

const unknownPage = () => import('../gates/unknown-page.tsx');

/**
 * Placeholders for a page that is not loaded yet or failed to load, each with the parts of the frame that are not shown already.
 */
const inShell = { pendingComponent: PendingPage, errorComponent: FailedPage };
const belowBar = { pendingComponent: PendingMain, errorComponent: FailedMain };

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
  ...inShell,
});

const question = createRoute({
  getParentRoute: () => rootRoute,
  id: 'question',
  beforeLoad: guardOf(pages['/questionnaire'].for),
  component: lazyRouteComponent(layouts, 'QuestionLayout'),
});

const frameless = <Path extends BuiltPath>(path: Path) =>
  createRoute({ getParentRoute: () => rootRoute, path, ...pageOptions(path) });
const withMenu = <Path extends BuiltPath>(path: Path) =>
  createRoute({ getParentRoute: () => shell, path, ...pageOptions(path), ...inShell });
const withBar = <Path extends BuiltPath>(path: Path) =>
  createRoute({ getParentRoute: () => question, path, ...pageOptions(path), ...belowBar });
const leading = <Path extends LeadingPath>(path: Path) =>
  createRoute({ getParentRoute: () => rootRoute, path, ...leadingOptions(path) });

type Routes = {
  none: { [Path in BuiltIn<'none'>]: ReturnType<typeof frameless<Path>> };
  menu: { [Path in BuiltIn<'menu'>]: ReturnType<typeof withMenu<Path>> };
  bar: { [Path in BuiltIn<'bar'>]: ReturnType<typeof withBar<Path>> };
  leading: { [Path in LeadingPath]: ReturnType<typeof leading<Path>> };
};

const makers = { none: frameless, menu: withMenu, bar: withBar };
const made: Record<keyof Routes, Record<string, object>> = { none: {}, menu: {}, bar: {}, leading: {} };
for (const [path, { frame = 'menu', texts, leadsTo }] of pageRules) {
  if (texts) made[frame][path] = makers[frame](path as BuiltPath);
  else if (leadsTo !== undefined) made.leading[path] = leading(path as LeadingPath);
}
// The loop uses the same table as the types.
const routes = made as unknown as Routes;

const routeTree = rootRoute.addChildren({
  ...routes.none,
  ...routes.leading,
  shell: shell.addChildren({ ...routes.menu, unknown }),
  question: question.addChildren(routes.bar),
});

/** The router over every page. Values in the address are plain text, never JSON. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PendingFrame,
  defaultErrorComponent: FailedFrame,
  defaultNotFoundComponent: lazyRouteComponent(unknownPage, 'UnknownPage'),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
});

// The messages of a page are removed with it: a message about a failed try must not be shown below the result of the next.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) leaveSnackbars();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
