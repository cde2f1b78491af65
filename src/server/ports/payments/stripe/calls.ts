import Stripe from 'stripe';
import type { PaymentOutcome } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { assertOutsideTransaction } from '../../../db/outside-transaction.ts';
import { PaymentProviderError } from '../port.ts';
import { declineReason } from './facts.ts';

/** Converts an error of the SDK to ours. Stripe's message may contain personal data, so only its code is passed on. */
export function providerError(error: unknown): PaymentProviderError {
  if (error instanceof PaymentProviderError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new PaymentProviderError('unavailable', 'The payment company was not reached.', { cause: error });
  const what = error.code ?? error.type;
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409)
    return new PaymentProviderError('key-reused', `The idempotency key was used with other data (${what}).`);
  const status = error.statusCode ?? 0;
  const isUnknown =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    status === 409 ||
    status >= 500;
  return isUnknown
    ? new PaymentProviderError('unavailable', `The payment company gave no answer (${what}).`)
    : new PaymentProviderError('refused', `The payment company refused a call (${what}).`);
}

/** Makes calls of the SDK, outside of transactions. @throws PaymentProviderError, and nothing else */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  assertOutsideTransaction('A call of the payment company');
  try {
    return await call();
  } catch (error) {
    throw providerError(error);
  }
}

/** Returns the result of a call; null if the object does not exist at Stripe. */
export async function orNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Returns the outcome for a refused card; null for every other error. */
export function refusalIn(error: unknown): PaymentOutcome | null {
  if (!(error instanceof Stripe.errors.StripeCardError)) return null;
  return { kind: 'declined', reason: declineReason(error) };
}

/** Whether the call came too late, because the payment or setup was already completed or cancelled. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === 'payment_intent_unexpected_state' || error.code === 'setup_intent_unexpected_state');

/** Returns the state of a payment or of saving a card. */
export function outcomeOf(
  intent: Pick<Stripe.PaymentIntent, 'status' | 'client_secret'> & {
    error: { code?: string; decline_code?: string } | null;
  },
): PaymentOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid' };
    case 'requires_action':
      return { kind: 'needs-action', clientSecret: intent.client_secret ?? '' };
    case 'processing':
    case 'requires_capture':
      return { kind: 'processing' };
    default:
      return intent.error ? { kind: 'declined', reason: declineReason(intent.error) } : { kind: 'not-tried' };
  }
}
