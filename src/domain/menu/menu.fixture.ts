import type { MenuViewer } from './viewer.ts';

/** A customer with a signed and paid plan. */
export const customer: MenuViewer = {
  role: 'user',
  planComplete: true,
  external: false,
  provider_id: null,
  subscription_id: 'subscription',
  loginProvider: 'password',
  externalProviderSync: false,
  flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
  singleProvider: false,
  superAdmin: false,
};

/** Flags of a provider admin with all rights. */
export const every = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };

/** A provider admin whose provider has others below it. */
export const providerAdmin: MenuViewer = {
  ...customer,
  role: 'provideradmin',
  provider_id: 'provider',
  flags: every,
};
