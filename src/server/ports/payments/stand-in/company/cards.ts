import type Stripe from 'stripe';
import { ApiError, cardRefused, wrongParameter, type CardError } from '../http/api-error.ts';
import type { Asked } from '../http/call.ts';
import { flag, integer, map, required, text, type Params } from '../http/form.ts';
import type { Route } from '../http/server.ts';
import { newId, randomText } from '../store/ids.ts';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import {
  behaviourOf,
  failedAuthentication,
  hasRightCheckDigit,
  testCardOf,
  type TestCard,
} from './test-cards.ts';

const refused = (code: string, message: string) => cardRefused({ code, message });

// A card's number is not stored; the fingerprint identifies the test card.
const addCard = (work: Work, card: TestCard, exp_month: number, exp_year: number) =>
  work.add('payment_method', {
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      ...{ brand: card.brand, exp_month, exp_year, fingerprint: card.fingerprint },
      last4: card.number.slice(-4),
    } as Stripe.PaymentMethod.Card,
  });

/** Creates a payment method from typed card data. Only Stripe's published test numbers are accepted. */
export function createCard(work: Work, typed: Params): Stripe.PaymentMethod | ApiError {
  const number = required(typed, 'number').replaceAll(/[\s-]/g, '');
  if (!hasRightCheckDigit(number)) return refused('incorrect_number', 'Your card number is incorrect.');
  const month = integer(typed, 'exp_month') ?? 0;
  if (month < 1 || month > 12)
    return refused('invalid_expiry_month', "Your card's expiration month is invalid.");
  const shortYear = integer(typed, 'exp_year') ?? 0;
  const year = shortYear < 100 ? 2000 + shortYear : shortYear;
  const now = new Date(work.at * 1000);
  const isOver = year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (isOver || year > now.getUTCFullYear() + 50)
    return refused('invalid_expiry_year', "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(text(typed, 'cvc') ?? '123'))
    return refused('invalid_cvc', "Your card's security code is invalid.");
  const testCard = testCardOf(number);
  if (!testCard) return refused('card_declined', 'Only test card numbers are accepted.');
  return addCard(work, testCard, month, year);
}

/** Returns a card by its id; for one of Stripe's ready-made names, creates a new card. */
export async function cardOf(work: Work, id: string): Promise<Stripe.PaymentMethod> {
  const testCard = id.startsWith('pm_card_') && testCardOf(id);
  if (!testCard) return work.get('payment_method', id);
  return addCard(work, testCard, 12, new Date(work.at * 1000).getUTCFullYear() + 3);
}

/** Makes a card the customer's default, which pays renewals; null for none. */
export const setDefaultCard = (work: Work, customer: Stripe.Customer, card: string | null): Stripe.Customer =>
  work.change(customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card },
  });

async function detach({ work, path }: Asked) {
  const card = await work.get('payment_method', path['id']);
  const customer = await work.find('customer', card.customer);
  if (!customer) throw wrongParameter('payment_method', 'The payment method is not attached to a customer.');
  if (idOf(customer.invoice_settings.default_payment_method) === card.id)
    setDefaultCard(work, customer, null);
  return work.change(card, { customer: null }, 'payment_method.detached');
}

/** Saves a card without a payment: it succeeds, is refused, or needs confirmation at the bank. */
async function setUpCard({ work, params }: Asked) {
  const customer = await work.get('customer', required(params, 'customer'));
  const id = newId('seti');
  const client_secret = `${id}_secret_${randomText(24)}`;
  const intent = work.add('setup_intent', { id, client_secret, customer: customer.id });
  if (!flag(params, 'confirm')) return intent;
  const card = await cardOf(work, required(params, 'payment_method'));
  const behaviour = behaviourOf(card.card?.fingerprint);
  if (behaviour.kind === 'refused') return setupFailed(work, intent, card, behaviour.error);
  if (behaviour.kind !== 'asks') return setupSucceeded(work, intent, card);
  return work.change(
    intent,
    {
      payment_method: card.id,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    },
    'setup_intent.requires_action',
  );
}

/** Attaches the card to the customer. @throws ApiError 400 for a card of another customer */
function setupSucceeded(work: Work, intent: Stripe.SetupIntent, card: Stripe.PaymentMethod) {
  const customer = idOf(intent.customer);
  const owner = idOf(card.customer);
  if (owner !== null && owner !== customer)
    throw wrongParameter('payment_method', 'The payment method is attached to another customer.');
  if (owner === null) work.change(card, { customer }, 'payment_method.attached');
  return work.change(
    intent,
    { payment_method: card.id, status: 'succeeded', last_setup_error: null, next_action: null },
    'setup_intent.succeeded',
  );
}

function setupFailed(
  work: Work,
  intent: Stripe.SetupIntent,
  card: Stripe.PaymentMethod,
  error: CardError,
): ApiError {
  const setup_intent = work.change(
    intent,
    {
      ...{ status: 'requires_payment_method', payment_method: null, next_action: null },
      last_setup_error: { ...error, type: 'card_error', payment_method: card },
    },
    'setup_intent.setup_failed',
  );
  return cardRefused(error, { setup_intent });
}

/** Applies the person's decision on the bank's page about a card to be saved. */
export async function decideSetup(work: Work, intent: Stripe.SetupIntent, approved: boolean) {
  if (intent.status !== 'requires_action')
    throw new ApiError(400, `This SetupIntent has a status of ${intent.status}.`);
  const card = await work.get('payment_method', intent.payment_method);
  if (approved) setupSucceeded(work, intent, authenticated(work, card));
  else
    setupFailed(work, intent, card, { ...failedAuthentication, code: 'setup_intent_authentication_failure' });
  return work.get('setup_intent', intent.id);
}

/** Notes that the bank knows the card, so that it pays without another confirmation. */
export const authenticated = (work: Work, card: Stripe.PaymentMethod): Stripe.PaymentMethod =>
  work.change(card, { metadata: { ...card.metadata, authenticated: 'yes' } });

/** Creates a card from typed data, for a browser or a program. */
export const cardRoute: Route = {
  method: 'POST',
  path: '/v1/payment_methods',
  run: ({ work, params }) => createCard(work, map(params, 'card')),
};

export const cardRoutes: readonly Route[] = [
  cardRoute,
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    run: ({ work, path }) => cardOf(work, path['id'] ?? ''),
  },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', run: detach },
  { method: 'POST', path: '/v1/setup_intents', run: setUpCard },
];
