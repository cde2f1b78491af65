import * as z from 'zod/mini';
import { helpForm, type HelpMessage } from '../../../domain/inputs/help.ts';
import { findAnswer, idempotencyKey, repeatableOf } from '../../pipeline/idempotency.ts';
import { parseInput } from '../../pipeline/input.ts';
import { operation } from '../../pipeline/operation.ts';
import { prepared, readSent } from '../../pipeline/prepared.ts';
import { admit } from '../../pipeline/limit.ts';
import { insertHelpMessage } from './store.ts';

const input = z.strictObject({
  message: z.custom<HelpMessage>(),
  language: z.enum(['en', 'zh']),
  idempotency_key: idempotencyKey,
});

const keepMessage = operation({
  name: 'writeToHelp',
  kind: 'write',
  input,
  access: { action: 'help.write', subject: () => null },
  async run({ input, actor, tx, services, now, emit, note }) {
    const userId = actor.kind === 'person' && actor.actingStaffId === null ? actor.userId : null;
    const kept = { message: input.message, language: input.language, userId, now };
    const { id, ticket } = await insertHelpMessage(tx, services, kept);
    emit('help.written', { message_id: id });
    note({ ticket, topic: input.message.topic });
    return { ticket };
  },
});

/**
 * Takes a message to the help desk from anybody (GAP-22): it is kept sealed and mailed, and the writer gets its number by mail.
 * Counted by the address for answers and by network, so that nobody can have others flooded with copies; a message that was sent
 * again with its key is answered as before and not counted.
 * @throws AppError `invalid` at the fields, `rate-limited`, `idempotency-mismatch`
 */
export const writeToHelp = prepared(keepMessage, async (context, raw, perform) => {
  const { services, meta } = context;
  const { language, idempotency_key, ...fields } = raw as Record<string, unknown>;
  const message = readSent(helpForm, fields, ['name', 'email', 'topic', 'message']);
  const read = parseInput(input, { message, language, idempotency_key });
  const repeatable = repeatableOf(context, keepMessage.name, read);
  const before = repeatable && (await findAnswer(services, repeatable));
  if (before) return before.answer as { ticket: number };
  await admit(services, [
    ['help:account', message.email],
    ['help:address', meta.address],
  ]);
  return perform(read);
});
