import { sendNotice } from '../../jobs/security-notice.ts';
import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import * as accepting from './accepting/operations.ts';
import { registerStaffInvitationRoutes } from './accepting/rest.ts';
import * as adding from './inviting/add-operation.ts';
import * as changes from './change-operations.ts';
import './graphql.ts';
import * as invitations from './inviting/invitation-operations.ts';
import { announceJoined, sendStaffInvitation, sendStaffRemoved, sendStaffStatus } from './jobs.ts';
import * as lists from './listing/list-operations.ts';
import { registerStaffListRoutes } from './rest.ts';
import * as security from './secure-operations.ts';
import * as status from './status-operations.ts';

export const feature = {
  name: 'staff',
  operations: [accepting, adding, changes, invitations, lists, security, status],
  routes(app, services) {
    registerStaffInvitationRoutes(app, services);
    registerStaffListRoutes(app);
  },
  handlers: {
    'staff.invited': { mail: mail(sendStaffInvitation) },
    'staff.joined': { staff: notice(announceJoined) },
    'staff.signed-out': { mail: mail(sendNotice('signedOut')) },
    'staff.suspended': { mail: mail(sendStaffStatus('suspended')) },
    'staff.reactivated': { mail: mail(sendStaffStatus('reactivated')) },
    'staff.removed': { mail: mail(sendStaffRemoved) },
  },
} as const satisfies Feature;
