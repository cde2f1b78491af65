import { describe, expect, it } from 'vitest';
import { emailErrors, generalNameErrors, plainTextErrors, shortTextErrors } from './account-fields.ts';

describe('the errors of an account field', () => {
  it('include a missing address if it is blank', () => {
    expect(emailErrors(' \t')).toEqual([{ field: 'email', message: 'field.email.required' }]);
  });

  it('include one general message for a name of the modal, at the field of that name [SIGNUP-34]', () => {
    for (const name of ['', ' ', 'R2', 'two\nlines', 'x'.repeat(101)])
      expect(generalNameErrors('lastName', name)).toEqual([
        { field: 'lastName', message: 'error.generalName' },
      ]);
    expect(generalNameErrors('firstName', 'Mei')).toEqual([]);
  });

  it('include an error in a short text, with the values for its message', () => {
    const errors = (value: string) => shortTextErrors('relation', value, 'field.relationOther.required');
    expect(errors('  ')).toEqual([{ field: 'relation', message: 'field.relationOther.required' }]);
    expect(errors('a'.repeat(101))).toEqual([
      { field: 'relation', message: 'errors.tooLong', params: { max: 100 } },
    ]);
    expect(errors('two\nlines')).toEqual([
      { field: 'relation', message: 'errors.badCharacter', params: { character: 'U+000A' } },
    ]);
    expect(errors('a'.repeat(100))).toEqual([]);
  });

  it('include the character that cannot be printed', () => {
    const errors = plainTextErrors('name', 'a\u202Eb', { label: 'field.name.yourName', max: 10 });
    expect(errors).toEqual([
      { field: 'name', message: 'field.badCharacters', params: { characters: 'U+202E' } },
    ]);
  });
});
