import * as z from 'zod/mini';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { activePlan, encodedSignature, refuseUnlessSeen, savedInput, saveAnswers } from '../operations.ts';

/**
 * Changes a signed plan, by all rules of `updateAnswers` with the type `revision` (API-62): the state before is kept as an earlier
 * version. An earlier version itself never changes, because it is what was signed (docs/decisions/0100).
 * @throws AppError as `updateAnswers`; `invalid` at `type` for a draft
 */
export const updateRevision = operation({
  name: 'updateRevision',
  kind: 'write',
  input: z.strictObject(savedInput),
  access: { action: 'plan.sign', subject: activePlan },
  prepare: encodedSignature,
  run: (work) => saveAnswers({ ...work, input: { ...work.input, status: 'complete', type: 'revision' } }),
});

/**
 * Changes only the status of a plan (API-62, GAP-123). A draft becomes complete by the rules of a signature: with every answer
 * and a stored signature of the person. A signed plan never becomes a draft, because no call removes a signature. The same status
 * changes nothing.
 * @throws AppError `invalid` at `status`, or at the missing answers; `locked`; `conflict` when the plan has another version
 */
export const updateACPStatus = operation({
  name: 'updateACPStatus',
  kind: 'write',
  input: z.strictObject({
    id: savedInput.id,
    status: z.enum(['draft', 'complete']),
    version: savedInput.version,
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'plan.sign', subject: activePlan },
  async run(work) {
    const { input, subject: acp, auditDetails } = work;
    refuseUnlessSeen(acp, input.version);
    if (acp.status === input.status) {
      auditDetails({ status: acp.status, changed: false });
      return { returning: [acp] };
    }
    if (input.status === 'draft') refuseInvalid([{ field: 'status', message: 'error.plan.staysSigned' }]);
    return saveAnswers({ ...work, input: { ...input, answers: {} }, prepared: undefined });
  },
});
