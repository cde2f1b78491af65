import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { readSubscriptionSearch } from '../../../../domain/fhir/records/document-search.ts';
import { searchset } from '../../../../domain/fhir/records/searchset.ts';
import {
  statusBundle,
  webhookSubscription,
  type Webhook,
} from '../../../../domain/fhir/records/subscription.ts';
import { readClinicalSubscription } from '../operations/subscription-operations.ts';
import { sendFhir, sendResource } from '../reply.ts';
import { selfOf, type Call } from './call.ts';

/** Sends the webhook of the calling system, if it has one. */
export async function sendSubscriptions(call: Call): Promise<FastifyReply> {
  const { services, context, reply, query } = call;
  readSubscriptionSearch(query);
  const webhook = await readClinicalSubscription.call(context, { as: 's' });
  const baseUrl = services.config.publicUrl;
  const resources = webhook ? [webhookSubscription(webhook, baseUrl)] : [];
  const at = services.clock().toISOString();
  const self = selfOf(call, 'Subscription', {});
  return sendFhir(reply, searchset({ baseUrl, at, self, total: resources.length, resources }));
}

async function readOwn({ context, id }: Call): Promise<Webhook> {
  const webhook = await readClinicalSubscription.call(context, { as: 'r' });
  if (webhook?.id !== id) throw new AppError('not-found');
  return webhook;
}

export async function sendSubscription(call: Call): Promise<FastifyReply> {
  const { services, request, reply } = call;
  return sendResource(request, reply, webhookSubscription(await readOwn(call), services.config.publicUrl));
}

/** Sends the state of the webhook. */
export async function sendSubscriptionStatus(call: Call): Promise<FastifyReply> {
  const { services, reply } = call;
  const webhook = await readOwn(call);
  return sendFhir(reply, statusBundle(webhook, services.config.publicUrl, services.clock().toISOString()));
}
