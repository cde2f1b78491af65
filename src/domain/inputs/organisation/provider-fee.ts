import {
  feeBounds,
  feeUnits,
  priceOfOne,
  providerFee,
  type FeeUnit,
} from '../../billing/providers/provider-fee.ts';
import { plainDigits } from '../../typed-text/digits.ts';
import type { FieldError } from '../../errors.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

const shape = { counted_by: text, count: text, price: text };

/** Unit that a provider pays for, the number of units, and the price of one in dollars. An unknown value is an empty text. */
export type ProviderFeeWords = Record<keyof typeof shape, string>;

const tidy = (typed: string) => plainDigits(typed).replaceAll(/[\s,]/g, '');

/** Parses a typed whole number; null if it is none. */
export function readCount(typed: string): number | null {
  const digits = tidy(typed);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Parses a typed amount in dollars to cents; null if it is none. */
export function readDollars(typed: string): number | null {
  const [, whole = '', part = ''] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(tidy(typed)) ?? [];
  return whole === '' ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Formats cents for the field of a form: '49', '49.50'. */
export const dollarsTyped = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

const isUnit = (value: string): value is FeeUnit => feeUnits.some((unit) => unit === value);

function problemsOf({ counted_by, count, price }: ProviderFeeWords): FieldError[] {
  const label = counted_by === 'beds' ? 'field.name.beds' : 'field.name.customers';
  const [number, cents] = [readCount(count), readDollars(price)];
  const isFar = number !== null && number > feeBounds.count;
  const costsTooMuch = !isFar && cents !== null && providerFee(number ?? 1, cents) > feeBounds.fee;
  return [
    ...problem('counted_by', isUnit(counted_by) ? undefined : 'providers.fee.countRequired'),
    ...(count.trim() === ''
      ? problem('count', 'field.required', { label })
      : number === null
        ? problem('count', 'field.digitsOnly', { label })
        : problem('count', isFar ? 'providers.fee.tooLarge' : undefined)),
    ...problem('price', cents === null ? 'field.money' : costsTooMuch ? 'providers.fee.tooLarge' : undefined),
  ];
}

/** Form that sets what a provider pays for (API-43, GAP-106). */
export const providerFeeForm = form(shape, problemsOf, ({ counted_by, count, price }): ProviderFeeWords => ({
  counted_by,
  count: String(readCount(count) ?? ''),
  price: dollarsTyped(readDollars(price) ?? 0),
}));

/** Columns of a provider about what it pays for, with the price of its payment plan, if it has one. Cents. */
export type FeeRow = {
  no_of_beds: number | null;
  no_of_customers: number | null;
  fee: number | null;
  plan_fee: number | null;
};

/** Converts the stored values to those of the form. */
export function feeWords({ no_of_beds, no_of_customers, fee, plan_fee }: FeeRow): ProviderFeeWords {
  const count = no_of_beds ?? no_of_customers;
  const price = plan_fee ?? (fee === null ? null : priceOfOne(count ?? 1, fee));
  return {
    counted_by: no_of_beds !== null ? 'beds' : no_of_customers !== null ? 'customers' : '',
    count: count === null ? '' : String(count),
    price: price === null ? '' : dollarsTyped(price),
  };
}
