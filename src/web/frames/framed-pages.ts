import type { firstLoads } from '../app/router/first-loads.ts';

/**
 * Pages whose first frame the build renders to HTML, in both languages, as a visitor sees them without anything typed: the server
 * sends it with the page, so that it is painted before the script is loaded. It contains no personal data.
 */
export const framedPages = [
  '/',
  '/dashboard',
  '/login',
  '/signup',
  '/forgot-password',
] as const satisfies readonly (keyof typeof firstLoads)[];
