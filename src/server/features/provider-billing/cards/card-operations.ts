import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import type { SavedCard } from '../../../../domain/billing/cards/card.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import {
  clientSecret,
  confirmSavedCard,
  noteCardTry,
  paymentsOf,
  providerId,
  removeSavedCard,
  saveCard,
  type PaymentResult,
} from '../../billing/api.ts';
import { providerCustomer } from '../company/provider-customer.ts';
import { findPayingProvider } from '../operations/subject.ts';
import { findPayingThere, findProviderCard, findUnpaid, type UnpaidInvoice } from './card-store.ts';

const provider = { provider_id: z.string().check(z.uuid()) };

/** How a provider pays at the payment company. */
export type ProviderPaying = {
  id: string;
  /** Whether the invoices of its payment plan are charged to its card. */
  charged: boolean;
  card: SavedCard | null;
  may_pay: boolean;
  /** Whether payment is off (PAY-18). */
  disabled: boolean;
  publishable_key: string | null;
  stand_in: boolean;
  provider_down: boolean;
  unpaid: UnpaidInvoice[];
};

/** Loads the card of a provider, its unpaid invoices, and whether the caller may change and use the card (D-48). */
export const getProviderPaying = operation({
  name: 'getProviderPaying',
  kind: 'read',
  input: z.strictObject(provider),
  access: {
    action: 'provider.readBilling',
    subject: ({ provider_id }, loading) => findPayingProvider(provider_id, loading),
  },
  async run({ subject, actor, tx, services }): Promise<ProviderPaying> {
    const { payments, config } = services;
    const { providerId: id } = subject;
    const disabled = config.payments.disabled || payments === null;
    return {
      id,
      charged: (await findPayingThere(tx, id)).isBilledThere,
      card: await findProviderCard(tx, id),
      may_pay: can(actor, 'provider.pay', subject) === 'allow',
      disabled,
      publishable_key: disabled ? null : payments.publishableKey,
      stand_in: payments?.isStandIn ?? false,
      provider_down: payments?.isDown() ?? false,
      unpaid: await findUnpaid(tx, id),
    };
  },
});

/** The limit of customers, counted for the provider: without it, stolen card numbers would be tested here. */
export const cardTries = ({
  subject,
  meta,
}: {
  subject: { providerId: string };
  meta: { address: string };
}) => [
  { counted: ['payment:account', subject.providerId] as const, counts: 'always' as const },
  { counted: ['payment:address', meta.address] as const, counts: 'always' as const },
];

/** Saves a card of a provider whose plan is billed at the payment company. @throws AppError `conflict` for another plan */
async function save(services: Services, id: string, userId: string, cardId: string): Promise<PaymentResult> {
  const payments = paymentsOf(services);
  const { customerId, isBilledThere } = await findPayingThere(services.db, id);
  if (!isBilledThere) throw new AppError('conflict');
  await noteCardTry(services.db, { providerId: id, paymentMethodId: cardId, userId, now: services.clock() });
  const ensureCustomer = () => providerCustomer(services, payments, id, customerId);
  return saveCard(services, { name: `provider-${id}`, customerId, ensureCustomer }, cardId);
}

/**
 * Saves the card that is charged for the invoices of a provider, and replaces the previous one. The browser sends the card's
 * number directly to the payment company. @throws AppError `invalid` at the field; `rate-limited`; `unavailable`; `conflict` if the
 * plan is not billed at the payment company; `forbidden` when payment is off
 */
export const saveProviderCard = operation({
  name: 'saveProviderCard',
  kind: 'write',
  input: z.strictObject({ ...provider, card_token: providerId, idempotency_key: idempotencyKey }),
  access: {
    action: 'provider.pay',
    subject: ({ provider_id }, loading) => findPayingProvider(provider_id, loading),
  },
  limit: cardTries,
  prepare: {
    run: ({ input, subject, actor, services }) =>
      save(services, subject.providerId, callerId(actor), input.card_token),
  },
  async run({ subject, prepared, auditDetails }) {
    auditDetails({ provider_id: subject.providerId, outcome: prepared.status });
    return prepared;
  },
});

/** Returns whether the card is saved, after the bank's confirmation page. @throws AppError `not-found`; `unavailable` */
export const confirmProviderCard = operation({
  name: 'confirmProviderCard',
  kind: 'write',
  input: z.strictObject({ ...provider, client_secret: clientSecret }),
  access: {
    action: 'provider.pay',
    subject: ({ provider_id }, loading) => findPayingProvider(provider_id, loading),
  },
  prepare: {
    async run({ input, subject, services }) {
      const { customerId } = await findPayingThere(services.db, subject.providerId);
      return confirmSavedCard(services, customerId, input.client_secret);
    },
  },
  async run({ subject, prepared, auditDetails }) {
    auditDetails({ provider_id: subject.providerId, outcome: prepared.status });
    return prepared;
  },
});

/** Removes the card of a provider: its next invoices are sent with a due date. @throws AppError `rate-limited`; `unavailable` */
export const removeProviderCard = operation({
  name: 'removeProviderCard',
  kind: 'write',
  input: z.strictObject(provider),
  access: {
    action: 'provider.pay',
    subject: ({ provider_id }, loading) => findPayingProvider(provider_id, loading),
  },
  limit: cardTries,
  prepare: {
    async run({ subject, services }) {
      const { customerId } = await findPayingThere(services.db, subject.providerId);
      return removeSavedCard(services, customerId);
    },
  },
  async run({ subject, prepared, auditDetails }) {
    auditDetails({ provider_id: subject.providerId, outcome: prepared.status, removed: true });
    return prepared;
  },
});
