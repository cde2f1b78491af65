import type { ProviderNode } from './tree-api.ts';

/** Action on a provider. */
export type ProviderAction =
  | 'add'
  | 'edit'
  | 'connection'
  | 'fee'
  | 'move'
  | 'archive'
  | 'restore'
  | 'delete';

export type RowActions = {
  onAction: (action: ProviderAction, provider: ProviderNode) => void;
  /** Returns the pages of its customers and staff, if the user has them. */
  pagesOf: (
    provider: ProviderNode,
  ) => { words: 'providers.action.customers' | 'providers.action.users'; href: string }[];
};
