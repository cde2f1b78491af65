import type { Feature } from '../../pipeline/feature.ts';
import * as allConnections from './connection/all-connections.ts';
import * as connection from './connection/connection-operations.ts';
import * as cleanup from './links/cleanup-operations.ts';
import * as inviting from './links/invite-operation.ts';
import * as links from './links/link-operations.ts';
import * as ofCustomer from './links/of-customer.ts';
import { removeLeftResidents } from './nightly.ts';
import * as lists from './residents/list-operations.ts';
import * as loading from './residents/load-operation.ts';
import { registerIntegrationRoutes } from './rest.ts';

export const feature = {
  name: 'integrations',
  operations: [connection, allConnections, loading, lists, links, inviting, cleanup, ofCustomer],
  routes: registerIntegrationRoutes,
  nightly: [
    {
      name: 'integrations',
      failed: 'Residents who left could not be removed, which is tried again',
      run: removeLeftResidents,
    },
  ],
} as const satisfies Feature;
