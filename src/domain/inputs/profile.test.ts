import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepProblems } from '../questionnaire/answering/validate.ts';
import { deletionForm } from './deletion.ts';
import { readForm } from './form.ts';
import { answersOfProfile, medicareForm, profileForm, profileProblems } from './profile.ts';

const today = '2026-11-21';
const good = {
  first_name: ' Mei ',
  last_name: 'Chen',
  dob: '04/05/1948',
  gender: 'Female',
  postcode: ' 3280 ',
};

const messages = (schema: Parameters<typeof readForm>[0], values: unknown) => {
  const read = readForm(schema, values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field}: ${message}`);
};

describe('the form of the profile', () => {
  it('accepts what the questionnaire accepts, without surrounding blanks [SET-01]', () => {
    expect(readForm(profileForm({ today }), good)).toEqual({
      ok: true,
      value: { ...good, first_name: 'Mei', postcode: '3280' },
    });
  });

  it('requires every fact, and reports each missing one [SET-01]', () => {
    expect(messages(profileForm({ today }), {})).toEqual([
      'first_name: firstName.error.required',
      'last_name: lastName.error.required',
      'dob: dob.error.required',
      'gender: gender.error.required',
      'postcode: postcode.error.required',
    ]);
  });

  it('has the rules of the first two steps of the questionnaire, whatever is typed [SET-01, QSTEP1-04]', () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('Mei', '04/05/1948', '3280', 'Female', 'R2D2'),
    );
    fc.assert(
      fc.property(typed, typed, typed, typed, typed, (first_name, last_name, dob, gender, postcode) => {
        const found = profileProblems({ first_name, last_name, dob, gender, postcode }, today);
        const answers = { firstName: first_name, lastName: last_name, dob, gender, postcode };
        const expected = [
          ...stepProblems('step1', answers, { today }),
          ...stepProblems('step2', answers, { today }),
        ];
        const fields = { firstName: 'first_name', lastName: 'last_name' } as Record<string, string>;
        expect(found).toEqual(
          expected
            .filter(({ field }) => field in answers)
            .map((each) => ({ ...each, field: fields[each.field] ?? each.field })),
        );
      }),
    );
  });

  it('ignores missing fields, and passes the given ones on to the plan [SET-01]', () => {
    expect(profileProblems({ postcode: '3000' }, today)).toEqual([]);
    expect(answersOfProfile({ first_name: ' Mei ', postcode: '3000', gender: null })).toEqual({
      firstName: 'Mei',
      postcode: '3000',
    });
    expect(answersOfProfile({})).toEqual({});
    // Full-width digits become plain ones in a date and a postcode, and stay as typed in words.
    expect(answersOfProfile({ dob: '０４/０５/１９４８', postcode: '３１５０', first_name: 'Ｍ' })).toEqual({
      dob: '04/05/1948',
      postcode: '3150',
      firstName: 'Ｍ',
    });
  });
});

describe('the Medicare number of the profile', () => {
  it('is returned without blanks, and may be removed [SET-01, SIGNUP-30]', () => {
    expect(readForm(medicareForm, { medicare_number: ' 2123 45670 1 ' })).toEqual({
      ok: true,
      value: { medicare_number: '2123456701' },
    });
    expect(messages(medicareForm, { medicare_number: '' })).toEqual([]);
    expect(messages(medicareForm, { medicare_number: '2123456711' })).toEqual([
      'medicare_number: field.medicare.check',
    ]);
  });
});

describe('the word that deletes', () => {
  it('is only DELETE [D-19]', () => {
    const password = 'Ferry-Lantern-7';
    expect(messages(deletionForm, { confirm: ' DELETE ', password })).toEqual([]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('delete', 'Delete', '', 'DELETE.')), (confirm) => {
        fc.pre(confirm.trim() !== 'DELETE');
        expect(messages(deletionForm, { confirm, password })).toEqual([
          'confirm: settings.privacy.delete.type',
        ]);
      }),
    );
  });

  it('requires the password [D-19, security 13]', () => {
    expect(messages(deletionForm, { confirm: 'DELETE' })).toEqual(['password: field.password.required']);
    expect(messages(deletionForm, {})).toEqual([
      'confirm: settings.privacy.delete.type',
      'password: field.password.required',
    ]);
  });
});
