import { providerTiers } from '../../providers/tiers.ts';
import { choice, defineList, text } from '../list.ts';

const types = ['internal_provider', 'external_provider'] as const;

/** Providers that the caller manages, by name. The search covers the names of providers and contact persons (PROV-06). */
export const providerList = defineList({
  name: 'providers',
  filters: {
    searchQuery: text,
    tier: choice(providerTiers),
    type: choice(types),
    status: choice(['archived']),
  },
  defaultSort: { by: 'name', direction: 'asc' },
});

/** The first level of the tree, or the matches of a search, in pages of ten (GAP-89). */
export const providerTreeList = defineList({
  name: 'provider-tree',
  filters: { search: text },
  defaultSort: { by: 'name', direction: 'asc' },
});
