import * as z from 'zod/mini';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { planOf } from '../../../pipeline/subjects.ts';
import { findActiveOf } from '../store.ts';

/**
 * Mails the owner a link to the page of their plan, which requires a sign-in: no mail contains the plan's content, so the PDF is
 * not attached. Returns false, and sends nothing, while no plan is signed.
 * @throws AppError `rate-limited`
 */
export const mailMyPlan = operation({
  name: 'mailMyPlan',
  kind: 'write',
  input: z.strictObject({ user_id: z.string().check(z.uuid()), idempotency_key: idempotencyKey }),
  access: { action: 'plan.mail', subject: (input) => planOf(input.user_id) },
  limit: async ({ subject }) => [{ counted: ['plan-link:account', subject.ownerId], counts: 'always' }],
  async run({ subject, tx, services, emit }) {
    const acp = await findActiveOf(tx, services, subject.ownerId);
    if (acp?.status !== 'complete') return false;
    emit('acp.link-wanted', { user_id: subject.ownerId });
    return true;
  },
});
