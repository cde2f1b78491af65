import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isCardBrand } from '../../../../domain/billing/cards/card.ts';
import type { PaymentOutcome } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Services } from '../../../pipeline/context.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import { settleCard } from '../cards.ts';
import { customerOf } from '../customer.ts';
import { findPayer, paymentsOf, providerDown, refuseCovered, refusedAt, type Payer } from '../payer.ts';
import { providerId } from '../provider-id.ts';
import { declined, declineTexts, needsAction, paid, unknownOutcome, type PaymentResult } from '../results.ts';

/** Error handler for calls that charge nothing: without a response, nothing of importance has happened. */
const down = (error: unknown): never => {
  throw error instanceof PaymentProviderError && error.code === 'unavailable' ? providerDown() : error;
};

function savedResult(outcome: PaymentOutcome): PaymentResult {
  switch (outcome.kind) {
    case 'paid':
      return paid;
    case 'needs-action':
      return needsAction(outcome.clientSecret);
    case 'processing':
      return unknownOutcome;
    case 'declined':
      return declined(declineTexts[outcome.reason]);
    case 'not-tried':
      return declined('error.payment.cardSaveFailed');
  }
}

/**
 * Refuses a card that does not exist, that belongs to another customer, or of an unsupported brand (PAY-17). @throws AppError
 * `invalid` at the field
 */
export async function refuseUnfitCard(
  services: Services,
  field: string,
  { paymentMethodId, customerId }: { paymentMethodId: string; customerId: string | null },
): Promise<void> {
  const card = await paymentsOf(services).findCard(paymentMethodId, customerId).catch(down);
  if (card === null) throw refusedAt(field, 'error.payment.cardSaveFailed');
  if (!isCardBrand(card.brand)) throw refusedAt(field, 'error.payment.cardBrand');
}

async function addCard(services: Services, payer: Payer, cardId: string): Promise<PaymentResult> {
  await refuseUnfitCard(services, 'card_token', { paymentMethodId: cardId, customerId: payer.customerId });
  const customerId = await customerOf(services, payer).catch(down);
  const name = createHash('sha256').update(cardId).digest('hex').slice(0, 32);
  const outcome = await paymentsOf(services)
    .saveCard(customerId, cardId, `wattle-card-${payer.userId}-${name}`)
    .catch((error: unknown): PaymentOutcome => {
      // For example a card of another customer, which the person is not allowed to save.
      if (error instanceof PaymentProviderError && error.code === 'refused') return { kind: 'not-tried' };
      return down(error);
    });
  if (outcome.kind === 'paid') await settleCard(services, customerId).catch(down);
  return savedResult(outcome);
}

async function removeCard(services: Services, { customerId }: Payer): Promise<PaymentResult> {
  if (customerId === null) return paid;
  await paymentsOf(services).removeCards(customerId).catch(down);
  await settleCard(services, customerId).catch(down);
  return paid;
}

/**
 * Replaces the saved card, or removes it (API-21). The browser sends the card's number directly to the payment company.
 * @throws AppError `invalid` at the field; `rate-limited`; `unavailable`; `forbidden` when payment is off or a provider pays
 */
export const stripeAddCard = operation({
  name: 'stripeAddCard',
  kind: 'write',
  input: z.strictObject({
    card_token: z.optional(z.nullable(providerId)),
    remove: z.optional(z.nullable(z.boolean())),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'billing.pay', subject: ownAccount },
  limit: ({ subject, meta }) => [
    { counted: ['payment:account', subject.ownerId], counts: 'always' },
    { counted: ['payment:address', meta.address], counts: 'always' },
  ],
  prepare: {
    async run({ input, subject, services }) {
      const payer = await findPayer(services.db, subject.ownerId);
      paymentsOf(services);
      refuseCovered(payer);
      if (input.remove) return removeCard(services, payer);
      if (input.card_token == null) throw refusedAt('card_token', 'error.payment.cardNumber');
      return addCard(services, payer, input.card_token);
    },
  },
  async run({ input, prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status, removed: input.remove ?? false });
    return prepared;
  },
});

/** Returns whether the card is saved, after the bank's confirmation page. @throws AppError `not-found`; `unavailable` */
export const confirmCard = operation({
  name: 'confirmCard',
  kind: 'write',
  input: z.strictObject({
    client_secret: z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^\w+$/)),
  }),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: {
    async run({ input, subject, services }) {
      const payments = paymentsOf(services);
      const { customerId } = await findPayer(services.db, subject.ownerId);
      if (customerId === null) throw new AppError('not-found');
      const outcome = await payments.saveCardOutcome(input.client_secret, customerId).catch(down);
      if (outcome.kind === 'paid') await settleCard(services, customerId).catch(down);
      return savedResult(outcome);
    },
  },
  async run({ prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status });
    return prepared;
  },
});
