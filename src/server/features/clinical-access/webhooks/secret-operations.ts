import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { findClient } from '../clients/client-store.ts';
import { changeLimit, providerOfClient } from '../clients/subject.ts';
import { secretOf } from './post-notice.ts';
import type { NewWebhook } from './webhook-operations.ts';
import { replaceSecret } from './webhook-store.ts';

/**
 * Makes a new secret for the notices to a clinical system. The previous secret also signs for seven days, so that the
 * software refuses nothing before it has the new one. `seen` is the id of the secret that the caller saw: of two calls with the same one, only the first
 * makes a secret.
 * @throws AppError `not-found` without an address, and when the system was revoked; `conflict` when a secret was made meanwhile;
 * `rate-limited`
 */
export const replaceClinicalSecret = operation({
  name: 'replaceClinicalSecret',
  kind: 'write',
  input: z.strictObject({ client_id: z.uuid(), seen: z.uuid() }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ client_id }, loading) => providerOfClient(client_id, loading),
  },
  limit: changeLimit,
  async run({ input, subject, actor, tx, services, now, emit, auditDetails }): Promise<NewWebhook> {
    const { client_id, seen } = input;
    const { providerId } = subject;
    const before = await findClient(tx, providerId, client_id, now);
    if (!before?.webhook) throw new AppError('not-found');
    const secretBy = callerId(actor);
    const webhookId = before.webhook.id;
    const secretId = await replaceSecret(tx, { webhookId, seen, secretBy, now });
    if (secretId === null)
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'clinical.secret.conflict' }],
      });
    emit('clinical.changed', { provider_id: providerId, staff_id: secretBy, change: 'secretReplaced' });
    auditDetails({ provider: providerId, client_id, webhook_id: webhookId });
    const client = await findClient(tx, providerId, client_id, now);
    if (!client) throw new AppError('not-found');
    return { client, secret: secretOf(services, secretId) };
  },
});
