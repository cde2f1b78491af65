import type { Feature } from '../../pipeline/feature.ts';
import * as earlierPlans from './earlier-plan-operations.ts';
import './graphql.ts';
import * as keeping from './keep-operations.ts';
import * as operations from './operations.ts';
import { registerDuplicateRoutes } from './rest.ts';

export const feature = {
  name: 'duplicates',
  operations: [operations, keeping, earlierPlans],
  routes: registerDuplicateRoutes,
} as const satisfies Feature;
