import { problem } from '../../inputs/field-errors.ts';
import type { FieldError } from '../../errors.ts';
import type { IsoDate } from '../../fields.ts';
import { plainTextErrors } from '../../inputs/account-fields.ts';
import { durations, type Duration } from '../providers/billing-terms.ts';
import { feeBounds } from '../providers/provider-fee.ts';
import { followsOn, type SubscriptionLife } from './life.ts';

/** Types of customers that subscription plans are for (ENT-19, GAP-104). */
export const customerTypes = {
  individual: 1,
  familyOrFriend: 2,
  healthProfessional: 3,
  provider: 4,
} as const;
export const customerTypeIds = Object.values(customerTypes);
export type CustomerTypeId = (typeof customerTypeIds)[number];

/** How a plan of individuals renews: each year, or never, which means lifetime (SUB-04). */
export const recurrences = ['year', 'never'] as const;
export type Recurrence = (typeof recurrences)[number];

/** The terms of a subscription plan as they are stored (ENT-20). `fee` and `partner_fee` are Australian cents. */
export type SubscriptionTerms = {
  name: string;
  fee: number;
  customer_type_id: CustomerTypeId;
  recurrence: Recurrence | null;
  duration: Duration | null;
  partner_fee: number | null;
  stripe: boolean;
  no_of_customers: number | null;
  no_of_beds: number | null;
  start_date: IsoDate;
  expiry_date: IsoDate | null;
  scheduled_subscription_id: string | null;
};

/** A plan that could follow, with what decides whether it may. */
export type FollowOn = SubscriptionLife & {
  id: string;
  customer_type_id: number;
  /** Ids of the plans that follow it, one after the other. */
  chain: readonly string[];
};

const nameLength = 100;

/** Returns the terms without what does not apply to the customer type (SUB-20), and with one of the two counts (SUB-06). */
export const tidyTerms = (terms: SubscriptionTerms): SubscriptionTerms => {
  const isIndividual = terms.customer_type_id === customerTypes.individual;
  const isProvider = terms.customer_type_id === customerTypes.provider;
  return {
    ...terms,
    name: terms.name.trim(),
    recurrence: isIndividual ? terms.recurrence : null,
    duration: isIndividual ? null : terms.duration,
    partner_fee: isProvider ? terms.partner_fee : null,
    no_of_customers: isProvider ? terms.no_of_customers : null,
    no_of_beds: isProvider ? terms.no_of_beds : null,
  };
};

function nameErrors(name: string): FieldError[] {
  const label = 'field.name.planName';
  if (name.trim() === '') return problem('name', 'field.required', { label });
  return plainTextErrors('name', name.trim(), { label, max: nameLength });
}

const isCents = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= feeBounds.fee;

function countErrors({ no_of_customers, no_of_beds }: SubscriptionTerms): FieldError[] {
  if (no_of_customers !== null && no_of_beds !== null)
    return problem('counted_by', 'error.subscription.oneCount');
  const count = no_of_customers ?? no_of_beds;
  const isCount = count === null || (Number.isInteger(count) && count >= 1 && count <= feeBounds.count);
  return problem('counted_by', isCount ? undefined : 'error.subscription.oneCount');
}

/** Returns the errors of the terms of a subscription plan without the other plans, in the order of the form (SUB-17 to SUB-21). */
export function termsErrors(terms: SubscriptionTerms): FieldError[] {
  const { fee, customer_type_id, recurrence, duration, partner_fee, start_date, expiry_date } = terms;
  const isIndividual = customer_type_id === customerTypes.individual;
  return [
    ...nameErrors(terms.name),
    ...problem(
      'customer_type_id',
      customerTypeIds.includes(customer_type_id) ? undefined : 'field.requiredChoice',
      { label: 'subscriptions.form.type' },
    ),
    ...problem('fee', isCents(fee) ? undefined : 'field.money'),
    ...problem('partner_fee', partner_fee === null || isCents(partner_fee) ? undefined : 'field.money'),
    ...problem(
      'recurrence',
      isIndividual && !recurrences.some((each) => each === recurrence)
        ? 'error.subscription.recurrence'
        : undefined,
    ),
    ...problem(
      'duration',
      !isIndividual && !durations.some((each) => each === duration)
        ? 'error.subscription.duration'
        : undefined,
    ),
    ...countErrors(terms),
    ...problem(
      'expiry_date',
      expiry_date !== null && expiry_date < start_date ? 'field.date.beforeStart' : undefined,
    ),
  ];
}

/**
 * Returns the error of the plan that follows. It needs an end date (SUB-11), is never for individuals (SUB-12), is for the same
 * customer type, has not ended, runs when this plan has ended, and does not lead back to this plan. `own` is null for a new plan;
 * `next` is null for an id that does not exist.
 */
export function followOnErrors(
  own: string | null,
  terms: Pick<SubscriptionTerms, 'customer_type_id' | 'expiry_date' | 'scheduled_subscription_id'>,
  next: FollowOn | null,
): FieldError[] {
  const { customer_type_id, expiry_date, scheduled_subscription_id } = terms;
  const field = 'scheduled_subscription_id';
  if (scheduled_subscription_id === null) return [];
  if (customer_type_id === customerTypes.individual)
    return problem(field, 'error.subscription.followOnIndividual');
  if (expiry_date === null) return problem('expiry_date', 'error.subscription.followOnNeedsExpiry');
  if (next === null || next.customer_type_id !== customer_type_id)
    return problem(field, 'error.subscription.followOnType');
  if (own !== null && (next.id === own || next.chain.includes(own)))
    return problem(field, 'error.subscription.followOnRing');
  const begins = followsOn(expiry_date);
  const runs = next.start_date <= begins && (next.expiry_date === null || next.expiry_date >= begins);
  return problem(field, next.status === 'active' && runs ? undefined : 'error.subscription.followOnRuns');
}
