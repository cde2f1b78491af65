import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as operations from './operations.ts';
import { registerPictureRoutes } from './rest.ts';

export const feature = {
  name: 'pictures',
  operations: [operations],
  routes: registerPictureRoutes,
} as const satisfies Feature;
