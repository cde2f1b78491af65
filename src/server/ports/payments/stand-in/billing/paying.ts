import type Stripe from 'stripe';
import { ApiError, type CardError } from '../http/api-error.ts';
import { chargeShape } from '../shapes/payment.ts';
import { idOf } from '../store/kinds.ts';
import { newId, type Work } from '../store/work.ts';
import { invoiceOfPayment, markPaid } from './invoicing.ts';
import { behaviourOf, failedAuthentication, needsAuthentication } from './test-cards.ts';

/** Whether the person is at the page, so that the bank can ask for confirmation. */
export type Presence = 'on-session' | 'off-session';

/** Result of an attempt to pay: the current payment, and the error if the card was refused. */
export type Tried = { intent: Stripe.PaymentIntent; error: CardError | null };

const openStatuses = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

/**
 * Tries to pay with a card.
 * @throws ApiError 400 for a completed or cancelled payment, and for a card of another person
 */
export async function confirmPayment(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  presence: Presence,
): Promise<Tried> {
  if (!openStatuses.has(intent.status))
    throw new ApiError(
      400,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state' },
    );
  const owner = idOf(method.customer);
  if (owner !== null && owner !== idOf(intent.customer))
    throw ApiError.wrong('payment_method', 'The payment method belongs to another customer.');
  const behaviour = behaviourOf(method.card?.fingerprint);
  const tried: Stripe.PaymentIntent = { ...intent, payment_method: method.id };
  if (behaviour.kind === 'refused' || behaviour.kind === 'fails-on-charge')
    return fail(work, tried, method, behaviour.error);
  if (behaviour.kind === 'asks') {
    const isSetUp = method.metadata?.['authenticated'] === 'yes' && !behaviour.always;
    if (presence === 'off-session' && !isSetUp) return fail(work, tried, method, needsAuthentication);
    if (presence === 'on-session' && !isSetUp) return ask(work, tried);
  }
  return succeed(work, tried, method);
}

/** Applies the person's decision on the bank's page. */
export async function decide(work: Work, intent: Stripe.PaymentIntent, approved: boolean): Promise<Tried> {
  if (intent.status !== 'requires_action')
    throw new ApiError(400, `This PaymentIntent has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
    });
  const method = await work.get('payment_method', intent.payment_method);
  if (!approved) return fail(work, intent, method, failedAuthentication);
  const known = work.put({ ...method, metadata: { ...method.metadata, authenticated: 'yes' } });
  return succeed(work, intent, known);
}

async function ask(work: Work, intent: Stripe.PaymentIntent): Promise<Tried> {
  const asking = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  });
  work.emitEvent('payment_intent.requires_action', asking);
  const invoice = await invoiceOfPayment(work, intent.id);
  if (invoice) work.emitEvent('invoice.payment_action_required', invoice);
  return { intent: asking, error: null };
}

async function succeed(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<Tried> {
  const charge = work.put(chargeShape({ id: newId('ch'), at: work.at, intent, method, failure: null }));
  const paid = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  if (idOf(method.customer) === null && intent.setup_future_usage)
    work.put({ ...method, customer: idOf(intent.customer) });
  work.emitEvent('charge.succeeded', charge);
  work.emitEvent('payment_intent.succeeded', paid);
  const invoice = await invoiceOfPayment(work, intent.id);
  if (invoice) await markPaid(work, { ...invoice, attempt_count: invoice.attempt_count + 1 });
  return { intent: paid, error: null };
}

async function fail(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  error: CardError,
): Promise<Tried> {
  const charge = work.put(chargeShape({ id: newId('ch'), at: work.at, intent, method, failure: error }));
  const failed = work.put<Stripe.PaymentIntent>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: { ...error, type: 'card_error', charge: charge.id, payment_method: method },
  });
  work.emitEvent('charge.failed', charge);
  work.emitEvent('payment_intent.payment_failed', failed);
  const invoice = await invoiceOfPayment(work, intent.id);
  if (invoice) {
    const tried = work.put({ ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 });
    work.emitEvent('invoice.payment_failed', tried);
  }
  return { intent: failed, error };
}
