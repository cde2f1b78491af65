import type { Feature } from '../../pipeline/feature.ts';
import { registerDefinitions } from './rest.ts';

export const feature = {
  name: 'exchange',
  operations: [],
  publicRoutes: registerDefinitions,
} as const satisfies Feature;
