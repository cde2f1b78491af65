/** Types of providers (GAP-93): their staff sign in here, or through the external system. */
export const providerTypes = ['internal_provider', 'external_provider'] as const;

export type ProviderType = (typeof providerTypes)[number];

export const isProviderType = (value: string): value is ProviderType =>
  providerTypes.some((known) => known === value);
