import type { Events } from '../../../../domain/events.ts';
import type { Handler } from '../../../jobs/task.ts';
import { settleSubscription } from '../settling/settle.ts';
import { handleEvents } from './handle-events.ts';
import { endCustomerThere, endThere } from './leaving.ts';

/** Handles events of the payment company. A server of the previous release put one event into each job. */
export const settleEvents: Handler<Partial<Events['payment.notified']> & { event_id?: string }> = (
  { event_ids, event_id },
  { services },
) => handleEvents(services, [...(event_ids ?? []), ...(event_id === undefined ? [] : [event_id])]);

/** Cancels a subscription that another payment replaced. */
export const endReplaced: Handler<Events['payment-plan.replaced']> = async (event, { services }) => {
  const { stripe_subscription_id: id } = event;
  const subscription = await services.payments?.findSubscription(id);
  if (!services.payments || !subscription) return;
  await endThere(services.payments, subscription);
  await settleSubscription(services, id);
};

/** Cancels the subscriptions of a customer whose account is deleted. */
export const endCustomer: Handler<Events['payment.customer-leaving']> = ({ customer_id }, { services }) =>
  endCustomerThere(services, customer_id);

/** Sends the person's new address to the payment company. */
export const updateAddress: Handler<Events['account.email-changed']> = async ({ user_id }, { services }) => {
  const { db, payments } = services;
  const user = await db
    .selectFrom('users')
    .select(['email', 'stripe_customer_id'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (user?.stripe_customer_id) await payments?.updateCustomerEmail(user.stripe_customer_id, user.email);
};
