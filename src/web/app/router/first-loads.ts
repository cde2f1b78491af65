import type { TextFile } from '../../../domain/i18n/texts.ts';

/** What the router asks for before it shows a page: modules, by their paths in src/web, and texts. */
export type FirstLoad = { modules: readonly string[]; texts: readonly TextFile[] };

const everywhere = ['common', 'layout', 'menu', 'system'] as const satisfies readonly TextFile[];

const account = (name: string, ...texts: TextFile[]): FirstLoad => ({
  modules: [`features/sign-in/${name}.tsx`],
  texts: [...everywhere, ...texts, 'errors', 'fields'],
});

const dashboard: FirstLoad = {
  modules: ['app/layout/layouts.tsx', 'features/dashboard/dashboard.tsx'],
  texts: [...everywhere, 'dashboard', 'errors'],
};

/**
 * The pages that a visitor opens first, from a search, a leaflet or a mail. The build turns this into names of files, and the server
 * puts those into the page, so that a slow telephone fetches all of them at once and not one after another.
 */
export const firstLoads = {
  '/': dashboard,
  '/dashboard': dashboard,
  '/login': account('login/login', 'signin', 'questionnaire-values', 'verify-email'),
  '/signup': account('sign-up/sign-up', 'signup'),
  '/forgot-password': account('password/forgot-password', 'recovery'),
  '/reset-password': account('password/reset-password', 'recovery', 'signup'),
  '/verify-email': account('verify-email/verify-email', 'verify-email', 'signup', 'signin', 'success'),
  '/legacyuser': account('login/legacyuser', 'recovery'),
} satisfies Record<string, FirstLoad>;
