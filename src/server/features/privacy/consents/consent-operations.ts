import * as z from 'zod/mini';
import { consentDocuments } from '../../../../domain/accounts/consents/consents.ts';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { consentVersions, keepConsentTexts } from '../../../pipeline/consents/consent-versions.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { getUser } from '../../profile/api.ts';
import { endAllSessions } from '../../sessions/api.ts';
import { consentColumns } from './consents.ts';

const document = z.enum(consentDocuments);

/**
 * Records a person's agreement to a text, with its version and the time (GAP-71).
 * @throws AppError `conflict` if the text that was read is not the current one
 */
export const agreeToConsent = operation({
  name: 'agreeToConsent',
  kind: 'write',
  input: z.strictObject({ document, version: z.string().check(z.maxLength(20)) }),
  access: { action: 'account.consent', subject: ownAccount },
  async run({ input, subject, tx, services, now, auditDetails }) {
    if (input.version !== consentVersions(services.config)[input.document]) throw new AppError('conflict');
    const { version, at } = consentColumns[input.document];
    await tx
      .updateTable('users')
      .set({ [version]: input.version, [at]: now, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    await keepConsentTexts(tx, services.config, [input.document], now);
    auditDetails({ document: input.document, version: input.version });
    return getUser(tx, subject.ownerId);
  },
});

/**
 * Records that a person does not agree to a text, or withdraws the agreement (CONSENT-03), and signs them out everywhere, because
 * staying signed in requires both agreements (GAP-71). Nothing is deleted.
 */
export const declineConsent = operation({
  name: 'declineConsent',
  kind: 'write',
  input: z.strictObject({ document }),
  access: { action: 'account.consent', subject: ownAccount },
  async run({ input, subject, tx, now, auditDetails }) {
    const { version, at } = consentColumns[input.document];
    await tx
      .updateTable('users')
      .set({ [version]: null, [at]: null, updated_at: now })
      .where('id', '=', subject.ownerId)
      .execute();
    await endAllSessions(tx, subject.ownerId);
    auditDetails({ document: input.document });
    return true;
  },
});
