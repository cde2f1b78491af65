import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { relations } from '../../accounts/relations.ts';
import { readForm } from '../form.ts';
import {
  accountOwnerOf,
  signupFileForm,
  signupWithNamesRequest,
  signupForm,
  signupRequest,
} from './signup.ts';

const context = { today: '2026-11-21' };

const page = {
  forMySelf: 'yes',
  email: ' Mei@Example.COM ',
  password: 'Blue-Kite7',
  medicareNumber: '2123 45670 1',
  birthDate: '04/05/1948',
  gender: 'Female',
  EUSARead: true,
  privacyPolicyRead: true,
  notOwnerConfirmation: false,
};
const forOther = { ...page, forMySelf: 'no', relationWithOwner: 'child', notOwnerConfirmation: true };
const modal = { ...page, firstName: 'Mei', lastName: 'Chen' };
const request = {
  ...page,
  accountOwner: 'self',
  payload: 'p',
  language: 'zh',
  type: 'signup',
  redirect: false,
};

type Schema = Parameters<typeof readForm>[0];

function messages(schema: Schema, values: unknown): string[] {
  const read = readForm(schema, values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
}

const schemas: [string, Schema, Record<string, unknown>][] = [
  ['page', signupForm(context), page],
  ['modal', signupFileForm(context), modal],
  ['page request', signupRequest(context), request],
  ['modal request', signupWithNamesRequest(context), modal],
];

describe.each(schemas)('sign-up %s', (_, schema, good) => {
  const refused = (change: Record<string, unknown>) => messages(schema, { ...good, ...change });

  it('accepts valid values', () => {
    expect(refused({})).toEqual([]);
  });

  it('requires an e-mail address with at least two domain segments [SIGNUP-15]', () => {
    expect(refused({ email: '' })).toEqual(['email: field.email.required']);
    expect(refused({ email: 'mei@example' })).toEqual(['email: field.email.invalid']);
    expect(refused({ email: 'mei@example.anything' })).toEqual([]);
  });

  it('lower-cases and trims the e-mail address [SIGNUP-16]', () => {
    expect(readForm(schema, good)).toMatchObject({ ok: true, value: { email: 'mei@example.com' } });
  });

  it('checks the password by its rules, and keeps it as typed [SIGNUP-17] [SIGNUP-18] [SIGNUP-19]', () => {
    expect(refused({ password: 'Ab1' })).toEqual(['password: field.password.tooShort']);
    expect(refused({ password: 'BLUE-KITE7' })).toEqual(['password: field.password.lowercase']);
    expect(refused({ password: 'blue-kite7' })).toEqual(['password: field.password.uppercase']);
    expect(refused({ password: 'Blue-Kites' })).toEqual(['password: field.password.digit']);
    expect(refused({ password: 'Blue Kite 7' })).toEqual(['password: field.password.characters']);
    expect(readForm(schema, good)).toMatchObject({ value: { password: 'Blue-Kite7' } });
  });

  it('requires a birth date from 01/01/1915 to today, as DD/MM/YYYY [SIGNUP-21] [SIGNUP-22] [SIGNUP-23] [SIGNUP-24]', () => {
    expect(refused({ birthDate: '' })).toEqual(['birthDate: field.birthDate.required']);
    expect(refused({ birthDate: '1948-05-04' })).toEqual(['birthDate: field.birthDate.format']);
    expect(refused({ birthDate: '30/02/1948' })).toEqual(['birthDate: field.birthDate.notReal']);
    expect(refused({ birthDate: '22/11/2026' })).toEqual(['birthDate: field.birthDate.future']);
    expect(refused({ birthDate: '31/12/1914' })).toEqual(['birthDate: field.birthDate.tooEarly']);
    for (const birthDate of ['21/11/2026', '01/01/1915']) expect(refused({ birthDate })).toEqual([]);
  });

  it('requires a gender [SIGNUP-25]', () => {
    for (const gender of ['', undefined, 'male', 7])
      expect(refused({ gender })).toEqual(['gender: field.gender.required']);
  });

  it('requires both texts to be read, and says which is not [SIGNUP-26] [SIGNUP-27]', () => {
    for (const no of [false, undefined, 'true', 1]) {
      expect(refused({ EUSARead: no })).toEqual(['EUSARead: error.servicesRead']);
      expect(refused({ privacyPolicyRead: no })).toEqual(['privacyPolicyRead: error.privacyRead']);
    }
  });

  it('accepts a missing Medicare number, and checks a given one [SIGNUP-30] [SIGNUP-31] [SIGNUP-32] [SIGNUP-33]', () => {
    for (const medicareNumber of ['', undefined]) expect(refused({ medicareNumber })).toEqual([]);
    expect(refused({ medicareNumber: '212345670' })).toEqual(['medicareNumber: field.medicare.length']);
    expect(refused({ medicareNumber: '7123456701' })).toEqual(['medicareNumber: field.medicare.firstDigit']);
    expect(refused({ medicareNumber: '2123456711' })).toEqual(['medicareNumber: field.medicare.check']);
    expect(readForm(schema, good)).toMatchObject({ value: { medicareNumber: '2123456701' } });
  });

  it('never throws for hostile values, and uses only known texts', () => {
    const keys = fc.constantFrom(...Object.keys(good), '__proto__', 'relationWithOwner', 'role');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything())), (values) => {
        const read = readForm(schema, values);
        if (!read.ok) for (const { message } of read.fields) expect(catalogue.en).toHaveProperty([message]);
        else expect(Object.keys(read.value as object)).not.toContain('role');
      }),
    );
    expect(readForm(schema, JSON.parse('{"__proto__": {"EUSARead": true}}')).ok).toBe(false);
  });
});

describe.each([
  ['page', signupForm(context), page],
  ['modal', signupFileForm(context), modal],
] as [string, Schema, Record<string, unknown>][])(
  'the account owner of the sign-up %s',
  (_, schema, good) => {
    const refused = (change: Record<string, unknown>) => messages(schema, { ...good, ...change });
    const other = { forMySelf: 'no', relationWithOwner: 'child', notOwnerConfirmation: true };

    it('is required [SIGNUP-11]', () => {
      for (const forMySelf of ['', undefined, true, 'maybe']) {
        expect(refused({ forMySelf })).toEqual(['forMySelf: field.forMyself.required']);
      }
    });

    it('requires the relation for another person [SIGNUP-12]', () => {
      for (const relationWithOwner of ['', undefined, 'cousin', 'Child']) {
        expect(refused({ ...other, relationWithOwner })).toEqual([
          'relationWithOwner: field.relation.required',
        ]);
      }
      for (const relationWithOwner of relations) {
        expect(refused({ ...other, relationWithOwner, other_relationWithOwner: 'cousin' })).toEqual([]);
      }
    });

    it('drops the relation for oneself [SIGNUP-13]', () => {
      const read = readForm(schema, {
        ...good,
        relationWithOwner: 'other',
        other_relationWithOwner: 'cousin',
        notOwnerConfirmation: true,
      });
      expect(read).toMatchObject({ ok: true, value: { forMySelf: 'yes', notOwnerConfirmation: false } });
      if (read.ok)
        expect(Object.keys(read.value as object).filter((key) => key.includes('elationWithOwner'))).toEqual(
          [],
        );
    });

    it('requires words for another relation [SIGNUP-14]', () => {
      const words = { ...other, relationWithOwner: 'other' };
      expect(refused(words)).toEqual(['other_relationWithOwner: field.relationOther.required']);
      expect(refused({ ...words, other_relationWithOwner: 'x'.repeat(101) })).toEqual([
        'other_relationWithOwner: errors.tooLong',
      ]);
      expect(refused({ ...words, other_relationWithOwner: 'a\u202Eb' })).toEqual([
        'other_relationWithOwner: errors.badCharacter',
      ]);
      expect(refused({ ...words, other_relationWithOwner: 'neighbour' })).toEqual([]);
    });

    it('requires the authority only for another person [SIGNUP-28] [SIGNUP-29]', () => {
      expect(refused({ ...other, notOwnerConfirmation: false })).toEqual([
        'notOwnerConfirmation: field.authority.required',
      ]);
      expect(refused({ notOwnerConfirmation: false })).toEqual([]);
    });
  },
);

describe('accountOwner', () => {
  it('is self, the relation, or the words for another relation [SIGNUP-02] [SIGNUP-13] [SIGNUP-14]', () => {
    const owner = (values: object) => {
      const read = readForm(signupForm(context), { ...forOther, ...values });
      return read.ok ? read.value.accountOwner : read.fields;
    };
    expect(owner({})).toBe('child');
    expect(owner({ forMySelf: 'yes' })).toBe('self');
    expect(owner({ relationWithOwner: 'other', other_relationWithOwner: ' neighbour ' })).toBe('neighbour');
    expect(accountOwnerOf({ forMySelf: '', relationWithOwner: 'child', other_relationWithOwner: '' })).toBe(
      'self',
    );
  });

  it('is one of eight relations [SIGNUP-02]', () => {
    expect(relations.join(' ')).toBe(
      'employee spouse_or_partner child sibling friend parent general_practitioner other',
    );
  });

  it('is not sent by the modal, which sends the names instead [SIGNUP-34]', () => {
    const read = readForm(signupFileForm(context), modal);
    expect(read).toMatchObject({ ok: true, value: { firstName: 'Mei', lastName: 'Chen' } });
    if (read.ok) expect(read.value).not.toHaveProperty('accountOwner');
  });
});

describe('the server', () => {
  it('requires the authority whenever the owner is not the person [SIGNUP-28]', () => {
    const schema = signupRequest(context);
    expect(messages(schema, { ...request, accountOwner: 'child' })).toEqual([
      'notOwnerConfirmation: field.authority.required',
    ]);
    expect(messages(schema, { ...request, accountOwner: '' })).toContain(
      'accountOwner: field.forMyself.required',
    );
    expect(readForm(schema, { ...request, accountOwner: 'child', notOwnerConfirmation: true })).toMatchObject(
      {
        ok: true,
        value: { forMySelf: false, accountOwner: 'child' },
      },
    );
    expect(readForm(schema, request)).toMatchObject({
      ok: true,
      value: {
        forMySelf: true,
        accountOwner: 'self',
        birthDateIso: '1948-05-04',
        payload: 'p',
        language: 'zh',
      },
    });
  });

  it('refuses a common password [SIGNUP-19]', () => {
    const schema = signupRequest({ ...context, isCommon: (password) => password === 'Blue-Kite7' });
    expect(messages(schema, request)).toEqual(['password: field.password.common']);
  });

  it('returns the general message for an invalid name in the modal [SIGNUP-34]', () => {
    for (const firstName of ['', 'R2', 'x'.repeat(101), 'a\u0000']) {
      expect(messages(signupWithNamesRequest(context), { ...modal, firstName })).toEqual([
        'firstName: error.generalName',
      ]);
    }
    expect(messages(signupFileForm(context), { ...modal, lastName: '' })).toEqual([
      'lastName: error.generalName',
    ]);
  });

  it('reads only the fields it knows', () => {
    const read = readForm(signupRequest(context), {
      ...request,
      role: 'admin',
      provider_id: 'x',
      status: 'active',
    });
    expect(read.ok && Object.keys(read.value)).toEqual(
      expect.not.arrayContaining(['role', 'provider_id', 'status']),
    );
  });
});
