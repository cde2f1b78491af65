import type { Events } from '../../../../domain/events.ts';
import type { Handler } from '../../../jobs/task.ts';
import { announce } from '../../notifications/api.ts';

/** Notifies the customer once of a conversation that staff recorded, unless it was taken back. */
export const announceConversation: Handler<Events['customer.conversation']> = async (
  { user_id: userId, staff_id, conversation_id },
  { services: { db }, jobId, at },
) => {
  const found = await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', conversation_id)
    .executeTakeFirst();
  if (!found) return;
  const metadata = { actor_id: staff_id };
  await announce(db, { eventId: jobId, template: 'CONVERSATION_RECORDED', metadata, userId, at }, [userId]);
};
