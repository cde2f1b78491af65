import * as z from 'zod/mini';
import { formInput } from '../../../domain/inputs/form.ts';
import { helpForm } from '../../../domain/inputs/help.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { insertHelpMessage } from './store.ts';

/**
 * Accepts a message to the help desk from every caller (GAP-22): it is stored sealed and mailed, and the writer gets its number
 * by mail. Counted by reply address and by network, so that no mailbox can be flooded with copies; a message that was sent again
 * with its key gets the earlier answer and is not counted.
 * @throws AppError `invalid` at the fields, `rate-limited`, `idempotency-mismatch`
 */
export const writeToHelp = operation({
  name: 'writeToHelp',
  kind: 'write',
  input: formInput(helpForm, { language: z.enum(['en', 'zh']), idempotency_key: idempotencyKey }),
  access: { action: 'help.write', subject: nothing },
  limit: ({ input, meta }) => [
    { counted: ['help:account', input.email], counts: 'always' },
    { counted: ['help:address', meta.address], counts: 'always' },
  ],
  async run({ input, actor, tx, services, now, emit, auditDetails }) {
    const { language, idempotency_key: _, ...message } = input;
    const userId = actor.kind === 'person' && actor.actingStaffId === null ? actor.userId : null;
    const { id, ticket } = await insertHelpMessage(tx, services, { message, language, userId, now });
    emit('help.written', { message_id: id });
    auditDetails({ ticket, topic: message.topic });
    return { ticket };
  },
});
