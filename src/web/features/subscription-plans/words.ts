import { dollars } from '../../../domain/billing/money.ts';
import type { SubscriptionTerms } from '../../../domain/billing/subscriptions/rules.ts';
import { durations, type Duration } from '../../../domain/billing/providers/billing-terms.ts';
import { recurrences } from '../../../domain/billing/subscriptions/rules.ts';
import { subscriptionStates, type SubscriptionState } from '../../../domain/billing/subscriptions/life.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import type { Plan } from './plans-api.ts';

/** Returns the state of a plan. */
export const stateOfPlan = ({ state }: Plan): SubscriptionState =>
  subscriptionStates.find((each) => each === state) ?? 'expired';

/** Returns the terms of a plan as the form takes them. */
export function termsOfPlan(plan: Plan): SubscriptionTerms {
  const { name, fee, partner_fee, stripe, no_of_customers, no_of_beds, start_date, expiry_date } = plan;
  return {
    ...{ name, fee, partner_fee, stripe, no_of_customers, no_of_beds, start_date, expiry_date },
    customer_type_id: plan.customer_type_id as SubscriptionTerms['customer_type_id'],
    recurrence: recurrences.find((each) => each === plan.recurrence) ?? null,
    duration: durations.find((each) => each === plan.duration) ?? null,
    scheduled_subscription_id: plan.scheduled_subscription_id,
  };
}

const types = ['1', '2', '3', '4'] as const;

/** Returns the name of a customer type. */
export function typeName(t: Translate, id: number): string {
  const known = types.find((each) => each === String(id));
  return known ? t(`subscriptions.customerType.${known}`) : '';
}

/** Returns how long a plan lasts: the term, or the renewal of a plan for individuals. */
export function termName(
  t: Translate,
  { duration, recurrence }: Pick<SubscriptionTerms, 'duration' | 'recurrence'>,
): string {
  if (duration !== null) return t(`subscriptions.duration.${duration satisfies Duration}`);
  return recurrence === null ? t('common.noneValue') : t(`subscriptions.recurrence.${recurrence}`);
}

/** Returns the fee of a plan, with what it is for. */
export function feeName(t: Translate, { fee, no_of_beds, no_of_customers }: SubscriptionTerms): string {
  const amount = dollars(fee, { exact: true });
  if (no_of_beds !== null) return t('subscriptions.row.perBed', { amount });
  return no_of_customers === null ? amount : t('subscriptions.row.perCustomer', { amount });
}
