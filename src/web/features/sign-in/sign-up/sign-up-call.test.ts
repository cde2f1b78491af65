import { describe, expect, it } from 'vitest';
import { readForm } from '../../../../domain/inputs/form.ts';
import { signupFileForm, signupForm } from '../../../../domain/inputs/sign-in/signup.ts';
import { modalCall, pageCall } from './sign-up-call.ts';

const context = { today: '2026-11-21' };
const typed = {
  forMySelf: 'no',
  relationWithOwner: 'other',
  other_relationWithOwner: ' Neighbour ',
  email: ' Mei@Example.COM',
  password: 'Blue-Kite7',
  birthDate: '04/05/1948',
  medicareNumber: '2123 45670 1',
  gender: 'Female',
  EUSARead: true,
  privacyPolicyRead: true,
  notOwnerConfirmation: true,
};
const account = {
  email: 'mei@example.com',
  password: 'Blue-Kite7',
  birthDate: '04/05/1948',
  medicareNumber: '2123456701',
  gender: 'Female',
  EUSARead: true,
  privacyPolicyRead: true,
  notOwnerConfirmation: true,
  type: 'signup',
  redirect: false,
};

function valuesOf<Output>(schema: Parameters<typeof readForm<Output>>[0], raw: unknown): Output {
  const read = readForm(schema, raw);
  if (!read.ok) throw new Error(JSON.stringify(read.fields));
  return read.value;
}

describe('the request of the sign-up page', () => {
  const of = (change: object, extras: object = {}) =>
    pageCall(valuesOf(signupForm(context), { ...typed, ...change }), { language: 'zh', ...extras });

  it('contains the owner in one word, no names, and the address in lower case [API-02] [SIGNUP-16]', () => {
    expect(of({})).toEqual({
      path: '/api/auth/email-password',
      body: { ...account, accountOwner: 'Neighbour', payload: '', language: 'zh' },
    });
  });

  it('contains self for the person’s own account, and no relation [SIGNUP-13]', () => {
    const { body } = of({ forMySelf: 'yes', notOwnerConfirmation: false });
    expect(body).toMatchObject({ accountOwner: 'self', notOwnerConfirmation: false });
    expect(JSON.stringify(body)).not.toContain('Neighbour');
  });

  it('passes the payload of the address through unchanged, and the token of an invitation [SIGNUP-08]', () => {
    expect(of({}, { payload: 'a.b-c_d%', token: 'tok' }).body).toMatchObject({
      payload: 'a.b-c_d%',
      token: 'tok',
    });
    expect(of({}).body).not.toHaveProperty('token');
  });

  it('contains the versions of the shown texts [CONSENT-01]', () => {
    const shownVersions = { eusa: '0.1-aa', privacy: '0.1-bb' };
    expect(of({}, { shownVersions }).body).toMatchObject({ shown_versions: shownVersions });
  });
});

it('the request of the sign-up dialog has names and no accountOwner [API-03] [SIGNUP-34]', () => {
  const values = valuesOf(signupFileForm(context), { ...typed, firstName: ' Mei ', lastName: 'Chen' });
  const { path, body } = modalCall(values, { language: 'en' });
  expect(path).toBe('/api/auth/email-password-file');
  expect(body).toMatchObject({ ...account, firstName: 'Mei', lastName: 'Chen', payload: '', language: 'en' });
  expect(body).not.toHaveProperty('accountOwner');
});

it('the request of the sign-up dialog has the chosen file as data URL, its name and its type, and none of them without a file [SIGNUP-10, API-03]', () => {
  const values = valuesOf(signupFileForm(context), { ...typed, firstName: 'Mei', lastName: 'Chen' });
  const file = {
    dataUrl: 'data:application/pdf;base64,JVBERi0=',
    fileName: '遗嘱.pdf',
    documentType: 'ACP',
  } as const;
  const { path, body } = modalCall(values, { language: 'zh' }, file);
  expect(path).toBe('/api/auth/email-password-file');
  expect(body).toMatchObject({ ...account, file: file.dataUrl, fileName: '遗嘱.pdf', documentType: 'ACP' });
  expect(Object.keys(body).at(-1)).toBe('file');
  const without = modalCall(values, { language: 'zh' }).body;
  for (const key of ['file', 'fileName', 'documentType']) expect(without).not.toHaveProperty(key);
});
