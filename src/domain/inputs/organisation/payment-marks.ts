import type { FieldError } from '../../errors.ts';
import { dateOfIso, isoOfDate, parseDate, type IsoDate } from '../../fields.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';
import { dollarsTyped, readDollars } from './provider-fee.ts';

/** Maximum lengths in characters. */
const lengths = { reference: 200, reason: 500 } as const;

function paidOnErrors(typed: string, today: IsoDate): FieldError[] {
  const date = parseDate(typed);
  if ('problem' in date) return problem('paid_on', `field.date.${date.problem}`);
  return problem('paid_on', date.iso > today ? 'transactions.markPaid.future' : undefined);
}

/** Form that records the payment of an invoice by bank transfer: the day, as DD/MM/YYYY, and an optional reference. */
export const markPaidForm = (today: IsoDate) =>
  form(
    { paid_on: text, reference: text },
    ({ paid_on, reference }) => [
      ...paidOnErrors(paid_on, today),
      ...plainTextErrors('reference', reference.trim(), {
        label: 'field.name.transferReference',
        max: lengths.reference,
      }),
    ],
    ({ paid_on, reference }) => ({
      paid_on: dateOfIso(isoOfDate(paid_on) ?? ''),
      reference: reference.trim(),
    }),
  );

function amountErrors(typed: string, left: number): FieldError[] {
  const cents = readDollars(typed);
  if (cents === null || cents === 0) return problem('amount', 'field.money');
  return problem('amount', cents > left ? 'transactions.markRefunded.tooMuch' : undefined);
}

/** Form that records a refund: the amount in dollars, at most `left` cents, and the reason. */
export const markRefundedForm = (left: number) =>
  form(
    { amount: text, reason: text },
    ({ amount, reason }) => [
      ...amountErrors(amount, left),
      ...(reason.trim() === ''
        ? problem('reason', 'field.required', { label: 'field.name.reason' })
        : plainTextErrors('reason', reason.trim(), {
            label: 'field.name.reason',
            max: lengths.reason,
            manyLines: true,
          })),
    ],
    ({ amount, reason }) => ({ amount: dollarsTyped(readDollars(amount) ?? 0), reason: reason.trim() }),
  );
