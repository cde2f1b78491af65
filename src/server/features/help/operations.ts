import * as z from 'zod/mini';
import { helpForm, type HelpMessage } from '../../../domain/inputs/help.ts';
import { operation } from '../../operation.ts';
import { prepared, readSent } from '../accounts/prepared.ts';
import { admit } from '../accounts/throttle.ts';
import { insertHelpMessage } from './store.ts';

const keepMessage = operation({
  name: 'writeToHelp',
  kind: 'write',
  input: z.strictObject({ message: z.custom<HelpMessage>(), language: z.enum(['en', 'zh']) }),
  access: { action: 'help.write', subject: () => null },
  async run({ input, actor, tx, services, now, emit, note }) {
    const userId = actor.kind === 'person' && actor.actingStaffId === null ? actor.userId : null;
    const kept = { ...input, userId, now };
    const { id, ticket } = await insertHelpMessage(tx, services, kept);
    emit('help.written', { message_id: id });
    note({ ticket, topic: input.message.topic });
    return { ticket };
  },
});

/**
 * Takes a message to the help desk from anybody (GAP-22): it is kept sealed and mailed, and the writer gets its number by mail.
 * Counted by the address for answers and by network, so that nobody can have others flooded with copies.
 * @throws AppError `invalid` at the fields, `rate-limited`
 */
export const writeToHelp = prepared(keepMessage, async ({ services, meta }, raw, perform) => {
  const { language, ...fields } = raw as Record<string, unknown>;
  const message = readSent(helpForm, fields, ['name', 'email', 'topic', 'message']);
  await admit(services, [
    ['help:account', message.email],
    ['help:address', meta.address],
  ]);
  return perform({ message, language });
});
