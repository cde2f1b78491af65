import { choice, days, defineList, text } from './list.ts';

/** A list with every feature of lists. */
export const residents = defineList({
  name: 'residents',
  filters: { search: text, plan: choice(['complete', 'draft']), invited: days },
  sorts: ['created_at', 'name'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  csv: ['name', 'plan', 'created_at'],
});
