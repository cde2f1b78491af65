import type { TextFile } from '../../../domain/i18n/texts.ts';
import { pages, type BuiltPath } from '../../../domain/menu/pages.ts';

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

const dashboard = first('/dashboard', 'app/layout/layouts.tsx', 'features/dashboard/dashboard.tsx');

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
    ...first('/provider/customers', 'app/layout/layouts.tsx', 'features/customers/table/customers-page.tsx'),
    isTitledEarly: true,
  },
  '/user/location': first('/user/location', 'app/layout/layouts.tsx', 'features/location/location.tsx'),
  '/user/upload': first(
    '/user/upload',
    'app/layout/layouts.tsx',
    'features/sign-in/guest-upload/guest-upload.tsx',
  ),
} satisfies Record<string, FirstLoad>;
