import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import { announceEntry, sendLeft } from './jobs.ts';
import * as operations from './operations.ts';
import { registerCustomerRoutes } from './rest.ts';
import './together/graphql.ts';
import * as together from './together/operations.ts';

export const feature = {
  name: 'impersonation',
  operations: [operations, together],
  routes: registerCustomerRoutes,
  handlers: {
    'customer.entered': { owner: notice(announceEntry) },
    'customer.left': { mail: mail(sendLeft) },
  },
} as const satisfies Feature;
