import { customerPages } from './customer-pages.ts';
import type { Frame, PageRule } from './page.ts';
import { questionTexts } from './plan-texts.ts';
import { platformPages } from './platform-pages.ts';
import { providerPages } from './provider-pages.ts';

/** Pages before signing in, and pages of every role. */
const sharedPages = {
  '/': {
    for: 'all',
    frame: 'none',
    leadsTo: '/dashboard',
  },
  '/login': {
    for: 'visitors',
    frame: 'none',
    texts: ['signin', 'questionnaire-values', 'errors'],
  },
  '/signup': {
    for: 'visitors',
    frame: 'none',
    texts: ['signup', 'verify-email', 'errors', 'fields'],
  },
  '/forgot-password': {
    for: 'all',
    frame: 'none',
    texts: ['recovery', 'errors', 'fields'],
  },
  '/reset-password': {
    for: 'all',
    frame: 'none',
    texts: ['recovery', 'signup', 'signin', 'errors', 'fields'],
  },
  '/verify-email': {
    for: 'all',
    frame: 'none',
    texts: ['verify-email', 'signup', 'signin', 'success', 'errors', 'fields'],
  },
  '/invite': {
    for: 'all',
    frame: 'none',
    texts: ['invite', 'users', 'signup', 'errors', 'fields'],
  },
  '/login/organisation': {
    for: 'visitors',
    frame: 'none',
    texts: ['organisation-sign-in', 'errors', 'fields'],
  },
  '/join-organisation': {
    for: 'all',
    frame: 'none',
    texts: ['organisation-sign-in', 'signin', 'errors'],
  },
  '/legacyuser': {
    for: 'all',
    frame: 'none',
    texts: ['recovery', 'errors', 'fields'],
  },
  '/shl': {
    for: 'all',
    frame: 'none',
    texts: ['health-link-page', 'fhir', 'errors'],
  },
  '/dashboard': {
    for: 'all-but-due',
    texts: ['dashboard', 'errors'],
    menu: [
      { of: ['user'], id: 'dashboard', label: 'menu.user.dashboard' },
      { of: ['provideradmin'], id: 'dashboard', label: 'menu.provider.dashboard' },
      { of: ['providerview'], id: 'dashboard', label: 'menu.providerview.dashboard' },
      { of: ['admin', 'tlcadmin', 'sysadmin'], id: 'dashboard', label: 'menu.admin.dashboard' },
    ],
  },
  '/need-help': {
    for: 'all',
    texts: ['help', 'success', 'errors', 'fields'],
  },
  '/questions': {
    for: 'all',
    texts: ['questions-preview', ...questionTexts, 'errors'],
  },
  '/user/location': {
    for: 'all',
    texts: ['where', 'guest', 'states', 'errors'],
  },
  '/user/upload': {
    for: 'visitors',
    texts: ['guest', 'where', 'files', 'file-errors', 'signup', 'verify-email', 'errors', 'fields'],
  },
  '/notifications': {
    for: 'signed-in',
    texts: ['notifications', 'errors', 'success'],
  },
} as const satisfies Readonly<Record<`/${string}`, PageRule>>;

/**
 * Every page, by its path: routes, guards and menus are derived from this table only. Its order is the order of the menus. Hiding
 * an entry protects nothing: the server checks access again (GAP-100).
 */
export const pages = { ...sharedPages, ...customerPages, ...providerPages, ...platformPages } as const;

type Pages = typeof pages;

/** Path of a page or an entry of a menu. */
export type PagePath = keyof Pages;

/** Paths that have a page of their own. */
export type BuiltPath = {
  [Path in PagePath]: Pages[Path] extends { texts: readonly unknown[] } ? Path : never;
}[PagePath];

/** Built pages inside a frame. */
export type BuiltIn<In extends Frame> = {
  [Path in BuiltPath]: Pages[Path] extends { frame: infer Named extends Frame }
    ? Named extends In
      ? Path
      : never
    : 'menu' extends In
      ? Path
      : never;
}[BuiltPath];

/** Paths that only redirect to another page. */
export type LeadingPath = {
  [Path in PagePath]: Pages[Path] extends { leadsTo: string } ? Path : never;
}[PagePath];

/** Rule of each page, in the order of the table. */
export const pageRules = Object.entries(pages) as readonly (readonly [PagePath, PageRule])[];
