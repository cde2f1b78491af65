import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { providerProfileForm, states } from './provider.ts';

const good = {
  name: 'Banksia House',
  address: '1 Coast Road',
  state: 'VIC',
  postcode: '3280',
  location: 'Warrnambool',
  phone_number: '(03) 5550 0123',
  email: 'office@banksia.example',
};

const problems = (more: Record<string, unknown>) => {
  const read = readForm(providerProfileForm, { ...good, ...more });
  return read.ok ? [] : read.fields;
};

describe("a provider's own page", () => {
  it('is returned trimmed, with the e-mail address in lower case or empty [GAP-77, PROV-19]', () => {
    const padded = Object.fromEntries(Object.entries(good).map(([key, value]) => [key, ` ${value} `]));
    expect(
      readForm(providerProfileForm, { ...padded, state: 'VIC', email: ' Office@Banksia.example ' }),
    ).toEqual({
      ok: true,
      value: good,
    });
    expect(readForm(providerProfileForm, { ...good, email: ' ' })).toMatchObject({ value: { email: '' } });
    expect(problems({ email: 'office' })).toEqual([{ field: 'email', message: 'field.email.invalid' }]);
  });

  it.each([
    ['name', 'field.name.providerName'],
    ['address', 'field.name.address'],
    ['location', 'field.name.location'],
  ])('requires a %s, and says which field it is', (field, label) => {
    for (const value of ['', '  ', undefined])
      expect(problems({ [field]: value })).toEqual([{ field, message: 'field.required', params: { label } }]);
  });

  it('has a name of two to a hundred characters', () => {
    for (const name of ['Li', '人'.repeat(100), ` ${'a'.repeat(100)} `])
      expect(problems({ name })).toEqual([]);
    for (const name of ['L', ' L ', 'a'.repeat(101)])
      expect(problems({ name })).toMatchObject([
        { field: 'name', message: 'field.lengthBetween', params: { min: 2, max: 100 } },
      ]);
    expect(problems({ name: 'Two\nlines' })).toMatchObject([{ field: 'name' }]);
  });

  it('has an address of at most 200 characters and a place of at most 100', () => {
    expect(problems({ address: 'a'.repeat(200), location: 'a'.repeat(100) })).toEqual([]);
    expect(problems({ address: 'a'.repeat(201) })).toMatchObject([
      { field: 'address', params: { max: 200 } },
    ]);
    expect(problems({ location: 'a'.repeat(101) })).toMatchObject([
      { field: 'location', params: { max: 100 } },
    ]);
  });

  it('is in one of the eight states and territories [PROV-32]', () => {
    expect(states).toEqual(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'VIC', 'TAS', 'WA']);
    for (const state of states) expect(problems({ state })).toEqual([]);
    for (const state of ['', 'vic', 'NZ', 'length'])
      expect(problems({ state })).toEqual([{ field: 'state', message: 'field.state.required' }]);
  });

  it('has a postcode of four digits', () => {
    expect(problems({ postcode: '' })).toEqual([{ field: 'postcode', message: 'field.postcode.required' }]);
    for (const postcode of ['328', '32800', 'abcd'])
      expect(problems({ postcode })).toEqual([{ field: 'postcode', message: 'field.postcode.format' }]);
  });

  it('has a telephone number of 8 to 15 digits, with only the characters of numbers', () => {
    for (const phone_number of ['5550 0123', '+61 (0)3 5550.0123', '1'.repeat(15), ' 1800-000-000 '])
      expect(problems({ phone_number })).toEqual([]);
    for (const phone_number of ['555 0123', '1'.repeat(16), '5550 0123 x4', `5550 0123${' '.repeat(40)}1`])
      expect(problems({ phone_number })).toEqual([{ field: 'phone_number', message: 'field.phone.format' }]);
    for (const phone_number of ['', '  '])
      expect(problems({ phone_number })).toEqual([
        { field: 'phone_number', message: 'field.phone.required' },
      ]);
  });
});
