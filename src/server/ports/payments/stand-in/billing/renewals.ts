import type Stripe from 'stripe';
import { idOf, type Kept } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { nextPeriodEnd, type Interval } from './calendar.ts';
import { expireSession } from './checkout-session.ts';
import { draftInvoice, finalize, paymentOf, voidInvoice } from './invoicing.ts';
import { confirmPayment } from './paying.ts';
import { addPeriod, forgetSpent, itemOf } from './subscribing.ts';
import { change, end } from './subscription-life.ts';

const day = 86_400;

/** Times of the retries, in seconds after the first attempt of a renewal. */
const retries: readonly number[] = [3 * day, 5 * day];

/** Number of objects per step: few enough to fit in memory and to delay requests only shortly. */
const pageSize = 50;

/**
 * Runs what is due until `until` (Unix seconds), at most one page, each at its own time: periods end and renew, payments are
 * retried, unpaid objects expire. Returns how many objects were due.
 */
export async function stepDue(work: Work, until: number, clock: string | null): Promise<number> {
  const page = await work.due(until, clock, pageSize);
  await preload(
    work,
    page.map(({ object }) => object),
  );
  for (const { object, due } of page) {
    work.at = due;
    // An object earlier in the page may have changed this one.
    const now = (await work.any(object.id)) ?? object;
    if (now.object === 'subscription') await stepSubscription(work, now);
    else if (now.object === 'invoice') await tryAgain(work, now);
    else if (now.object === 'checkout.session') await expireSession(work, now);
  }
  return page.length;
}

/** Reads the objects that renewals need, in few statements. */
async function preload(work: Work, objects: readonly Kept[]): Promise<void> {
  const subscriptions = objects.filter((object) => object.object === 'subscription');
  await work.preload(
    subscriptions.flatMap((subscription) => [
      idOf(subscription.customer) ?? '',
      idOf(itemOf(subscription).price.product) ?? '',
    ]),
  );
  const cards: string[] = [];
  for (const { customer } of subscriptions) {
    const owner = await work.find('customer', idOf(customer) ?? '');
    cards.push(idOf(owner?.invoice_settings.default_payment_method) ?? '');
  }
  await work.preload(cards.filter((id) => id !== ''));
}

async function stepSubscription(work: Work, subscription: Stripe.Subscription): Promise<void> {
  if (subscription.status === 'incomplete') {
    const invoice = await work.find('invoice', idOf(subscription.latest_invoice) ?? '');
    if (invoice?.status === 'open') await voidInvoice(work, invoice);
    end(work, subscription, 'payment_failed');
  } else if (subscription.cancel_at_period_end) end(work, subscription, 'cancellation_requested');
  else if (subscription.status === 'active' || subscription.status === 'past_due')
    await renew(work, subscription);
}

async function renew(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const item = itemOf(subscription);
  const interval = (item.price.recurring?.interval ?? 'year') as Interval;
  const start = item.current_period_end;
  const periodEnd = nextPeriodEnd(subscription.billing_cycle_anchor, interval, start);
  const moved: Stripe.SubscriptionItem = {
    ...item,
    current_period_start: start,
    current_period_end: periodEnd,
  };
  const next = { ...subscription, items: { ...subscription.items, data: [moved] } };
  const customer = await work.get('customer', subscription.customer);
  const kept = await forgetSpent(work, next);
  const draft = draftInvoice(work, {
    customer,
    subscription: kept,
    reason: 'subscription_cycle',
    metadata: {},
    autoAdvance: true,
    period: { start: item.current_period_start, end: start },
  });
  const invoice = await addPeriod(work, { ...draft, discounts: kept.discounts }, kept);
  change(work, { ...kept, latest_invoice: invoice.id });
  work.emitEvent('invoice.created', invoice);
  const final = await finalize(work, invoice);
  if (final.status === 'open') await collect(work, final);
}

async function tryAgain(work: Work, invoice: Stripe.Invoice): Promise<void> {
  if (invoice.status === 'open') await collect(work, invoice);
}

/** Tries to pay a renewal with the saved card. A failed payment is retried, and the subscription is past due meanwhile. */
async function collect(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const customer = await work.get('customer', invoice.customer);
  const card = await work.find(
    'payment_method',
    idOf(customer.invoice_settings.default_payment_method) ?? '',
  );
  const waiting = await paymentOf(work, invoice);
  if (card && waiting) {
    const { error } = await confirmPayment(work, waiting.intent, card, 'off-session');
    if (!error) return;
  } else {
    const tried = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
    work.emitEvent('invoice.payment_failed', work.put(tried));
  }
  const failed = await work.get('invoice', invoice.id);
  const wait = retries[failed.attempt_count - 1];
  const first = failed.status_transitions.finalized_at ?? work.at;
  work.put({ ...failed, next_payment_attempt: wait === undefined ? null : first + wait });
  const id = idOf(failed.parent?.subscription_details?.subscription) ?? '';
  const subscription = await work.find('subscription', id);
  if (subscription?.status === 'active') change(work, { ...subscription, status: 'past_due' });
}
