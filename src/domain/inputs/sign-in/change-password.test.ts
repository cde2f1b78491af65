import { describe, expect, it } from 'vitest';
import { changePasswordForm, changePasswordRequest } from './change-password.ts';
import {
  beginTogetherForm,
  enterCustomerForm,
  enterCustomerRequest,
} from '../customers/login-as-customer.ts';
import { readForm } from '../form.ts';

const problems = (schema: Parameters<typeof readForm>[0], raw: unknown) => {
  const read = readForm(schema, raw);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
};
const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

describe('the form to change the password', () => {
  const good = { current: 'Tram-Kettle-42', password: 'Ferry-Lantern-7', repeatPassword: 'Ferry-Lantern-7' };

  it('sends the present password and the new one [GAP-76]', () => {
    expect(readForm(changePasswordForm, good)).toEqual({
      ok: true,
      value: { current: 'Tram-Kettle-42', password: 'Ferry-Lantern-7' },
    });
  });

  it('reports the error of each field, all at once [GAP-76, D-10] [security 11]', () => {
    expect(problems(changePasswordForm, {})).toEqual([
      'current: field.password.required',
      'password: field.password.required',
    ]);
    expect(problems(changePasswordForm, { ...good, repeatPassword: 'Ferry-Lantern-8' })).toEqual([
      'repeatPassword: field.password.mismatch',
    ]);
    expect(problems(changePasswordForm, { ...good, current: 'Ferry-Lantern-7' })).toEqual([
      'password: field.password.sameAsOld',
    ]);
    const request = changePasswordRequest((password) => password === 'Password1');
    expect(problems(request, { current: 'x', password: 'Password1' })).toEqual([
      'password: field.password.common',
    ]);
  });

  it('accepts no value that is not a text [security 7]', () => {
    expect(
      problems(changePasswordForm, { current: ['x'], password: { $ne: '' }, repeatPassword: 1 }),
    ).toEqual(['current: field.password.required', 'password: field.password.required']);
  });
});

describe("the form to enter a customer's account", () => {
  const form = { reason: 'She rang', method: 'password', password: 'x', code: '' };

  it('sends the reason with the password, or with a code as it is compared [D-14, API-33]', () => {
    expect(readForm(enterCustomerForm, { ...form, reason: ' She rang ', code: '123' })).toEqual({
      ok: true,
      value: { reason: 'She rang', password: 'x' },
    });
    expect(readForm(enterCustomerForm, { ...form, method: 'app', code: ' 123 456' })).toEqual({
      ok: true,
      value: { reason: 'She rang', code: '123456', method: 'app' },
    });
  });

  it.each([
    [{}, []],
    [{ reason: '' }, ['reason: lac.confirm.reasonMissing']],
    [
      { reason: 'x'.repeat(301), password: '' },
      ['reason: lac.confirm.reasonLong', 'password: field.password.required'],
    ],
    [{ reason: 'a\u0000b' }, ['reason: lac.confirm.reasonCharacter']],
    [{ method: 'app', code: '' }, ['code: field.code.required']],
    [{ method: 'app', code: '12a' }, ['code: field.code.digits']],
    [{ method: 'recovery', code: '' }, ['code: field.code.required']],
    [{ method: 'recovery', code: '123' }, ['code: field.recovery.invalid']],
  ])('%j: %j [D-14]', (more, expected) => {
    expect(problems(enterCustomerForm, { ...form, ...more })).toEqual(expected);
  });

  it('requires the consent of a customer with whom staff begin [S-44] [D-56]', () => {
    expect(problems(beginTogetherForm, { ...form, reason: '', agreed: 'yes' })).toEqual([
      'reason: lac.confirm.reasonMissing',
      'agreed: lac.together.agreedMissing',
    ]);
    expect(readForm(beginTogetherForm, { ...form, agreed: true })).toEqual({
      ok: true,
      value: { reason: 'She rang', password: 'x', agreed: true },
    });
    expect(readForm(beginTogetherForm, { ...form, method: 'app', code: '123456', agreed: true })).toEqual({
      ok: true,
      value: { reason: 'She rang', code: '123456', method: 'app', agreed: true },
    });
  });

  it('is read by the server from the given values: a code before a password [API-33, D-14]', () => {
    const sent = { customerId: id.toUpperCase(), reason: 'She rang', password: 'x' };
    expect(readForm(enterCustomerRequest, sent)).toEqual({
      ok: true,
      value: { customerId: id, reason: 'She rang', agreed: false, proof: { by: 'password', password: 'x' } },
    });
    expect(readForm(enterCustomerRequest, { ...sent, code: '123456' })).toMatchObject({
      value: { proof: { by: 'code', code: '123456', method: 'app', session: null } },
    });
    expect(problems(enterCustomerRequest, { ...sent, customerId: '1 or 1=1' })).toEqual([
      'customerId: error.general_error',
    ]);
  });
});
