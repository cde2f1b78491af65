import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfIso } from '../../fields.ts';
import { readForm } from '../form.ts';
import { newCustomerForm, newCustomerRequest } from './new-customer.ts';

const today = '2026-11-22';
const form = newCustomerForm({ today });
const request = newCustomerRequest({ today });

const created = {
  first_name: 'Margaret',
  last_name: 'Doyle',
  accountFor: 'create_account',
  relationWithOwner: 'employee',
  medicareNumber: '2123 45670 1',
  gender: 'Female',
  birthDate: '04/05/1948',
  email: '',
  notOwnerConfirmation: true,
};
const invited = {
  first_name: 'Margaret',
  last_name: 'Doyle',
  accountFor: 'invite_account',
  email: 'm@doyle.example',
};

/** Returns the invalid fields with their messages, in order. */
const wrong = (values: object) => {
  const read = readForm(form, values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
};

describe('the form of a new customer', () => {
  it('asks for these fields, some for each way of adding [ENT-25]', () => {
    const fieldsOf = (accountFor: string) => wrong({ accountFor }).map((problem) => problem.split(':')[0]);
    const needed = new Set([...fieldsOf(''), ...fieldsOf('create_account'), ...fieldsOf('invite_account')]);
    expect(needed).toEqual(
      new Set([
        'accountFor',
        'birthDate',
        'email',
        'first_name',
        'gender',
        'last_name',
        'medicareNumber',
        'notOwnerConfirmation',
        'relationWithOwner',
      ]),
    );
  });

  it.each([
    'Jo',
    'Mary-Jane',
    'O’Brien',
    "D'Arcy",
    'St. John',
    'Nguyễn Thị',
    '陈',
    '欧阳',
    'José',
    'x'.repeat(30),
    '  Ann  ',
  ])('accepts the name %s [CACT-27] [CACT-28]', (name) => {
    expect(wrong({ ...invited, first_name: name, last_name: name })).toEqual([]);
  });

  it.each([
    ['', 'field.required'],
    ['   ', 'field.required'],
    ['J', 'field.lengthBetween'],
    ['x'.repeat(31), 'field.lengthBetween'],
    ['Jo3', 'field.nameCharacters'],
    ['Ann_Lee', 'field.nameCharacters'],
    ['=cmd|x', 'field.nameCharacters'],
    ['--', 'field.nameCharacters'],
    ['Ann‮eel', 'field.nameCharacters'],
    ['Ann\nLee', 'field.nameCharacters'],
  ])('refuses the name "%s" at both names [CACT-27] [CACT-28]', (name, message) => {
    expect(wrong({ ...invited, first_name: name, last_name: name })).toEqual([
      `first_name: ${message}`,
      `last_name: ${message}`,
    ]);
  });

  it('includes the field and its limits in the message about a name [CACT-27]', () => {
    const paramsOf = (first_name: string) => {
      const read = readForm(form, { ...invited, first_name });
      return read.ok ? [] : read.fields.map(({ params }) => params);
    };
    const label = 'field.name.firstName';
    expect(paramsOf('')).toEqual([{ label }]);
    expect(paramsOf('J')).toEqual([{ label, min: 2, max: 30 }]);
    expect(paramsOf('Jo3')).toEqual([{ label }]);
  });

  it('asks how to add the customer, and accepts only the two ways [CACT-29]', () => {
    for (const accountFor of ['', 'admin', undefined, 7])
      expect(wrong({ ...created, accountFor })).toEqual(['accountFor: error.customer.accountFor']);
  });

  it.each([
    ['relationWithOwner', '', 'error.customer.relation'],
    ['relationWithOwner', 'son', 'error.customer.relation'],
    ['medicareNumber', '', 'field.medicare.required'],
    ['medicareNumber', '2123456711', 'field.medicare.check'],
    ['gender', '', 'field.gender.required'],
    ['gender', 'female', 'field.gender.required'],
    ['birthDate', '', 'field.birthDate.required'],
    ['birthDate', '1948-05-04', 'field.birthDate.format'],
    ['birthDate', '30/02/1948', 'field.birthDate.notReal'],
    ['birthDate', '23/11/2026', 'field.birthDate.future'],
    ['birthDate', '31/12/1914', 'field.birthDate.tooEarly'],
    ['notOwnerConfirmation', false, 'field.authority.required'],
    ['notOwnerConfirmation', 'true', 'field.authority.required'],
  ])(
    'refuses %s "%s" if the account is created now [CACT-30] [CACT-31] [CACT-32] [CACT-33] [CACT-34] [CACT-35] [CACT-36] [CACT-37]',
    (field, value, message) => {
      expect(wrong({ ...created, [field]: value })).toEqual([`${field}: ${message}`]);
    },
  );

  it('accepts the first and the last day of birth, and both relations [CACT-30] [CACT-35] [CACT-36]', () => {
    for (const birthDate of ['01/01/1915', '22/11/2026'])
      expect(wrong({ ...created, birthDate })).toEqual([]);
    for (const relationWithOwner of ['employee', 'general_practitioner'])
      expect(wrong({ ...created, relationWithOwner })).toEqual([]);
  });

  it('sends the birth date as a date and the number in digits, also from a Chinese keyboard [CACT-31] [CACT-34] [GAP-85] [D-43]', () => {
    const expected = {
      ok: true,
      value: {
        registration_type: 'create_account',
        first_name: 'Margaret',
        last_name: 'Doyle',
        relationWithOwner: 'employee',
        medicareNumber: '2123456701',
        gender: 'Female',
        dob: '1948-05-04',
        notOwnerConfirmation: true,
      },
    };
    expect(readForm(form, created)).toEqual(expected);
    expect(readForm(form, { ...created, first_name: ' Margaret ', last_name: '　Doyle ' })).toEqual(expected);
    const wide = { medicareNumber: '２１２３ ４５６７０ １', birthDate: '０４/０５/１９４８' };
    expect(readForm(form, { ...created, ...wide })).toEqual(expected);
  });

  it.each(['', 'ann', 'ann@', 'ann@example', 'a b@example.org'])(
    'refuses the address "%s" if the customer is invited [CACT-38]',
    (email) => {
      const message = email === '' ? 'field.email.required' : 'field.email.invalid';
      expect(wrong({ ...invited, email })).toEqual([`email: ${message}`]);
    },
  );

  it('sends only an invited customer’s names and address, in lower case and without blanks [CACT-39] [CACT-40] [GAP-86]', () => {
    const typed = { ...created, accountFor: 'invite_account', email: ' Margaret@Doyle.EXAMPLE ' };
    expect(readForm(form, typed)).toEqual({
      ok: true,
      value: {
        registration_type: 'invite_account',
        first_name: 'Margaret',
        last_name: 'Doyle',
        email: 'margaret@doyle.example',
      },
    });
    // Unused fields are not checked either.
    expect(wrong({ ...invited, medicareNumber: 'x', birthDate: 'never', gender: '?' })).toEqual([]);
  });

  it('is sent with a date of birth only, without a time [API-54]', () => {
    const { accountFor: registration_type, birthDate: _, ...rest } = created;
    for (const dob of ['1948-05-04T00:00:00Z', '1948-05-041', 'x1948-05-04'])
      expect(readForm(request, { ...rest, registration_type, dob })).toEqual({
        ok: false,
        fields: [{ field: 'birthDate', message: 'field.birthDate.format' }],
      });
  });

  it('is checked by the server as on the page, whatever is typed [API-54]', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('', 'Jo', 'O’Brien', 'm@doyle.example', '陈'));
    fc.assert(
      fc.property(
        fc.record({
          first_name: texts,
          last_name: texts,
          accountFor: fc.constantFrom('create_account', 'invite_account', '', 'x'),
          relationWithOwner: fc.constantFrom('employee', 'general_practitioner', 'son'),
          medicareNumber: fc.constantFrom('2123456701', '2123456711', ''),
          gender: fc.constantFrom('Male', 'Female', 'Other', ''),
          dob: fc.date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
          email: texts,
          notOwnerConfirmation: fc.boolean(),
        }),
        ({ accountFor, dob, ...rest }) => {
          const iso = dob.toISOString().slice(0, 10);
          const onPage = readForm(form, { ...rest, accountFor, birthDate: dateOfIso(iso) });
          const onServer = readForm(request, { ...rest, registration_type: accountFor, dob: iso });
          expect(onServer).toEqual(onPage);
          // The server accepts what the page sends.
          if (onPage.ok) expect(readForm(request, onPage.value)).toEqual(onPage);
        },
      ),
    );
  });
});
