import { notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { announceToStaff } from '../notifications/api.ts';
import * as guestUploads from './with-file/guest-upload.ts';
import * as operations from './operations.ts';
import { registerSignUpRoutes } from './rest.ts';

export const feature = {
  name: 'sign-up',
  operations: [operations, guestUploads],
  routes: registerSignUpRoutes,
  handlers: { 'account.signed-up': { staff: notice(announceToStaff('ACP_SIGNUP')) } },
} as const satisfies Feature;
