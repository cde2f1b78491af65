import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { subscriptionForm, wordsOfTerms, type SubscriptionWords } from './subscription.ts';

const words = (changes: Partial<SubscriptionWords> = {}): SubscriptionWords => ({
  ...wordsOfTerms(null),
  name: 'Aged care, per bed',
  fee: '18',
  duration: 'annually-1',
  counted_by: 'beds',
  start_date: '01/07/2027',
  ...changes,
});

const errors = (changes: Partial<SubscriptionWords>) => {
  const read = readForm(subscriptionForm, words(changes));
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
};
const terms = (changes: Partial<SubscriptionWords> = {}) => {
  const read = readForm(subscriptionForm, words(changes));
  if (!read.ok) throw new Error(JSON.stringify(read.fields));
  return read.value;
};

describe('the form of a subscription plan', () => {
  it('needs a name, a fee, a customer type and a first day [SUB-17]', () => {
    expect(errors({ name: ' ', fee: '', customer_type_id: '', duration: '', start_date: '' })).toEqual([
      'name: field.required',
      'customer_type_id: field.requiredChoice',
      'fee: field.money',
      'duration: error.subscription.duration',
      'start_date: field.date.required',
    ]);
  });

  it('needs a recurrence for individuals, and a duration for all others [SUB-02] [SUB-18] [SUB-19]', () => {
    expect(errors({ customer_type_id: '1', recurrence: '' })).toEqual([
      'recurrence: error.subscription.recurrence',
    ]);
    expect(errors({ customer_type_id: '1', recurrence: 'monthly' })).toEqual([
      'recurrence: error.subscription.recurrence',
    ]);
    for (const customer_type_id of ['2', '3', '4'])
      expect(errors({ customer_type_id, duration: 'year' })).toEqual([
        'duration: error.subscription.duration',
      ]);
  });

  it('takes year, or never for life [SUB-04], and the four durations [SUB-13]', () => {
    for (const recurrence of ['year', 'never'])
      expect(terms({ customer_type_id: '1', recurrence })).toMatchObject({ recurrence, duration: null });
    for (const duration of ['monthly', 'annually-1', 'annually-2', 'annually-3'])
      expect(terms({ duration })).toMatchObject({ duration, recurrence: null });
  });

  it('keeps one of beds and customers, or none, and a partner fee for providers only [SUB-03] [SUB-06] [SUB-21]', () => {
    expect(terms({ counted_by: 'beds' })).toMatchObject({ no_of_beds: 1, no_of_customers: null });
    expect(terms({ counted_by: 'customers' })).toMatchObject({ no_of_beds: null, no_of_customers: 1 });
    expect(terms({ counted_by: '' })).toMatchObject({
      no_of_beds: null,
      no_of_customers: null,
      partner_fee: null,
    });
    expect(terms({ partner_fee: '4' }).partner_fee).toBe(400);
    expect(terms({ customer_type_id: '1', recurrence: 'year', partner_fee: '4' }).partner_fee).toBeNull();
  });

  it.each(['-1', '1.005', '1e12', '1000000000000', 'free'])('refuses %s as a fee', (fee) => {
    expect(errors({ fee })).toEqual(['fee: field.money']);
    expect(errors({ partner_fee: fee })).toEqual(['partner_fee: field.money']);
  });

  it('takes a fee of 0, and amounts as they are typed', () => {
    expect(terms({ fee: '0' }).fee).toBe(0);
    expect(terms({ fee: '$1,049.50' }).fee).toBe(104_950);
  });

  it('refuses an end before the start, and days that do not exist', () => {
    expect(errors({ expiry_date: '30/06/2027' })).toEqual(['expiry_date: field.date.beforeStart']);
    expect(errors({ expiry_date: '31/06/2028' })).toEqual(['expiry_date: field.date.notReal']);
    expect(terms({ expiry_date: '01/07/2027' }).expiry_date).toBe('2027-07-01');
  });
});
