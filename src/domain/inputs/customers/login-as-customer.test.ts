import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { enterCustomerForm, enterCustomerRequest } from './login-as-customer.ts';

const customerId = '3f2b8c1e-0a4d-4c6f-9b7a-1d2e3f4a5b6c';
const asked = { customerId, reason: 'Help with the card', password: 'x', code: '', method: '', session: '' };
const recovery = '0123-4567-89AB-CDEF';

type Schema = Parameters<typeof readForm>[0];

function problems(schema: Schema, values: unknown): string[] {
  const read = readForm(schema, values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
}

describe('the input for logging in as a customer', () => {
  it('is proved by the password if there is no code [D-14]', () => {
    expect(readForm(enterCustomerRequest, { ...asked, reason: ' Help \n', method: 'sms' })).toEqual({
      ok: true,
      value: { customerId, reason: 'Help', agreed: false, proof: { by: 'password', password: 'x' } },
    });
    expect(problems(enterCustomerRequest, { ...asked, password: '' })).toEqual([
      'password: field.password.required',
    ]);
  });

  it('is proved by the code if there is one, whatever the password [D-14]', () => {
    const value = (more: object) => readForm(enterCustomerRequest, { ...asked, password: '', ...more });
    const proof = { by: 'code', code: '123456' };
    expect(value({ code: ' 123 456 ', method: 'sms', session: 's' })).toMatchObject({
      value: { proof: { ...proof, method: 'sms', session: 's' } },
    });
    expect(value({ code: '123456', method: 'nonsense' })).toMatchObject({
      value: { proof: { ...proof, method: 'app', session: null } },
    });
    expect(problems(enterCustomerRequest, { ...asked, code: '12x', method: 'app' })).toEqual([
      'code: field.code.digits',
    ]);
    expect(problems(enterCustomerRequest, { ...asked, code: recovery, method: 'recovery' })).toEqual([]);
    expect(problems(enterCustomerRequest, { ...asked, code: '123456', method: 'recovery' })).toEqual([
      'code: field.recovery.invalid',
    ]);
    expect(problems(enterCustomerRequest, { ...asked, code: '  ', method: 'recovery' })).toEqual([
      'code: field.code.required',
    ]);
  });

  it('identifies a customer only by an id', () => {
    const upper = readForm(enterCustomerRequest, { ...asked, customerId: customerId.toUpperCase() });
    expect(upper).toMatchObject({ value: { customerId } });
    for (const id of ['', `${customerId}0`, `x${customerId}`, customerId.replaceAll('-', ''), 'g'.repeat(36)])
      expect(problems(enterCustomerRequest, { ...asked, customerId: id })).toEqual([
        'customerId: error.general_error',
      ]);
  });

  it('has a reason of at most 300 printable characters [D-14]', () => {
    const ofReason = (reason: unknown) => problems(enterCustomerRequest, { ...asked, reason });
    expect(ofReason(' \n')).toEqual(['reason: lac.confirm.reasonMissing']);
    expect(ofReason('人'.repeat(300))).toEqual([]);
    expect(ofReason('a'.repeat(301))).toEqual(['reason: lac.confirm.reasonLong']);
    expect(ofReason('two\nlines')).toEqual([]);
    expect(readForm(enterCustomerRequest, { ...asked, reason: 'turned \u202E' })).toMatchObject({
      fields: [{ message: 'lac.confirm.reasonCharacter', params: { character: 'U+202E' } }],
    });
  });
});

describe('the dialog for logging in as a customer', () => {
  const filled = { reason: ' Help ', method: 'password', password: 'x', code: '' };

  it('sends the password or the code, depending on the chosen method', () => {
    expect(readForm(enterCustomerForm, filled)).toEqual({
      ok: true,
      value: { reason: 'Help', password: 'x' },
    });
    expect(readForm(enterCustomerForm, { ...filled, method: 'sms', code: '１２３ 456' })).toEqual({
      ok: true,
      value: { reason: 'Help', code: '123456', method: 'sms' },
    });
  });

  it('requires only the proof of the chosen method', () => {
    expect(problems(enterCustomerForm, { ...filled, password: '' })).toEqual([
      'password: field.password.required',
    ]);
    expect(problems(enterCustomerForm, { ...filled, method: 'app', password: '' })).toEqual([
      'code: field.code.required',
    ]);
    expect(problems(enterCustomerForm, { ...filled, method: 'recovery', code: recovery })).toEqual([]);
  });
});
