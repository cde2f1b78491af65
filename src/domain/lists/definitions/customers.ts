import { defineList } from '../list.ts';
import { customerColumns, type CustomerFilters, type CustomerSort } from './customers/customer-columns.ts';
import { exportColumns } from './customers/export-columns.ts';

/** An invitation lapses soon if this many days of it are left, or fewer. */
export const lapsesWithinDays = 7;
/** Number of days for which a customer counts as recent. */
export const recentDays = 7;

const defaultSort = { by: 'created_at', direction: 'desc' } as const;

/**
 * Customers of a provider and its descendants, or of all providers (CTABLE-10 to CTABLE-16), as their columns define the list.
 * Archived ones are only shown by their own status.
 */
export const customerList = defineList<CustomerFilters, CustomerSort, (typeof exportColumns)[number]>({
  name: 'customers',
  filters: Object.fromEntries(
    customerColumns.flatMap((column) => ('filter' in column ? [[column.filter.name, column.filter]] : [])),
  ) as CustomerFilters,
  // The default order comes first in the menu.
  sorts: customerColumns
    .flatMap((column): CustomerSort[] => ('sort' in column ? [column.sort] : []))
    .toSorted((one, other) => Number(other === defaultSort.by) - Number(one === defaultSort.by)),
  defaultSort,
  csv: exportColumns,
  hasXlsx: true,
});
