import { isSubscriptionDuration } from '../../billing/providers/billing-terms.ts';
import {
  customerTypes,
  recurrences,
  termsErrors,
  tidyTerms,
  type CustomerTypeId,
  type SubscriptionTerms,
} from '../../billing/subscriptions/rules.ts';
import type { FieldError } from '../../errors.ts';
import { dateOfIso, isoOfDate, parseDate } from '../../fields.ts';
import { form, text, tick } from '../form.ts';
import { problem } from '../field-errors.ts';
import { dollarsTyped, readDollars } from './provider-fee.ts';

const shape = {
  name: text,
  customer_type_id: text,
  fee: text,
  partner_fee: text,
  recurrence: text,
  duration: text,
  counted_by: text,
  stripe: tick,
  start_date: text,
  expiry_date: text,
  scheduled_subscription_id: text,
};

/** A subscription plan as its form has it: amounts in dollars, days as DD/MM/YYYY, and an empty text for none. */
export type SubscriptionWords = {
  [Field in keyof typeof shape]: Field extends 'stripe' ? boolean : string;
};

const idOf = (typed: string): CustomerTypeId => Number(typed) as CustomerTypeId;

/** Returns the terms that a form contains. Unreadable entries become null or an invalid amount, which the rules refuse. */
function termsOf(words: SubscriptionWords): SubscriptionTerms {
  const { duration, recurrence, counted_by, partner_fee } = words;
  return tidyTerms({
    name: words.name,
    fee: readDollars(words.fee) ?? -1,
    customer_type_id: idOf(words.customer_type_id),
    recurrence: recurrences.find((each) => each === recurrence) ?? null,
    duration: isSubscriptionDuration(duration) ? duration : null,
    partner_fee: partner_fee.trim() === '' ? null : (readDollars(partner_fee) ?? -1),
    stripe: words.stripe,
    no_of_customers: counted_by === 'customers' ? 1 : null,
    no_of_beds: counted_by === 'beds' ? 1 : null,
    start_date: isoOfDate(words.start_date) ?? '',
    expiry_date: words.expiry_date.trim() === '' ? null : (isoOfDate(words.expiry_date) ?? ''),
    scheduled_subscription_id: words.scheduled_subscription_id || null,
  });
}

function dayErrors(field: 'start_date' | 'expiry_date', typed: string): FieldError[] {
  const date = parseDate(typed);
  return 'problem' in date ? problem(field, `field.date.${date.problem}`) : [];
}

function problemsOf(words: SubscriptionWords): FieldError[] {
  const days = [
    ...dayErrors('start_date', words.start_date),
    ...(words.expiry_date.trim() === '' ? [] : dayErrors('expiry_date', words.expiry_date)),
  ];
  const others = termsErrors(termsOf(words)).filter(
    ({ field }) => field !== 'expiry_date' || days.length === 0,
  );
  return [...others, ...days];
}

/** Form of a subscription plan (SUB-17 to SUB-21). */
export const subscriptionForm = form(shape, problemsOf, termsOf);

/** Returns the words of a plan for its form; those of a new plan without one. */
export const wordsOfTerms = (terms: SubscriptionTerms | null): SubscriptionWords => ({
  name: terms?.name ?? '',
  customer_type_id: String(terms?.customer_type_id ?? customerTypes.provider),
  fee: terms ? dollarsTyped(terms.fee) : '',
  partner_fee: terms?.partner_fee === null || !terms ? '' : dollarsTyped(terms.partner_fee),
  recurrence: terms?.recurrence ?? '',
  duration: terms?.duration ?? '',
  counted_by: terms?.no_of_beds != null ? 'beds' : terms?.no_of_customers != null ? 'customers' : '',
  stripe: terms?.stripe ?? false,
  start_date: terms ? dateOfIso(terms.start_date) : '',
  expiry_date: terms?.expiry_date ? dateOfIso(terms.expiry_date) : '',
  scheduled_subscription_id: terms?.scheduled_subscription_id ?? '',
});
