import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { forgotForm } from './forgot.ts';
import { readForm } from '../form.ts';
import { resetForm, resetRequest } from './reset.ts';
import { signinForm } from './signin.ts';

type Schema = Parameters<typeof readForm>[0];

function messages(schema: Schema, values: unknown): string[] {
  const read = readForm(schema, values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
}

describe('sign-in', () => {
  it('requires an e-mail address with any top-level domain [SIGNIN-06]', () => {
    expect(messages(signinForm, { email: '', password: 'x' })).toEqual(['email: field.email.required']);
    expect(messages(signinForm, { email: 'mei', password: 'x' })).toEqual(['email: field.email.invalid']);
    expect(messages(signinForm, { email: 'mei@example.xn--p1ai', password: 'x' })).toEqual([]);
  });

  it('sends the e-mail address trimmed and in lower case, and the password as typed [SIGNIN-07]', () => {
    expect(
      readForm(signinForm, { email: ' Mei@Example.com ', password: ' Old pass ', type: 'login' }),
    ).toEqual({
      ok: true,
      value: { email: 'mei@example.com', password: ' Old pass ', phone: '' },
    });
  });

  it('requires a password, of any form [SIGNIN-08]', () => {
    for (const password of ['', undefined, 7, null]) {
      expect(messages(signinForm, { email: 'a@b.co', password })).toEqual([
        'password: field.password.required',
      ]);
    }
  });
});

describe('forgot password', () => {
  it('requires an e-mail address and sends it in lower case', () => {
    expect(messages(forgotForm, {})).toEqual(['email: field.email.required']);
    expect(readForm(forgotForm, { email: 'Mei@Example.com ' })).toEqual({
      ok: true,
      value: { email: 'mei@example.com' },
    });
  });
});

describe('new password', () => {
  it('follows the rules of sign-up and is typed twice [SIGNUP-17] [SIGNUP-18]', () => {
    expect(messages(resetForm, { password: 'short', repeatPassword: 'short' })).toEqual([
      'password: field.password.tooShort',
      'password: field.password.uppercase',
      'password: field.password.digit',
    ]);
    expect(messages(resetForm, { password: 'Blue-Kite7', repeatPassword: 'Blue-Kite8' })).toEqual([
      'repeatPassword: field.password.mismatch',
    ]);
    expect(readForm(resetForm, { password: 'Blue-Kite7', repeatPassword: 'Blue-Kite7' })).toEqual({
      ok: true,
      value: { password: 'Blue-Kite7' },
    });
  });

  it('needs the token of a link, and must not be a common password [SIGNUP-19]', () => {
    const schema = resetRequest((password) => password === 'Password1');
    expect(messages(schema, { password: 'Blue-Kite7' })).toEqual(['token: error.reset.linkExpired']);
    expect(messages(schema, { token: 't', password: 'Password1' })).toEqual([
      'password: field.password.common',
    ]);
  });
});

it('never throws for hostile values, and uses only known texts', () => {
  const keys = fc.constantFrom('email', 'password', 'repeatPassword', 'token', 'phone', '__proto__');
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything())), (values) => {
      for (const schema of [signinForm, forgotForm, resetForm, resetRequest(() => false)]) {
        const read = readForm(schema as Schema, values);
        if (!read.ok) for (const { message } of read.fields) expect(catalogue.zh).toHaveProperty([message]);
      }
    }),
  );
});
