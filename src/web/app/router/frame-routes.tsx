import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Announcer } from '../../ui/messages/announcer.tsx';
import { SnackbarRegion } from '../../ui/messages/snackbar-region.tsx';
import { ConsentGate } from '../gates/consent-gate.tsx';
import { isVisitorsPage, startSession } from '../session.tsx';
import { SessionGate } from '../gates/session-gate.tsx';
import { loadTexts, useText } from '../texts.tsx';

function Root() {
  const t = useText();
  return (
    <>
      <a className="skip" href="#main">
        {t('common.skipToMain')}
      </a>
      <SessionGate>
        <ConsentGate>
          <Outlet />
        </ConsentGate>
        <SnackbarRegion />
      </SessionGate>
      <Announcer />
    </>
  );
}

let started: Promise<void> | undefined;

/**
 * Loads what every page needs. The texts come first, because they report a server that does not respond. A visitor's page waits
 * for no response.
 */
async function start(): Promise<void> {
  const session = isVisitorsPage() ? Promise.resolve() : startSession();
  session.catch(() => undefined);
  await loadTexts(['common', 'layout', 'menu', 'system']);
  await session;
}

/** Frame around every page. */
export const rootRoute = createRootRoute({
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

export const layouts = () => import('../layout/layouts.tsx');

/** Frame around the pages with bar and menu. */
export const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(layouts, 'ShellLayout'),
});
