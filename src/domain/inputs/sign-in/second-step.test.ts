import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { readForm } from '../form.ts';
import {
  addPhoneForm,
  choosePhoneForm,
  codeForm,
  passwordAgainForm,
  recoveryCodeForm,
  secondStepRequest,
} from './second-step.ts';

type Schema = Parameters<typeof readForm>[0];

function messages(schema: Schema, values: unknown): string[] {
  const read = readForm(schema, values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
}

describe('the second step', () => {
  it('requires a number to be chosen [MFA-02]', () => {
    for (const phone of ['', undefined, 7, null])
      expect(messages(choosePhoneForm, { phone })).toEqual(['phone: field.mfaPhone.required']);
    expect(messages(choosePhoneForm, { phone: 'a' })).toEqual([]);
  });

  it('requires a code of digits [MFA-03]', () => {
    for (const code of ['', ' ', undefined, 123456])
      expect(messages(codeForm, { code })).toEqual(['code: field.code.required']);
    expect(messages(codeForm, { code: '12a456' })).toEqual(['code: field.code.digits']);
    expect(readForm(codeForm, { code: ' 123 456 ' })).toEqual({ ok: true, value: { code: '123456' } });
  });

  it('requires a recovery code in its format', () => {
    expect(messages(recoveryCodeForm, { code: ' ' })).toEqual(['code: field.code.required']);
    expect(messages(recoveryCodeForm, { code: '123456' })).toEqual(['code: field.recovery.invalid']);
    expect(readForm(recoveryCodeForm, { code: 'abcd-efgh-jkmn-0000' })).toEqual({
      ok: true,
      value: { code: 'ABCDEFGHJKMN0000' },
    });
  });

  it('is sent with e-mail, code and session, and is a text message by default [API-35]', () => {
    const sent = { email: ' Mei@Example.com', code: '123 456', session: 's' };
    expect(readForm(secondStepRequest, sent)).toEqual({
      ok: true,
      value: { email: 'mei@example.com', code: '123456', session: 's', method: 'sms' },
    });
    expect(readForm(secondStepRequest, { ...sent, method: 'app' })).toMatchObject({
      value: { method: 'app' },
    });
    expect(readForm(secondStepRequest, { ...sent, method: 'magic' })).toMatchObject({
      value: { method: 'sms' },
    });
    expect(messages(secondStepRequest, { ...sent, code: 'letters' })).toEqual(['code: field.code.digits']);
    expect(messages(secondStepRequest, { ...sent, method: 'recovery' })).toEqual([
      'code: field.recovery.invalid',
    ]);
  });
});

describe('the settings', () => {
  it('require an Australian mobile number and the password for a new number [GAP-12]', () => {
    expect(messages(addPhoneForm, {})).toEqual([
      'phone: field.phone.required',
      'password: field.password.required',
    ]);
    expect(messages(addPhoneForm, { phone: ' ', password: 'x' })).toEqual(['phone: field.phone.required']);
    expect(messages(addPhoneForm, { phone: '03 9123 4567', password: 'x' })).toEqual([
      'phone: field.mfaPhone.format',
    ]);
    expect(readForm(addPhoneForm, { phone: '0491 570 156', password: ' x ' })).toEqual({
      ok: true,
      value: { phone: '+61491570156', password: ' x ' },
    });
  });

  it('require the password once more [D-12]', () => {
    expect(messages(passwordAgainForm, { password: '' })).toEqual(['password: field.password.required']);
  });
});

it('never throw for hostile values, and use only known texts', () => {
  const keys = fc.constantFrom('email', 'code', 'session', 'method', 'phone', 'password', '__proto__');
  const schemas = [
    choosePhoneForm,
    codeForm,
    recoveryCodeForm,
    addPhoneForm,
    passwordAgainForm,
    secondStepRequest,
  ];
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything())), (values) => {
      for (const schema of schemas) {
        const read = readForm(schema as Schema, values);
        if (!read.ok) for (const { message } of read.fields) expect(catalogue.zh).toHaveProperty([message]);
      }
    }),
  );
});
