import type { ProviderNode } from './tree-api.ts';

/** What can be done with a provider. */
export type ProviderAction = 'add' | 'edit' | 'fee' | 'move' | 'archive' | 'restore' | 'delete';

export type RowActions = {
  onAction: (action: ProviderAction, provider: ProviderNode) => void;
  /** The pages of its customers and staff, where the person has them. */
  pagesOf: (
    provider: ProviderNode,
  ) => { words: 'providers.action.customers' | 'providers.action.users'; href: string }[];
};
