/** Maximum number of levels of a tree of providers (GAP-94). */
export const deepestLevel = 7;

/** Names of providers by their position, from the top (PROV-03 to PROV-05). */
export const providerTiers = ['root', 'provider', 'single'] as const;
export type ProviderTier = (typeof providerTiers)[number];

/**
 * Returns the tier of a provider: without a parent it is a root provider, under the root a provider, below that a single
 * provider. Derived from the parent, never stored.
 */
export function tierOf({
  parentId,
  rootId,
}: {
  parentId: string | null;
  rootId: string | null;
}): ProviderTier {
  if (parentId === null) return 'root';
  return parentId === rootId ? 'provider' : 'single';
}
