import { createHash } from 'node:crypto';
import { isCardBrand } from '../../../domain/billing/cards/card.ts';
import type { PaymentOutcome } from '../../../domain/billing/payment-company/provider-facts.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Services } from '../../pipeline/context.ts';
import { PaymentProviderError } from '../../ports/payments/port.ts';
import { settleCard } from './cards.ts';
import { paymentsOf, providerDown, refusedAt } from './payer.ts';
import { paid, resultOf, type PaymentResult } from './results.ts';

/** Throws `unavailable` if the payment company did not answer. Only for calls that charge nothing, so that a retry is safe. */
const down = (error: unknown): never => {
  throw error instanceof PaymentProviderError && error.code === 'unavailable' ? providerDown() : error;
};

const savedResult = (outcome: PaymentOutcome) => resultOf(outcome, 'error.payment.cardSaveFailed');

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

/** A person or provider whose card is saved. */
export type CardOwner = {
  /** Part of the idempotency keys. */
  name: string;
  customerId: string | null;
  /** Returns the id at the payment company, and creates the customer there if needed. */
  ensureCustomer: () => Promise<string>;
};

/** Replaces the saved card. @throws AppError `invalid` at the field `card_token`; `unavailable` */
export async function saveCard(services: Services, owner: CardOwner, cardId: string): Promise<PaymentResult> {
  const { customerId: known } = owner;
  await refuseUnfitCard(services, 'card_token', { paymentMethodId: cardId, customerId: known });
  const customerId = await owner.ensureCustomer().catch(down);
  const name = createHash('sha256').update(cardId).digest('hex').slice(0, 32);
  const outcome = await paymentsOf(services)
    .saveCard(customerId, cardId, `wattle-card-${owner.name}-${name}`)
    .catch((error: unknown): PaymentOutcome => {
      // For example a card of another customer, which the person is not allowed to save.
      if (error instanceof PaymentProviderError && error.code === 'refused') return { kind: 'not-tried' };
      return down(error);
    });
  if (outcome.kind === 'paid') await settleCard(services, customerId).catch(down);
  return savedResult(outcome);
}

/** Returns whether the card is saved, after the bank's confirmation page. @throws AppError `not-found`; `unavailable` */
export async function confirmSavedCard(
  services: Services,
  customerId: string | null,
  clientSecret: string,
): Promise<PaymentResult> {
  const payments = paymentsOf(services);
  if (customerId === null) throw new AppError('not-found');
  const outcome = await payments.saveCardOutcome(clientSecret, customerId).catch(down);
  if (outcome.kind === 'paid') await settleCard(services, customerId).catch(down);
  return savedResult(outcome);
}

/** Removes the saved card. @throws AppError `unavailable` */
export async function removeSavedCard(services: Services, customerId: string | null): Promise<PaymentResult> {
  if (customerId === null) return paid;
  await paymentsOf(services).removeCards(customerId).catch(down);
  await settleCard(services, customerId).catch(down);
  return paid;
}
