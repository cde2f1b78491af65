import { createRoute, redirect } from '@tanstack/react-router';
import { shell } from './frame-routes.tsx';
import { requireCustomer, requirePlatformStaff, requireProviderStaff } from './guards.ts';
import { page } from './page.ts';

const generalPage = page(() => import('../../features/profile/general.tsx'), ['settings', 'errors']);

const passwordPage = page(
  () => import('../../features/sign-in/password/change-password.tsx'),
  ['settings', 'signup', 'errors', 'fields'],
);

const secondStepPage = page(
  () => import('../../features/second-step/second-step.tsx'),
  ['settings', 'settings-second-step', 'errors', 'fields'],
);

const notificationSettingsPage = page(
  () => import('../../features/notifications/notification-settings.tsx'),
  ['settings', 'errors'],
);

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  beforeLoad: async (place) => {
    await requireCustomer(place);
    throw redirect({ href: '/settings/profile', replace: true });
  },
});

const settingsProfile = createRoute({
  getParentRoute: () => shell,
  path: '/settings/profile',
  beforeLoad: requireCustomer,
  ...page(() => import('../../features/profile/profile.tsx'), ['settings', 'signup', 'errors', 'fields']),
});

const settingsPassword = createRoute({
  getParentRoute: () => shell,
  path: '/settings/password',
  beforeLoad: requireCustomer,
  ...passwordPage,
});

const settingsPrivacy = createRoute({
  getParentRoute: () => shell,
  path: '/settings/privacy',
  beforeLoad: requireCustomer,
  ...page(() => import('../../features/privacy/privacy.tsx'), ['settings', 'settings-privacy', 'errors']),
});

const settingsSecondStep = createRoute({
  getParentRoute: () => shell,
  path: '/settings/mfa',
  beforeLoad: requireCustomer,
  ...secondStepPage,
});

const settingsGeneral = createRoute({
  getParentRoute: () => shell,
  path: '/settings/general',
  beforeLoad: requireCustomer,
  ...generalPage,
});

const providerSettings = createRoute({
  getParentRoute: () => shell,
  path: '/provider/settings',
  beforeLoad: requireProviderStaff,
  ...page(
    () => import('../../features/providers/provider-base.tsx'),
    ['settings', 'settings-provider', 'errors', 'fields'],
  ),
});

const providerSettingsNotification = createRoute({
  getParentRoute: () => shell,
  path: '/provider/settings/notification',
  beforeLoad: requireProviderStaff,
  ...notificationSettingsPage,
});

const providerSettingsPassword = createRoute({
  getParentRoute: () => shell,
  path: '/provider/settings/password',
  beforeLoad: requireProviderStaff,
  ...passwordPage,
});

const providerSettingsSecondStep = createRoute({
  getParentRoute: () => shell,
  path: '/provider/settings/mfa',
  beforeLoad: requireProviderStaff,
  ...secondStepPage,
});

const providerSettingsGeneral = createRoute({
  getParentRoute: () => shell,
  path: '/provider/settings/general',
  beforeLoad: requireProviderStaff,
  ...generalPage,
});

const adminSettings = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings',
  beforeLoad: async (place) => {
    await requirePlatformStaff(place);
    throw redirect({ href: '/admin/settings/email', replace: true });
  },
});

const adminSettingsEmail = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/email',
  beforeLoad: requirePlatformStaff,
  ...page(
    () => import('../../features/mail-settings/mail-settings.tsx'),
    ['settings', 'settings-admin', 'errors', 'fields'],
  ),
});

const adminSettingsPassword = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/password',
  beforeLoad: requirePlatformStaff,
  ...passwordPage,
});

const adminSettingsNotification = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/notification',
  beforeLoad: requirePlatformStaff,
  ...notificationSettingsPage,
});

const adminSettingsSecondStep = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/mfa',
  beforeLoad: requirePlatformStaff,
  ...secondStepPage,
});

const adminSettingsGeneral = createRoute({
  getParentRoute: () => shell,
  path: '/admin/settings/general',
  beforeLoad: requirePlatformStaff,
  ...generalPage,
});

/** The settings of every role (SET-01, SET-02, SET-03). */
export const settingsRoutes = [
  settings,
  settingsProfile,
  settingsPassword,
  settingsPrivacy,
  settingsSecondStep,
  settingsGeneral,
  providerSettings,
  providerSettingsNotification,
  providerSettingsPassword,
  providerSettingsSecondStep,
  providerSettingsGeneral,
  adminSettings,
  adminSettingsEmail,
  adminSettingsPassword,
  adminSettingsNotification,
  adminSettingsSecondStep,
  adminSettingsGeneral,
] as const;
