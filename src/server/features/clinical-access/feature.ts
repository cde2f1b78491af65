import type { Feature } from '../../pipeline/feature.ts';
import * as clients from './clients/client-operations.ts';
import './graphql.ts';
import { tidyClinicalAccess } from './nightly.ts';
import * as tokens from './token/token-operation.ts';
import { registerTokenRoutes } from './token/token-route.ts';

export const feature = {
  name: 'clinical-access',
  operations: [clients, tokens],
  publicRoutes: registerTokenRoutes,
  nightly: [
    {
      name: 'clinical-access',
      failed: 'Expired tokens of clinical systems could not be deleted, which is tried again',
      run: tidyClinicalAccess,
    },
  ],
} as const satisfies Feature;
