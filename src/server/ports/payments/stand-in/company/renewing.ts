import type Stripe from 'stripe';
import type { Work } from '../store/work.ts';
import { nextPeriodEnd, type Interval } from './calendar.ts';
import { expireSession } from './checkout.ts';
import { removeSpent } from './discounts.ts';
import { finalize, invoicePayment } from './invoices.ts';
import { confirmPayment, noteFailure } from './paying.ts';
import { addPeriod, end, expire, itemOf, subscriptionInvoice } from './subscriptions.ts';

const day = 86_400;

/** Times of the retries, in seconds after the first attempt of a renewal. */
const retries: readonly number[] = [3 * day, 5 * day];

/** Number of objects per step: few enough to fit in memory and to delay requests only shortly. */
const pageSize = 50;

/**
 * Runs what is due until `until` (Unix seconds), at most one page, each at its own time: periods end and renew, payments are
 * retried, unpaid objects expire. Returns how many objects were due.
 */
export async function stepDue(work: Work, until: number): Promise<number> {
  const page = await work.due(until, pageSize);
  for (const { object, due } of page) {
    work.at = due;
    // An object earlier in the page may have changed this one.
    const now = (await work.any(object.id)) ?? object;
    if (now.object === 'subscription') await stepSubscription(work, now);
    else if (now.object === 'invoice' && now.status === 'open') await collect(work, now);
    else if (now.object === 'checkout.session') await expireSession(work, now);
  }
  return page.length;
}

async function stepSubscription(work: Work, subscription: Stripe.Subscription): Promise<void> {
  if (subscription.status === 'incomplete') await expire(work, subscription);
  else if (subscription.cancel_at_period_end) end(work, subscription);
  else if (subscription.ended_at === null) await renew(work, subscription);
}

async function renew(work: Work, subscription: Stripe.Subscription): Promise<void> {
  const item = itemOf(subscription);
  const start = item.current_period_end;
  const interval = (item.price.recurring?.interval ?? 'year') as Interval;
  const periodEnd = nextPeriodEnd(subscription.billing_cycle_anchor, interval, start);
  const next = { ...item, current_period_start: start, current_period_end: periodEnd };
  const kept = await removeSpent(work, subscription);
  const customer = await work.get('customer', subscription.customer);
  const draft = subscriptionInvoice(work, customer, kept, 'subscription_cycle');
  const invoice = await addPeriod(work, draft, next);
  work.change(
    kept,
    { items: { ...subscription.items, data: [next] }, latest_invoice: invoice.id },
    'customer.subscription.updated',
  );
  work.emit('invoice.created', invoice);
  const final = await finalize(work, invoice);
  if (final.status === 'open') await collect(work, final);
}

/** Tries to pay a renewal with the saved card. A failed payment is retried, and the subscription is past due meanwhile. */
async function collect(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const customer = await work.get('customer', invoice.customer);
  const card = await work.find('payment_method', customer.invoice_settings.default_payment_method);
  const payment = await invoicePayment(work, invoice);
  if (card && payment) {
    const { error } = await confirmPayment(work, payment, card, 'off-session');
    if (!error) return;
  } else noteFailure(work, invoice);
  const failed = await work.get('invoice', invoice.id);
  const wait = retries[failed.attempt_count - 1];
  const first = failed.status_transitions.finalized_at ?? work.at;
  work.change(failed, { next_payment_attempt: wait === undefined ? null : first + wait });
  const subscription = await work.find('subscription', failed.parent?.subscription_details?.subscription);
  if (subscription?.status === 'active')
    work.change(subscription, { status: 'past_due' }, 'customer.subscription.updated');
}
