import { subscriptionStates } from '../../../billing/subscriptions/life.ts';
import { choice, defineList } from '../../list.ts';

const typeIds = ['1', '2', '3', '4'] as const;

/** Subscription plans, by their first day, newest first (GAP-103). */
export const subscriptionList = defineList({
  name: 'subscriptions',
  filters: { status: choice(subscriptionStates), customer_type_id: choice(typeIds) },
  defaultSort: { by: 'start_date', direction: 'desc' },
});
