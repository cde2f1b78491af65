import type { Feature } from '../../pipeline/feature.ts';
import './company/graphql.ts';
import * as company from './company/operations.ts';
import './completions/graphql.ts';
import * as completions from './completions/operations.ts';
import { registerReportRoutes } from './rest.ts';

export const feature = {
  name: 'reports',
  operations: [company, completions],
  routes(app) {
    registerReportRoutes(app);
  },
} as const satisfies Feature;
