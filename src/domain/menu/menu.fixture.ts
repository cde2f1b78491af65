import type { MenuViewer } from './viewer.ts';

/** A customer with a signed plan that is paid for. */
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

/** What a provider admin may do who may do everything. */
export const every = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };

/** A person who runs a provider with others below it. */
export const providerAdmin: MenuViewer = {
  ...customer,
  role: 'provideradmin',
  provider_id: 'provider',
  flags: every,
};
