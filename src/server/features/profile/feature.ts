import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as medicare from './medicare/medicare.ts';
import * as operations from './operations.ts';
import * as updating from './update-profile.ts';

export const feature = {
  name: 'profile',
  operations: [operations, updating, medicare],
} as const satisfies Feature;
