import type { Feature } from '../../pipeline/feature.ts';
import * as columns from './customer-columns.ts';
import './graphql.ts';
import * as medicare from './medicare/medicare.ts';
import * as operations from './operations.ts';
import * as updating from './update-profile.ts';

export const feature = {
  name: 'profile',
  operations: [operations, updating, medicare, columns],
} as const satisfies Feature;
