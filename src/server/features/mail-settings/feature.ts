import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import { sendTest } from './jobs.ts';
import * as operations from './operations.ts';
import { registerMailSettingsRoutes } from './rest.ts';

export const feature = {
  name: 'mail-settings',
  operations: [operations],
  routes: registerMailSettingsRoutes,
  handlers: { 'mail.test-wanted': { mail: mail(sendTest) } },
} as const satisfies Feature;
