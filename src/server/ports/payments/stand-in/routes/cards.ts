import type Stripe from 'stripe';
import {
  behaviourOf,
  failedAuthentication,
  hasRightCheckDigit,
  readyCards,
  testCardOf,
} from '../billing/test-cards.ts';
import { ApiError, type CardError } from '../http/api-error.ts';
import { CardRefused, type Asked } from '../http/call.ts';
import { flag, integer, map, metadataOf, required, text, type Params } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { setupIntentShape } from '../shapes/payment.ts';
import { cardShape } from '../shapes/people.ts';
import { idOf } from '../store/kinds.ts';
import { newId, randomText, type Work } from '../store/work.ts';

const refusal = (code: string, message: string) => new CardRefused({ code, message }, {});

/** Creates a payment method from typed card data. Only Stripe's published test numbers are accepted, and none is stored. */
export async function createCard({ work, params }: Asked) {
  if (required(params, 'type') !== 'card') throw ApiError.wrong('type', 'Only cards are taken.');
  const typed = map(params, 'card');
  const number = required(typed, 'number').replaceAll(/[\s-]/g, '');
  if (!hasRightCheckDigit(number)) return refusal('incorrect_number', 'Your card number is incorrect.');
  const month = integer(typed, 'exp_month') ?? 0;
  if (month < 1 || month > 12)
    return refusal('invalid_expiry_month', "Your card's expiration month is invalid.");
  const shortYear = integer(typed, 'exp_year') ?? 0;
  const year = shortYear < 100 ? 2000 + shortYear : shortYear;
  const now = new Date(work.at * 1000);
  const isOver = year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (isOver || year > now.getUTCFullYear() + 50)
    return refusal('invalid_expiry_year', "Your card's expiration year is invalid.");
  const testCard = testCardOf(number);
  if (!/^\d{3,4}$/.test(text(typed, 'cvc') ?? '123'))
    return refusal('invalid_cvc', "Your card's security code is invalid.");
  if (!testCard)
    return new CardRefused(
      {
        code: 'card_declined',
        decline_code: 'live_mode_test_card',
        message: 'Your card was declined. This is a test: only test card numbers are taken.',
      },
      {},
    );
  const name = text(map(params, 'billing_details'), 'name') ?? null;
  return work.put(cardShape({ id: newId('pm'), at: work.at, testCard, month, year, name }));
}

/** Returns a card by its id; for one of Stripe's ready-made names, creates a new card. */
export async function cardOf(work: Work, id: string): Promise<Stripe.PaymentMethod> {
  const testCard = testCardOf(readyCards[id] ?? '');
  if (!testCard) return work.get('payment_method', id);
  const year = new Date(work.at * 1000).getUTCFullYear() + 3;
  return work.put(cardShape({ id: newId('pm'), at: work.at, testCard, month: 12, year, name: null }));
}

/** Attaches a card to a customer. @throws ApiError 400 for a card of another customer */
function keep(work: Work, card: Stripe.PaymentMethod, customerId: string): Stripe.PaymentMethod {
  const owner = idOf(card.customer);
  if (owner === customerId) return card;
  if (owner !== null)
    throw ApiError.wrong(
      'payment_method',
      'The payment method you provided has already been attached to a customer.',
    );
  const kept = work.put({ ...card, customer: customerId });
  work.emitEvent('payment_method.attached', kept);
  return kept;
}

async function detach({ work, path }: Asked) {
  const card = await work.get('payment_method', path['id']);
  const owner = idOf(card.customer);
  if (owner === null)
    throw ApiError.wrong('payment_method', 'The payment method you provided is not attached to a customer.');
  const customer = await work.get('customer', owner);
  if (idOf(customer.invoice_settings.default_payment_method) === card.id)
    work.put({
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    });
  const free = work.put({ ...card, customer: null });
  work.emitEvent('payment_method.detached', free);
  return free;
}

async function createSetupIntent({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  const intent = setupIntentShape({
    id: newId('seti'),
    secret: randomText(24),
    at: work.at,
    customerId: customer.id,
    metadata: metadataOf(params),
  });
  work.emitEvent('setup_intent.created', work.put(intent));
  if (flag(params, 'confirm')) return confirmSetup(work, intent, params);
  return intent;
}

/** Confirms the setup of a card: it succeeds, is refused, or needs confirmation at the bank. */
export async function confirmSetup(work: Work, intent: Stripe.SetupIntent, params: Params) {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
    throw new ApiError(400, `This SetupIntent has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    });
  const card = await cardOf(work, text(params, 'payment_method') ?? idOf(intent.payment_method) ?? '');
  const behaviour = behaviourOf(card.card?.fingerprint);
  if (behaviour.kind === 'refused') return failed(work, intent, card, behaviour.error);
  if (behaviour.kind === 'asks') {
    const asking = work.put<Stripe.SetupIntent>({
      ...intent,
      payment_method: card.id,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    });
    work.emitEvent('setup_intent.requires_action', asking);
    return asking;
  }
  return setUp(work, intent, card);
}

function setUp(work: Work, intent: Stripe.SetupIntent, card: Stripe.PaymentMethod): Stripe.SetupIntent {
  keep(work, card, idOf(intent.customer) ?? '');
  const done = work.put<Stripe.SetupIntent>({
    ...intent,
    payment_method: card.id,
    status: 'succeeded',
    last_setup_error: null,
    next_action: null,
  });
  work.emitEvent('setup_intent.succeeded', done);
  return done;
}

function failed(
  work: Work,
  intent: Stripe.SetupIntent,
  card: Stripe.PaymentMethod,
  error: CardError,
): CardRefused {
  const refused = work.put<Stripe.SetupIntent>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...error, type: 'card_error', payment_method: card },
  });
  work.emitEvent('setup_intent.setup_failed', refused);
  return new CardRefused(error, { setup_intent: refused });
}

/** Applies the person's decision on the bank's page. */
export async function decideSetup(work: Work, id: string, approved: boolean) {
  const intent = await work.get('setup_intent', id);
  if (intent.status !== 'requires_action')
    throw new ApiError(400, `This SetupIntent has a status of ${intent.status}.`);
  const card = await work.get('payment_method', intent.payment_method);
  if (!approved)
    return failed(work, intent, card, {
      ...failedAuthentication,
      code: 'setup_intent_authentication_failure',
    });
  return setUp(work, intent, work.put({ ...card, metadata: { ...card.metadata, authenticated: 'yes' } }));
}

export const cardRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_methods', run: createCard },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    run: ({ work, path }) => cardOf(work, path['id'] ?? ''),
  },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', run: detach },
  { method: 'POST', path: '/v1/setup_intents', run: createSetupIntent },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    run: ({ work, path }) => work.get('setup_intent', path['id']),
  },
];
