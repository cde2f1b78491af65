import type { customerStatuses } from './customer-columns.ts';

/** The filters of the customer table that views and figures set. */
export type CustomerListFilters = {
  view: 'complete' | null;
  status: (typeof customerStatuses)[number] | null;
};

/** Views of the customer table in their order, each with the filters that it sets (N-03). */
export const customerViews = {
  all: { view: null, status: null },
  complete: { view: 'complete', status: null },
  none: { view: null, status: 'none' },
  again: { view: null, status: 'again' },
  invited: { view: null, status: 'invited' },
  month: { view: null, status: 'month' },
  removing: { view: null, status: 'removing' },
  archived: { view: null, status: 'archived' },
  archivedHouse: { view: null, status: 'archivedHouse' },
} as const satisfies Record<string, CustomerListFilters>;

export type CustomerView = keyof typeof customerViews;

export const customerViewNames = Object.keys(customerViews) as CustomerView[];

/** Returns the view that shows exactly these filters; null for other filters. */
export const viewOf = ({ view, status }: CustomerListFilters): CustomerView | null =>
  customerViewNames.find(
    (name) => customerViews[name].view === view && customerViews[name].status === status,
  ) ?? null;
