import * as z from 'zod/mini';
import type { Actor, Subject } from '../../../domain/access/access.ts';
import { consentDocuments, consentVersion } from '../../../domain/accounts/consents.ts';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import { consentColumns } from './consents.ts';
import { getUser } from '../profile/operations.ts';
import { endAllSessions } from '../sessions/sessions.ts';

const document = z.enum(consentDocuments);

const own = (actor: Actor): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null);

/**
 * Keeps that a person agreed to a text, with its version and the time (GAP-71).
 * @throws AppError `conflict` when the text that was read is not the one that holds now
 */
export const agreeToConsent = operation({
  name: 'agreeToConsent',
  kind: 'write',
  input: z.strictObject({ document, version: z.string().check(z.maxLength(20)) }),
  access: { action: 'account.consent', subject: (_, { actor }) => own(actor) },
  async run({ input, subject, tx, now, note }) {
    if (!subject) throw new AppError('unauthenticated');
    if (input.version !== consentVersion.version) throw new AppError('conflict');
    const { version, at } = consentColumns[input.document];
    await tx
      .updateTable('users')
      .set({ [version]: input.version, [at]: now, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    note({ document: input.document, version: input.version });
    return getUser(tx, subject.ownerId);
  },
});

/**
 * Keeps that a person does not agree to a text, or not any more (CONSENT-03), and signs them out everywhere: without
 * both agreements nobody is in (GAP-71). Nothing is deleted.
 */
export const declineConsent = operation({
  name: 'declineConsent',
  kind: 'write',
  input: z.strictObject({ document }),
  access: { action: 'account.consent', subject: (_, { actor }) => own(actor) },
  async run({ input, subject, tx, now, note }) {
    if (!subject) throw new AppError('unauthenticated');
    const { version, at } = consentColumns[input.document];
    await tx
      .updateTable('users')
      .set({ [version]: null, [at]: null, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    await endAllSessions(tx, subject.ownerId);
    note({ document: input.document });
    return true;
  },
});
