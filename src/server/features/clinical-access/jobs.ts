import type { NotificationTemplate } from '../../../domain/activities.ts';
import type { PlanChange } from '../../../domain/clinical/notices.ts';
import type { ClinicalChange, Events } from '../../../domain/events.ts';
import type { Handler } from '../../jobs/task.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import { announce, findIntegrationManagers } from '../notifications/api.ts';
import { queueBranchNotices, queueMoveNotices } from './notices/move-operations.ts';
import { queueClinicalNotices, sendClinicalNotice } from './notices/notice-operations.ts';

/** Creates a handler that announces a change of a plan to the clinical systems of the person's providers. */
export const announceChange =
  (change: PlanChange): Handler<{ user_id: string }> =>
  async ({ user_id }, { services, jobId }) => {
    await queueClinicalNotices.call(ownContext(services), { event_id: jobId, user_id, change });
    services.eventsWaiting();
  };

/** Announces a file to the clinical systems of the person's providers if it is a paper, such as a directive. */
export const announcePaper: Handler<{ user_id: string; paper?: true }> = async (payload, context) => {
  if (payload.paper) await announceChange('papers')(payload, context);
};

/** Announces to clinical systems that a person was moved to another house. */
export const announceMove: Handler<Events['customer.rehoused']> = async (
  { user_id, from },
  { services, jobId },
) => {
  await queueMoveNotices.call(ownContext(services), { event_id: jobId, user_id, from: [...from] });
  services.eventsWaiting();
};

/** Announces to clinical systems that a house was moved with its residents. */
export const announceBranch: Handler<Events['provider.moved']> = async (
  { provider_id, from, after },
  { services, jobId },
) => {
  await queueBranchNotices.call(ownContext(services), {
    ...{ event_id: jobId, provider_id, from: [...from], after: after ?? null },
  });
  services.eventsWaiting();
};

/** Sends a notice. */
export const sendNotice: Handler<Events['clinical-notice.due']> = async ({ notice_id }, { services }) => {
  await sendClinicalNotice.call(ownContext(services), { notice_id });
  services.eventsWaiting();
};

const templates = {
  systemAdded: 'CLINICAL_SYSTEM_ADDED',
  systemRemoved: 'CLINICAL_SYSTEM_REMOVED',
  keyAdded: 'CLINICAL_KEY_ADDED',
  keyRemoved: 'CLINICAL_KEY_REMOVED',
  webhookSet: 'CLINICAL_WEBHOOK_SET',
  secretReplaced: 'CLINICAL_SECRET_REPLACED',
  webhookRemoved: 'CLINICAL_WEBHOOK_REMOVED',
  webhookStopped: 'CLINICAL_WEBHOOK_STOPPED',
} as const satisfies Record<ClinicalChange, NotificationTemplate>;

/** Notifies the other managers of a provider's integrations that its clinical systems changed. */
export const announceToManagers: Handler<Events['clinical.changed']> = async (
  { provider_id, staff_id, change },
  { services: { db }, jobId, at },
) => {
  const managers = await findIntegrationManagers(db, provider_id);
  const receivers = managers.filter((id) => id !== staff_id);
  const metadata = { provider_id, ...(staff_id !== undefined && { actor_id: staff_id }) };
  for (const receiver of receivers)
    await announce(
      db,
      // About whom it is: the staff member who did it. Without one, each receiver's own.
      { eventId: jobId, template: templates[change], metadata, userId: staff_id ?? receiver, at },
      [receiver],
    );
};
