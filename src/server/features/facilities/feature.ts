import type { Feature } from '../../pipeline/feature.ts';
import * as attaching from './attach-operations.ts';
import './graphql.ts';
import * as operations from './operations.ts';

export const feature = {
  name: 'facilities',
  operations: [operations, attaching],
} as const satisfies Feature;
