import { defineList } from '../list.ts';

/** Earlier signed states of a plan, newest first. */
export const planVersionList = defineList({
  name: 'plan-versions',
  filters: {},
  defaultSort: { by: 'plan_version', direction: 'desc' },
});
