import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relationships } from '../accounts/relationships.ts';
import { readForm } from '../inputs/form.ts';
import { addContactForm, deleteContactForm, editContactForm } from './contact-form.ts';

const good = {
  name: 'Daniel Doyle',
  email: 'Daniel@Example.com ',
  phone: '+61 491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  enduringGuardian: false,
  permissionConfirmation: true,
};

const problemsOf = (change: object, ownEmail?: string) => {
  const read = readForm(addContactForm(ownEmail === undefined ? {} : { ownEmail }), { ...good, ...change });
  return read.ok ? [] : read.fields.map(({ field, message }) => [field, message]);
};

describe('the form of a trusted contact', () => {
  it('returns valid values, with the address as it is compared [TC-03] [API-28]', () => {
    expect(readForm(addContactForm(), good)).toEqual({
      ok: true,
      value: {
        name: 'Daniel Doyle',
        email: 'daniel@example.com',
        phone: '+61 491 570 006',
        relationship: 'Son',
        substitutedDecisionMaker: true,
        enduringGuardian: false,
      },
    });
  });

  it('returns yes and no unchanged, and the name without surrounding blanks [TC-15] [TC-16]', () => {
    const said = { substitutedDecisionMaker: false, enduringGuardian: true };
    expect(readForm(addContactForm(), { ...good, ...said, name: ' Daniel Doyle ' })).toMatchObject({
      value: { ...said, name: 'Daniel Doyle' },
    });
  });

  it('accepts the relations of the list and no other word [TC-10] [TC-14]', () => {
    expect(relationships).toEqual([
      'Brother',
      'Sister',
      'Son',
      'Daughter',
      'Friend',
      'Wife',
      'Husband',
      'Spouse / Partner',
      'Parent',
      'General Practitioner (GP)',
      'Specialists',
      'Doctor',
      'Health Facility',
      'Carers',
      'Attorney',
      'Financial Advisor',
      'Other',
    ]);
    for (const relationship of relationships) expect(problemsOf({ relationship })).toEqual([]);
    for (const relationship of ['', 'son', 'Neighbour', 7])
      expect(problemsOf({ relationship })).toEqual([['relationship', 'contact.relationship.error.required']]);
  });

  it('asks a writer on behalf for the contact’s relation to the person, by name [TC-14] [R-31]', () => {
    const person = 'Margaret Doyle';
    for (const schema of [addContactForm({ person }), editContactForm({ person })]) {
      const read = readForm(schema, { ...good, relationship: '' });
      expect(read.ok ? [] : read.fields).toEqual([
        { field: 'relationship', message: 'contact.relationship.error.requiredOnBehalf', params: { person } },
      ]);
    }
  });

  it('refuses a name with digits, without letters, or that cannot be printed [TC-11]', () => {
    expect(problemsOf({ name: 'Daniel 2' })).toEqual([['name', 'contact.name.error.noDigits']]);
    expect(problemsOf({ name: '张３' })).toEqual([['name', 'contact.name.error.noDigits']]);
    expect(problemsOf({ name: ' ' })).toEqual([['name', 'contact.name.error.required']]);
    const withParams = (name: string) => {
      const read = readForm(addContactForm(), { ...good, name });
      return read.ok ? [] : read.fields;
    };
    expect(withParams('x'.repeat(101))).toEqual([
      { field: 'name', message: 'errors.tooLong', params: { max: 100 } },
    ]);
    for (const [name, character] of [
      ['Dan\u202Eiel', 'U+202E'],
      ['Dan\niel', 'U+000A'],
    ] as const)
      expect(withParams(name)).toEqual([
        { field: 'name', message: 'errors.badCharacter', params: { character } },
      ]);
    expect(problemsOf({ name: ` ${'x'.repeat(100)} ` })).toEqual([]);
    expect(problemsOf({ name: '陈伟' })).toEqual([]);
  });

  it('accepts addresses with any top-level domain, but not the owner’s own [TC-12] [GAP-69]', () => {
    for (const email of ['a@b.museum', 'a@b.co', 'a@b.公司']) expect(problemsOf({ email })).toEqual([]);
    for (const email of ['a@b', 'a b@c.de', 'no'])
      expect(problemsOf({ email })).toEqual([['email', 'contact.email.error.format']]);
    for (const email of ['', ' '])
      expect(problemsOf({ email })).toEqual([['email', 'contact.email.error.required']]);
    expect(problemsOf({}, 'someone@example.com')).toEqual([]);
    expect(problemsOf({}, 'DANIEL@example.com')).toEqual([['email', 'contact.email.error.own']]);
  });

  it('requires a telephone number of 8 to 15 digits [TC-13] [GAP-69]', () => {
    for (const phone of ['12345678', '+61 491 570 006', '(03) 5550 0140', '０４９１ 570 006'])
      expect(problemsOf({ phone })).toEqual([]);
    expect(problemsOf({ phone: '' })).toEqual([['phone', 'contact.phone.error.required']]);
    for (const phone of ['1234567', '1234567890123456', 'call me 12345678'])
      expect(problemsOf({ phone })).toEqual([['phone', 'contact.phone.error.format']]);
  });

  it('requires yes or no to both questions, and the permission to be ticked [TC-15] [TC-16] [TC-17]', () => {
    for (const unanswered of [null, undefined, 'yes', 1]) {
      expect(problemsOf({ substitutedDecisionMaker: unanswered })).toEqual([
        ['substitutedDecisionMaker', 'contact.substitutedDecisionMaker.error.required'],
      ]);
      expect(problemsOf({ enduringGuardian: unanswered })).toEqual([
        ['enduringGuardian', 'contact.enduringGuardian.error.required'],
      ]);
    }
    for (const unticked of [false, null, 'true'])
      expect(problemsOf({ permissionConfirmation: unticked })).toEqual([
        ['permissionConfirmation', 'contact.permissionConfirmation.error.required'],
      ]);
  });

  it('reports every invalid field at once, whatever is sent [TC-03]', () => {
    const read = readForm(addContactForm(), {});
    expect(read.ok ? [] : read.fields.map(({ field }) => field)).toEqual([
      'name',
      'email',
      'phone',
      'relationship',
      'substitutedDecisionMaker',
      'enduringGuardian',
      'permissionConfirmation',
    ]);
    fc.assert(
      fc.property(fc.object(), (values) => {
        expect(() => readForm(addContactForm(), values)).not.toThrow();
      }),
    );
  });

  it('does not ask for permission again when a contact is changed [TC-04] [API-29]', () => {
    const { permissionConfirmation: _, ...facts } = good;
    expect(readForm(editContactForm(), facts).ok).toBe(true);
  });

  it('deletes only after the exact word DELETE [TC-20]', () => {
    expect(readForm(deleteContactForm, { confirm: 'DELETE' })).toEqual({
      ok: true,
      value: { confirm: 'DELETE' },
    });
    for (const confirm of ['delete', 'Delete', ' DELETE', 'DELETE ', '', 'DELETED'])
      expect(readForm(deleteContactForm, { confirm })).toMatchObject({
        ok: false,
        fields: [{ field: 'confirm' }],
      });
  });
});
