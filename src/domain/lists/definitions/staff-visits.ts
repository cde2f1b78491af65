import { defineList } from '../list.ts';

/** Staff visits in a customer's account, newest first. */
export const staffVisitList = defineList({
  name: 'staff-visits',
  filters: {},
  defaultSort: { by: 'started_at', direction: 'desc' },
});
