import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { dollarsTyped, feeWords, providerFeeForm, readCount, readDollars } from './provider-fee.ts';

const good = { counted_by: 'beds', count: '40', price: '25' };
const wrong = (change: object) => {
  const read = readForm(providerFeeForm, { ...good, ...change });
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
};

describe('what a provider pays for, as typed', () => {
  it.each([
    [{ counted_by: '' }, 'counted_by: providers.fee.countRequired'],
    [{ counted_by: 'rooms' }, 'counted_by: providers.fee.countRequired'],
    [{ count: ' ' }, 'count: field.required'],
    [{ count: '4.5' }, 'count: field.digitsOnly'],
    [{ count: '-4' }, 'count: field.digitsOnly'],
    [{ count: '100001' }, 'count: providers.fee.tooLarge'],
    [{ price: '' }, 'price: field.money'],
    [{ price: '25.005' }, 'price: field.money'],
    [{ price: 'free' }, 'price: field.money'],
    [{ count: '100000', price: '11' }, 'price: providers.fee.tooLarge'],
  ])('is refused for %j [API-43, GAP-106]', (change, said) => {
    expect(wrong(change)).toEqual([said]);
  });

  it('is accepted with the usual separators of numbers [API-43]', () => {
    expect(
      readForm(providerFeeForm, { counted_by: 'customers', count: ' 1,200 ', price: '$２５.5' }),
    ).toEqual({
      ok: true,
      value: { counted_by: 'customers', count: '1200', price: '25.50' },
    });
    expect(wrong({ count: '0' })).toEqual([]);
    // The highest fee itself.
    expect(wrong({ count: '100000', price: '10' })).toEqual([]);
  });

  it.each([
    ['beds', 'field.name.beds'],
    ['customers', 'field.name.customers'],
    ['', 'field.name.customers'],
  ])('is requested by the name of its unit: %s [GAP-106]', (counted_by, label) => {
    for (const count of ['', 'x']) {
      const read = readForm(providerFeeForm, { ...good, counted_by, count });
      expect(read).toMatchObject({ ok: false });
      if (!read.ok) expect(read.fields.find(({ field }) => field === 'count')?.params).toEqual({ label });
    }
  });

  it('begins with the stored values, and with the price of the payment plan if there is one [API-43]', () => {
    const none = { no_of_beds: null, no_of_customers: null, fee: null, plan_fee: null };
    expect(feeWords(none)).toEqual({ counted_by: '', count: '', price: '' });
    expect(feeWords({ ...none, no_of_beds: 40, fee: 100_000 })).toEqual(good);
    expect(feeWords({ ...none, no_of_customers: 3, fee: 100, plan_fee: 4_950 })).toEqual({
      ...{ counted_by: 'customers', count: '3', price: '49.50' },
    });
    expect(feeWords({ ...none, no_of_customers: 3, fee: 100 }).price).toBe('');
  });

  it('is shown in the field as the same amount that was read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(readDollars(dollarsTyped(cents))).toBe(cents);
        expect(readCount(String(cents))).toBe(cents);
      }),
    );
  });
});
