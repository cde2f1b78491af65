import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { NoticeFailure } from '../../../../domain/clinical/notices.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { noticeBundle, type Webhook } from '../../../../domain/fhir/records/subscription.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { clinicalWebhookForm } from '../../../../domain/inputs/integrations/clinical-webhook.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { isPublicHttps } from '../../../ports/public-name.ts';
import { findClient, type ShownClient } from '../clients/client-store.ts';
import { changeLimit, providerOfClient } from '../clients/subject.ts';
import { postNotice, secretOf } from './post-notice.ts';
import type { Secrets } from './secrets.ts';
import { findWebhook, recordDelivery, removeWebhook, setWebhook } from './webhook-store.ts';

/** A clinical system after its webhook was set. The secret is returned only in this answer. */
export type NewWebhook = { client: ShownClient; secret: string };

/** Outcome of a test: null if the receiver accepted it. */
export type WebhookTest = { failure: NoticeFailure | null };

const clientId = z.uuid();

/** On this machine, for development and tests. The port refuses such addresses in production too. */
const isLocal = (address: string) => /^http:\/\/(localhost|127\.0\.0\.1)[:/]/u.test(`${address}/`);

/**
 * Sets the address to which changes of plans are announced to a clinical system, in place of an earlier one. Each address has a
 * new secret.
 * @throws AppError `invalid` at `address`; `not-found` when the system was revoked; `rate-limited`
 */
export const setClinicalWebhook = operation({
  name: 'setClinicalWebhook',
  kind: 'write',
  input: formInput(clinicalWebhookForm, { client_id: clientId }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ client_id }, loading) => providerOfClient(client_id, loading),
  },
  limit: changeLimit,
  async run({ input, subject, actor, tx, services, now, emit, auditDetails }): Promise<NewWebhook> {
    const { client_id, address } = input;
    const { providerId } = subject;
    const isAllowed = isPublicHttps(address) || (services.config.environment !== 'prod' && isLocal(address));
    if (!isAllowed) refuseInvalid([{ field: 'address', message: 'clinical.webhook.address.wrong' }]);
    if (!(await findClient(tx, providerId, client_id, now))) throw new AppError('not-found');
    const setBy = callerId(actor);
    const id = await setWebhook(tx, { clientId: client_id, address, setBy, now });
    emit('clinical.changed', { provider_id: providerId, staff_id: setBy, change: 'webhookSet' });
    auditDetails({ provider: providerId, client_id, webhook_id: id });
    const client = await findClient(tx, providerId, client_id, now);
    if (!client) throw new AppError('not-found');
    return { client, secret: secretOf(services, id) };
  },
});

/** Removes the address for notices: nothing more is sent there. Removing it again changes nothing. */
export const removeClinicalWebhook = operation({
  name: 'removeClinicalWebhook',
  kind: 'write',
  input: z.strictObject({ client_id: clientId }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ client_id }, loading) => providerOfClient(client_id, loading),
  },
  async run({ input: { client_id }, subject, actor, tx, emit, auditDetails }) {
    const { providerId } = subject;
    const isChanged = await removeWebhook(tx, client_id);
    if (isChanged)
      emit('clinical.changed', {
        ...{ provider_id: providerId, staff_id: callerId(actor), change: 'webhookRemoved' },
      });
    auditDetails({ provider: providerId, client_id, changed: isChanged });
    return client_id;
  },
});

async function sendTest(
  services: Services,
  webhook: Webhook & Secrets,
  now: Date,
): Promise<NoticeFailure | null> {
  const notice = noticeBundle(webhook, services.config.publicUrl, { at: now.toISOString() });
  const noticeId = `test-${randomUUID()}`;
  const { address } = webhook;
  return postNotice(services, { address, noticeId, body: JSON.stringify(notice), signedBy: webhook });
}

/**
 * Sends a test notice without any id of a person. If the receiver accepts it, a webhook that was stopped works again.
 * @throws AppError `not-found` without an address; `rate-limited`
 */
export const testClinicalWebhook = operation({
  name: 'testClinicalWebhook',
  kind: 'write',
  input: z.strictObject({ client_id: clientId }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ client_id }, loading) => providerOfClient(client_id, loading),
  },
  limit: changeLimit,
  prepare: {
    async run({ input: { client_id }, subject, services, now }) {
      const isOpen = (await findClient(services.db, subject.providerId, client_id, now)) !== null;
      const webhook = isOpen ? await findWebhook(services.db, client_id) : null;
      if (!webhook) throw new AppError('not-found');
      return { id: webhook.id, failure: await sendTest(services, webhook, now) };
    },
  },
  async run({ input: { client_id }, subject, prepared, tx, now, auditDetails }): Promise<WebhookTest> {
    const { id, failure } = prepared;
    if (failure === null) await recordDelivery(tx, id, now);
    auditDetails({ provider: subject.providerId, client_id, webhook_id: id, failure });
    return { failure };
  },
});
