import { payment } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as moving from './moves.ts';
import { endSubscriptions, moveSubscribers } from './moves.ts';
import * as changing from './operations.ts';

export const feature = {
  name: 'subscription-plans',
  operations: [changing, moving],
  handlers: { 'subscription.expired': { move: payment(moveSubscribers) } },
  nightly: [
    {
      // Before the invoices of the same run, which are for the plan of that day.
      name: 'provider-billing',
      failed: 'Subscription plans could not be ended, which is tried again',
      run: endSubscriptions,
    },
  ],
} as const satisfies Feature;
