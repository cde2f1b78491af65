import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as operations from './operations.ts';
import { registerEarlierFileRoutes } from './rest.ts';

export const feature = {
  name: 'earlier-files',
  operations: [operations],
  routes: registerEarlierFileRoutes,
} as const satisfies Feature;
