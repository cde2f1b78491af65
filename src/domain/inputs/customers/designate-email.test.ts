import { describe, expect, it } from 'vitest';
import { designateMessage } from '../../customers/actions/designate-errors.ts';
import { customerIdForm } from './customer-id.ts';
import { designateEmailForm, designateEmailRequest } from './designate-email.ts';
import { readForm } from '../form.ts';

const wrong = (read: ReturnType<typeof readForm>) => (read.ok ? [] : read.fields);

describe('the form that sets an address', () => {
  it('asks whose address it is, and accepts only the two owners [CACT-18]', () => {
    for (const emailOf of ['', 'son', undefined, null])
      expect(
        wrong(readForm(designateEmailForm, { emailOf, email: 'a@b.example', contact: 'c@d.example' })),
      ).toEqual([{ field: 'emailOf', message: 'error.designate.chooseWhose' }]);
  });

  it('requires a valid address with two domain segments if it is the customer’s own [CACT-19]', () => {
    const read = (email: string) =>
      wrong(readForm(designateEmailForm, { emailOf: 'mySelf', email, contact: '' }));
    expect(read('')).toEqual([{ field: 'email', message: 'field.email.required' }]);
    for (const email of ['ann', 'ann@example', '@example.org', 'ann@@example.org'])
      expect(read(email)).toEqual([{ field: 'email', message: 'field.email.invalid' }]);
    expect(read('ann@example.org')).toEqual([]);
  });

  it('asks which trusted contact [CACT-20]', () => {
    const read = (contact: string) =>
      readForm(designateEmailForm, { emailOf: 'trustedContact', email: '', contact });
    expect(wrong(read(' '))).toEqual([{ field: 'contact', message: 'error.designate.chooseContact' }]);
    expect(read('Daniel@Test.example')).toEqual({
      ok: true,
      value: { emailOf: 'trustedContact', email: 'daniel@test.example' },
    });
  });

  it('sends the address in lower case and without blanks, and the server reads it the same way [CACT-23]', () => {
    const value = { emailOf: 'mySelf', email: 'ann@doyle.example' };
    for (const typed of [' Ann@Doyle.EXAMPLE ', 'ａｎｎ＠ｄｏｙｌｅ。ｅｘａｍｐｌｅ']) {
      expect(readForm(designateEmailForm, { emailOf: 'mySelf', email: typed, contact: '' })).toEqual({
        ok: true,
        value,
      });
      expect(readForm(designateEmailRequest, { emailOf: 'mySelf', email: typed })).toEqual({
        ok: true,
        value,
      });
    }
  });

  it('shows each code of the table with its own message, and others with the general one [ERR-21] [GAP-80]', () => {
    for (const code of [
      'email_in_use',
      'invalid_email',
      'same_as_current',
      'not_allowed',
      'user_not_found',
      'contact_not_found',
      'mail_failed',
    ])
      expect(designateMessage(code)).toBe(`error.designate.${code}`);
    for (const code of ['', 'toString', 'brand_new', undefined, 7])
      expect(designateMessage(code)).toBe('error.mfa_1019');
  });
});

describe('the form of a customer ID', () => {
  it('accepts up to fifty characters of any kind, and an empty value [CACT-41] [GAP-84]', () => {
    for (const id of ['', 'R-17', '房间 12', 'x'.repeat(50)])
      expect(readForm(customerIdForm, { customer_id: ` ${id} ` })).toEqual({
        ok: true,
        value: { customer_id: id },
      });
    expect(wrong(readForm(customerIdForm, { customer_id: 'x'.repeat(51) }))).toEqual([
      { field: 'customer_id', message: 'error.customer.idTooLong' },
    ]);
    expect(wrong(readForm(customerIdForm, { customer_id: 'R‮7' }))).toEqual([
      { field: 'customer_id', message: 'field.badCharacters', params: { characters: 'U+202E' } },
    ]);
  });
});
