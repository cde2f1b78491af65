import * as z from 'zod/mini';
import { nextTry } from '../../../../domain/integrations/sending.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { CareFailure } from '../../../ports/residential-care/port.ts';
import { openConnection } from '../connection/connected.ts';
import { recordAttempt } from './record-attempt.ts';
import { attemptSending, careFailure } from './send-plan.ts';

const id = z.string().check(z.uuid());
const failures = z.int().check(z.gte(0), z.lte(1_000));

/**
 * Sends the plan of a link after it was signed or changed. After a failure of the system it is tried again later, some times; then
 * the nightly work sends it. Returns false while another sender is at work.
 */
export const sendLinkedPlan = operation({
  name: 'sendLinkedPlan',
  kind: 'write',
  input: z.strictObject({ link_id: id, failures }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: { run: ({ input, services }) => attemptSending(services, input.link_id) },
  async run(work) {
    const { input, prepared: attempt, now, emit, auditDetails } = work;
    auditDetails({ link_id: input.link_id, did: attempt.did });
    if (attempt.did === 'busy') return false;
    if (attempt.did !== 'call') return true;
    await recordAttempt(work, attempt);
    if (attempt.failure !== null && attempt.failure !== 'refused') {
      const at = nextTry(input.failures + 1, now);
      const again = { link_id: input.link_id, failures: input.failures + 1 };
      if (at) emit('care-plan.due', { ...again, not_before: at.toISOString() });
    }
    return true;
  },
});

/** How often the withdrawal of a deleted customer's document is tried, and the days between the later tries. */
const withdrawalTries = 30;
const day = 24 * 60 * 60_000;

/** Marks the document of a customer whose account was deleted as withdrawn. Tried for some weeks while the system is unavailable. */
export const withdrawLeftPlan = operation({
  name: 'withdrawLeftPlan',
  kind: 'write',
  input: z.strictObject({
    ...{ integration_id: id, document_id: id, failures },
    resident_id: z.string().check(z.maxLength(100)),
  }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: {
    async run({ input, services }): Promise<CareFailure | 'disconnected' | null> {
      const connection = await openConnection(services, input.integration_id);
      if (!connection) return 'disconnected';
      const { resident_id, document_id } = input;
      return services.residentialCare
        .withdrawPlan(connection, resident_id, document_id)
        .then(() => null, careFailure);
    },
  },
  async run({ input: left, prepared: failure, now, emit, auditDetails }) {
    auditDetails({ integration_id: left.integration_id, document_id: left.document_id, failure });
    if (failure === null || failure === 'disconnected' || failure === 'refused') return;
    const count = left.failures + 1;
    const at = nextTry(count, now) ?? (count < withdrawalTries ? new Date(now.getTime() + day) : null);
    if (at) emit('care-plan.left', { ...left, failures: count, not_before: at.toISOString() });
  },
});
