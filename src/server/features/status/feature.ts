import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as operations from './operations.ts';

export const feature = {
  name: 'status',
  operations: [operations],
} as const satisfies Feature;
