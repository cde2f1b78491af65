import type { Handler } from '../../jobs/task.ts';
import { announce, findStaffFor, type Announcement } from './store.ts';

/** Creates a handler that notifies the staff of a customer's provider and of its ancestors, and the administrators. */
export const announceToStaff =
  (
    template:
      | 'ACP_COMPLETED'
      | 'ACP_UPDATED'
      | 'ACP_SIGNUP'
      | 'FILE_UPLOADED'
      | 'FILE_DELETED'
      | 'FILE_SET_ASIDE'
      | 'FILE_USED_AGAIN',
  ): Handler<{ user_id: string; plan_version?: number; staff_id?: string; inside?: true }> =>
  async ({ user_id: userId, plan_version, staff_id, inside }, { services, jobId, at }) => {
    const metadata: Announcement['metadata'] = {
      ...(plan_version !== undefined && { plan_version }),
      ...(staff_id !== undefined && { actor_id: staff_id }),
      ...(inside && { inside }),
    };
    const receivers = await findStaffFor(services.db, userId);
    await announce(services.db, { eventId: jobId, template, metadata, userId, at }, receivers);
  };
