import type { CustomerListFilters } from './customer-views.ts';

/** Figures of a staff dashboard that open the list of customers, each with the filters of exactly the customers it counts (S-73). */
export const overviewFigures = {
  customers: { view: null, status: null },
  completed: { view: 'complete', status: null },
  draft: { view: null, status: 'draft' },
  none: { view: null, status: 'none' },
  invited: { view: null, status: 'invited' },
  lapsing: { view: null, status: 'lapsing' },
  recent: { view: null, status: 'recent' },
  trials: { view: null, status: 'trial' },
} as const satisfies Record<string, CustomerListFilters>;

export type OverviewFigure = keyof typeof overviewFigures;
