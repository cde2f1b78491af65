import type Stripe from 'stripe';
import { ApiError, wrongParameter, type CardError } from '../http/api-error.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { authenticated } from './cards.ts';
import { markPaid, type Payment } from './invoices.ts';
import { behaviourOf, failedAuthentication, needsAuthentication } from './test-cards.ts';

/** Whether the person is at the page, so that the bank can ask for confirmation. */
export type Presence = 'on-session' | 'off-session';

/** Result of an attempt to pay: the current payment, and the error if the card was refused. */
export type Tried = { intent: Stripe.PaymentIntent; error: CardError | null };

const openStatuses = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

const unexpected = (intent: Stripe.PaymentIntent) =>
  new ApiError(400, `This PaymentIntent has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  });

/**
 * Tries to pay with a card.
 * @throws ApiError 400 for a completed or cancelled payment, and for a card of another person
 */
export async function confirmPayment(
  work: Work,
  payment: Payment,
  card: Stripe.PaymentMethod,
  presence: Presence,
): Promise<Tried> {
  if (!openStatuses.has(payment.intent.status)) throw unexpected(payment.intent);
  const owner = idOf(card.customer);
  if (owner !== null && owner !== idOf(payment.intent.customer))
    throw wrongParameter('payment_method', 'The payment method belongs to another customer.');
  const behaviour = behaviourOf(card.card?.fingerprint);
  if (behaviour.kind === 'refused' || behaviour.kind === 'fails-on-charge')
    return fail(work, payment, card, behaviour.error);
  const asks = behaviour.kind === 'asks' && (behaviour.always || card.metadata?.['authenticated'] !== 'yes');
  if (!asks) return succeed(work, payment, card);
  if (presence === 'off-session') return fail(work, payment, card, needsAuthentication);
  return ask(work, payment, card);
}

/** Applies the person's decision on the bank's page. */
export async function decide(work: Work, payment: Payment, approved: boolean): Promise<Tried> {
  if (payment.intent.status !== 'requires_action') throw unexpected(payment.intent);
  const card = await work.get('payment_method', payment.intent.payment_method);
  if (!approved) return fail(work, payment, card, failedAuthentication);
  return succeed(work, payment, authenticated(work, card));
}

function ask(work: Work, { invoice, intent }: Payment, card: Stripe.PaymentMethod): Tried {
  const asking = work.change(intent, {
    ...{ status: 'requires_action', payment_method: card.id, last_payment_error: null },
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  });
  work.emit('invoice.payment_action_required', invoice);
  return { intent: asking, error: null };
}

function addCharge(
  work: Work,
  { intent }: Payment,
  method: Stripe.PaymentMethod,
  error: CardError | null,
): Stripe.Charge {
  const isPaid = error === null;
  return work.add('charge', {
    ...{ amount: intent.amount, currency: intent.currency, customer: intent.customer },
    ...{ amount_captured: isPaid ? intent.amount : 0, captured: isPaid, paid: isPaid },
    ...{ payment_intent: intent.id, payment_method: method.id, status: isPaid ? 'succeeded' : 'failed' },
    failure_code: error?.code ?? null,
    outcome: { reason: error?.decline_code ?? error?.code ?? null } as Stripe.Charge.Outcome,
    payment_method_details: {
      type: 'card',
      card: { brand: method.card?.brand, last4: method.card?.last4 },
    } as Stripe.Charge.PaymentMethodDetails,
  });
}

async function succeed(work: Work, payment: Payment, card: Stripe.PaymentMethod): Promise<Tried> {
  const { invoice, intent } = payment;
  const charge = addCharge(work, payment, card, null);
  work.emit('charge.succeeded', charge);
  if (idOf(card.customer) === null) work.change(card, { customer: idOf(intent.customer) });
  const paid = work.change(
    intent,
    {
      ...{ status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id },
      ...{ payment_method: card.id, last_payment_error: null, next_action: null },
    },
    'payment_intent.succeeded',
  );
  await markPaid(work, work.change(invoice, { attempt_count: invoice.attempt_count + 1 }));
  return { intent: paid, error: null };
}

function fail(work: Work, payment: Payment, card: Stripe.PaymentMethod, error: CardError): Tried {
  const { invoice, intent } = payment;
  const charge = addCharge(work, payment, card, error);
  const failed = work.change(intent, {
    ...{ status: 'requires_payment_method', payment_method: null, latest_charge: charge.id },
    next_action: null,
    last_payment_error: { ...error, type: 'card_error', charge: charge.id, payment_method: card },
  });
  noteFailure(work, invoice);
  return { intent: failed, error };
}

/** Notes that a payment of an invoice was tried in vain. */
export const noteFailure = (work: Work, invoice: Stripe.Invoice): Stripe.Invoice =>
  work.change(
    invoice,
    { attempted: true, attempt_count: invoice.attempt_count + 1 },
    'invoice.payment_failed',
  );
