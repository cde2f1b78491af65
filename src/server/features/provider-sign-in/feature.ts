import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import * as connections from './connection/connection-operations.ts';
import * as removal from './connection/remove-operation.ts';
import './graphql.ts';
import { sendOrganisationAddress } from './jobs.ts';
import { registerOrganisationRoutes } from './rest.ts';
import * as signIns from './sign-in-operations.ts';

export const feature = {
  name: 'provider-sign-in',
  operations: [connections, removal, signIns],
  routes: registerOrganisationRoutes,
  handlers: { 'account.organisation-link-wanted': { mail: mail(sendOrganisationAddress) } },
} as const satisfies Feature;
