import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  pageRules,
  pages,
  type BuiltIn,
  type BuiltPath,
  type LeadingPath,
} from '../../../domain/menu/pages.ts';
import { FailedPage } from '../gates/failed-page.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { layouts, rootRoute, shell } from './frame-routes.tsx';
import { guardOf, requirePerson } from './guards.ts';
import { leadingOptions, pageOptions } from './page.ts';

const unknownPage = () => import('../gates/unknown-page.tsx');

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
  beforeLoad: guardOf(pages['/questionnaire'].for),
  component: lazyRouteComponent(layouts, 'QuestionLayout'),
});

const frameless = <Path extends BuiltPath>(path: Path) =>
  createRoute({ getParentRoute: () => rootRoute, path, ...pageOptions(path) });
const withMenu = <Path extends BuiltPath>(path: Path) =>
  createRoute({ getParentRoute: () => shell, path, ...pageOptions(path) });
const withBar = <Path extends BuiltPath>(path: Path) =>
  createRoute({ getParentRoute: () => question, path, ...pageOptions(path) });
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
// The loop follows the same table as the types.
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
