import type Stripe from 'stripe';
import { idOf } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';

/** Activates an incomplete or past-due subscription after its latest invoice is paid. */
export async function afterInvoicePaid(work: Work, invoice: Stripe.Invoice): Promise<void> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = id ? await work.find('subscription', id) : null;
  if (!subscription || idOf(subscription.latest_invoice) !== invoice.id) return;
  if (subscription.status !== 'incomplete' && subscription.status !== 'past_due') return;
  change(work, { ...subscription, status: 'active' });
}

/** Stores a changed subscription and sends its event. */
export function change(work: Work, subscription: Stripe.Subscription): Stripe.Subscription {
  work.put(subscription);
  work.emitEvent('customer.subscription.updated', subscription);
  return subscription;
}

/** Ends a subscription now. One whose first payment never arrived gets its own status, as at Stripe. */
export function end(
  work: Work,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Stripe.Subscription {
  const ended: Stripe.Subscription = {
    ...subscription,
    status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    canceled_at: subscription.canceled_at ?? work.at,
    ended_at: work.at,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  };
  work.put(ended);
  const wasBegun = ended.status === 'canceled';
  work.emitEvent(wasBegun ? 'customer.subscription.deleted' : 'customer.subscription.updated', ended);
  return ended;
}
