import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './frame-routes.tsx';
import { requireVisitor } from './guards.ts';
import { page, pageSearch } from './page.ts';

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: pageSearch,
  beforeLoad: requireVisitor,
  ...page(() => import('../../features/sign-in/login/login.tsx'), ['signin', 'errors', 'fields']),
});

const signup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: pageSearch,
  ...page(() => import('../../features/sign-in/sign-up/sign-up.tsx'), ['signup', 'errors', 'fields']),
});

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: pageSearch,
  ...page(
    () => import('../../features/sign-in/password/forgot-password.tsx'),
    ['recovery', 'errors', 'fields'],
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: pageSearch,
  ...page(
    () => import('../../features/sign-in/password/reset-password.tsx'),
    ['recovery', 'signup', 'errors', 'fields'],
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: pageSearch,
  ...page(
    () => import('../../features/sign-in/verify-email/verify-email.tsx'),
    ['verify-email', 'errors', 'fields'],
  ),
});

const legacyuser = createRoute({
  getParentRoute: () => rootRoute,
  path: '/legacyuser',
  validateSearch: pageSearch,
  ...page(() => import('../../features/sign-in/login/legacyuser.tsx'), ['recovery', 'errors', 'fields']),
});

/** The pages before signing in. */
export const accountRoutes = [login, signup, forgotPassword, resetPassword, verifyEmail, legacyuser] as const;
