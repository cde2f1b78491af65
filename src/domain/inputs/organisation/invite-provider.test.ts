import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { inviteProviderForm } from './invite-provider.ts';

const good = {
  first_name: 'Bridie',
  last_name: 'O’Brien',
  provider_name: 'Correa Lodge',
  email: 'bridie@correa.example',
  providerType: 'internal_provider',
  external_id: '',
};

/** Returns the invalid fields, each with its text. */
function problems(more: Record<string, unknown>): string[] {
  const result = readForm(inviteProviderForm, { ...good, ...more });
  return result.ok ? [] : result.fields.map(({ field, message }) => `${field}: ${message}`);
}
function valueOf(more: Record<string, unknown> = {}) {
  const result = readForm(inviteProviderForm, { ...good, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.fields));
  return result.value;
}

describe('the form that invites a provider', () => {
  it('requires first_name and last_name of 2 to 30 characters [PROV-10] [PROV-11]', () => {
    for (const field of ['first_name', 'last_name']) {
      expect(problems({ [field]: ' ' })).toEqual([`${field}: field.required`]);
      expect(problems({ [field]: 'B' })).toEqual([`${field}: field.lengthBetween`]);
      expect(problems({ [field]: 'Bo' })).toEqual([]);
      expect(problems({ [field]: 'B'.repeat(30) })).toEqual([]);
      expect(problems({ [field]: 'B'.repeat(31) })).toEqual([`${field}: field.lengthBetween`]);
    }
  });

  it('accepts only letters with accents, spaces, hyphens, apostrophes and full stops in names [PROV-12]', () => {
    for (const name of ['Zoë', 'Mary-Jane', "O'Neill", 'J. P.', 'De la Cruz', '欧阳', 'Nguyễn'])
      expect(problems({ first_name: name, last_name: name })).toEqual([]);
    for (const name of ['R2 D2', 'Ann_Lee', 'Ann@Lee', 'Ann (Annie)', '...'])
      expect(problems({ first_name: name })).toEqual(['first_name: field.nameCharacters']);
  });

  it('requires provider_name of 2 to 100 characters [PROV-13]', () => {
    expect(problems({ provider_name: '  ' })).toEqual(['provider_name: field.required']);
    expect(problems({ provider_name: 'C' })).toEqual(['provider_name: field.lengthBetween']);
    expect(problems({ provider_name: 'C2' })).toEqual([]);
    expect(problems({ provider_name: 'C'.repeat(100) })).toEqual([]);
    expect(problems({ provider_name: 'C'.repeat(101) })).toEqual(['provider_name: field.lengthBetween']);
    expect(problems({ provider_name: 'Correa\u0007Lodge' })).toEqual(['provider_name: field.badCharacters']);
  });

  it('includes the field and its limits in the message [PROV-13] [PROV-17]', () => {
    const paramsOf = (more: object) => {
      const result = readForm(inviteProviderForm, { ...good, ...more });
      return result.ok ? [] : result.fields.map(({ params }) => params);
    };
    const label = 'field.name.providerName';
    expect(paramsOf({ provider_name: '' })).toEqual([{ label }]);
    expect(paramsOf({ provider_name: 'C' })).toEqual([{ label, min: 2, max: 100 }]);
    expect(paramsOf({ providerType: 'external_provider', external_id: '7'.repeat(101) })).toEqual([
      { label: 'field.name.externalId', max: 100, count: 101 },
    ]);
  });

  it('requires an e-mail address, of any top-level domain [PROV-14]', () => {
    expect(problems({ email: '' })).toEqual(['email: field.email.required']);
    for (const email of ['bridie', 'bridie@correa', 'bridie@.example', 'a b@correa.example'])
      expect(problems({ email })).toEqual(['email: field.email.invalid']);
    for (const email of ['b@correa.care', 'b@correa.com.au', 'b@correa.museum', 'b@correa.xn--fiqs8s'])
      expect(problems({ email })).toEqual([]);
    expect(valueOf({ email: ' Bridie@CORREA.example ' }).email).toBe('bridie@correa.example');
  });

  it('requires the type of the provider [PROV-16]', () => {
    for (const providerType of ['', 'internal', 'admin', null, 4])
      expect(problems({ providerType })).toEqual(['providerType: error.provider.typeRequired']);
  });

  it('requires external_id only from an external_provider, and drops it otherwise [PROV-17]', () => {
    const external = { providerType: 'external_provider' };
    expect(problems({ ...external, external_id: '  ' })).toEqual([
      'external_id: error.provider.externalIdRequired',
    ]);
    expect(problems({ ...external, external_id: '7'.repeat(101) })).toEqual(['external_id: field.tooLong']);
    expect(valueOf({ ...external, external_id: ' R-7 ' }).external_id).toBe('R-7');
    expect(problems({ ...external, external_id: ` ${'7'.repeat(100)} ` })).toEqual([]);
    expect(valueOf({ external_id: 'R-7' }).external_id).toBeNull();
    // Text typed before the other type was chosen causes no error.
    expect(problems({ external_id: '7'.repeat(101) })).toEqual([]);
  });

  it('returns names without surrounding blanks [PROV-10] [PROV-13]', () => {
    const named = { first_name: ' Bridie ', last_name: ' O’Brien\t', provider_name: '　Correa Lodge ' };
    expect(valueOf(named)).toEqual({ ...valueOf(), external_id: null });
  });

  it('returns the same if its result is read again, as the server does [PROV-17]', () => {
    fc.assert(
      fc.property(
        fc.record({
          ...{ first_name: fc.constantFrom(' Zoë ', 'Bo'), last_name: fc.constantFrom('De Luca', ' Li-An') },
          ...{ provider_name: fc.constantFrom(' Correa  Lodge', 'C2 ') },
          email: fc.emailAddress().map((email) => ` ${email.toUpperCase()} `),
          providerType: fc.constantFrom('internal_provider', 'external_provider'),
          external_id: fc.stringMatching(/^ ?[a-zA-Z0-9-]{1,20} ?$/),
        }),
        (typed) => {
          const once = readForm(inviteProviderForm, typed);
          if (!once.ok) return;
          expect(readForm(inviteProviderForm, once.value)).toEqual(once);
          expect(once.value.external_id === null).toBe(typed.providerType === 'internal_provider');
        },
      ),
    );
  });
});
