import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as operations from './operations.ts';
import { registerSessionRoutes } from './rest.ts';

export const feature = {
  name: 'sessions',
  operations: [operations],
  routes: registerSessionRoutes,
} as const satisfies Feature;
