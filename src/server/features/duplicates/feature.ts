import type { Feature } from '../../pipeline/feature.ts';
import * as earlierPlans from './earlier-plan-operations.ts';
import './graphql.ts';
import * as keeping from './keep-operations.ts';
import * as operations from './operations.ts';
import { repairPairs } from './repair/repair-pairs.ts';
import { registerDuplicateRoutes } from './rest.ts';

export const feature = {
  name: 'duplicates',
  operations: [operations, keeping, earlierPlans],
  routes: registerDuplicateRoutes,
  nightly: [
    {
      name: 'duplicate-records',
      failed: 'Records that may be of one person could not be compared, which is tried again',
      run: repairPairs,
    },
  ],
} as const satisfies Feature;
