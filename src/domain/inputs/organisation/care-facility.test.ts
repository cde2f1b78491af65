import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { careTypes, careTypeWords } from '../../facilities/care-types.ts';
import { catalogue } from '../../i18n/catalogue.ts';
import { careFacilityFields, careFacilityForm } from './care-facility.ts';
import { readForm } from '../form.ts';

const good = {
  provider_name: 'Heathland Care',
  service_name: 'Heathland Lodge',
  address: '4 Wattle Lane',
  suburb: 'Warrnambool',
  state: 'VIC',
  postcode: '3280',
  care_type: 'Residential',
};

const problems = (more: Record<string, unknown>) => {
  const read = readForm(careFacilityForm, { ...good, ...more });
  return read.ok ? [] : read.fields;
};

describe('the form of a care facility', () => {
  it('has the fields provider_name, service_name, address, suburb, state, postcode, care_type [FAC-04]', () => {
    expect([...careFacilityFields]).toEqual([
      'provider_name',
      'service_name',
      'address',
      'suburb',
      'state',
      'postcode',
      'care_type',
    ]);
    expect(readForm(careFacilityForm, good)).toEqual({ ok: true, value: good });
  });

  it('requires only the name, of 2 to 100 characters [FAC-05, FAC-06, FAC-07, FAC-08, FAC-09]', () => {
    const label = 'field.name.providerName';
    for (const value of ['', '  ', undefined, null, 7])
      expect(problems({ provider_name: value })).toEqual([
        { field: 'provider_name', message: 'field.required', params: { label } },
      ]);
    for (const value of ['A', ' A ', 'a'.repeat(101), '😀'])
      expect(problems({ provider_name: value })).toEqual([
        { field: 'provider_name', message: 'field.lengthBetween', params: { label, min: 2, max: 100 } },
      ]);
    for (const value of ['AB', '安康', 'a'.repeat(100)])
      expect(problems({ provider_name: value })).toEqual([]);
    const empty = Object.fromEntries(careFacilityFields.map((field) => [field, '']));
    expect(readForm(careFacilityForm, { provider_name: ' Heathland Care ' })).toEqual({
      ok: true,
      value: { ...empty, provider_name: 'Heathland Care' },
    });
    const padded = Object.fromEntries(
      Object.entries(good).map(([field, word]) => [field, field === 'care_type' ? word : ` ${word}\t`]),
    );
    expect(readForm(careFacilityForm, padded)).toEqual({ ok: true, value: good });
  });

  it('accepts a service name of 2 to 100 characters, or none [FAC-06]', () => {
    for (const value of ['', '  ', 'AB', 'a'.repeat(100)])
      expect(problems({ service_name: value })).toEqual([]);
    for (const value of ['A', 'a'.repeat(101)])
      expect(problems({ service_name: value })).toMatchObject([
        {
          field: 'service_name',
          message: 'field.lengthBetween',
          params: { label: 'field.name.serviceName', min: 2, max: 100 },
        },
      ]);
  });

  it('accepts any printable text as address, suburb and state [FAC-07]', () => {
    expect(problems({ address: 'Lot 7 & 8', suburb: '博士山', state: 'Victoria' })).toEqual([]);
    expect(
      problems({ address: 'a'.repeat(201), suburb: 'a'.repeat(101), state: 'a'.repeat(51) }),
    ).toMatchObject([
      { field: 'address', message: 'field.tooLong', params: { label: 'field.name.address', max: 200 } },
      { field: 'suburb', message: 'field.tooLong', params: { label: 'field.name.suburb', max: 100 } },
      { field: 'state', message: 'field.tooLong', params: { label: 'field.name.state', max: 50 } },
    ]);
    expect(problems({ state: ` ${'a'.repeat(50)}  ` })).toEqual([]);
    expect(problems({ suburb: 'War\u0007rnambool' })).toMatchObject([{ message: 'field.badCharacters' }]);
  });

  it('accepts a postcode of exactly 4 digits, or none [FAC-08]', () => {
    for (const value of ['', ' ', '3280', ' 0800 ', '３２８０'])
      expect(problems({ postcode: value })).toEqual([]);
    fc.assert(
      fc.property(fc.string(), (value) => {
        fc.pre(value.normalize('NFKC').trim() !== '' && !/^[0-9]{4}$/.test(value.normalize('NFKC').trim()));
        expect(problems({ postcode: value })).toEqual([
          { field: 'postcode', message: 'field.postcode.format' },
        ]);
      }),
    );
  });

  it('accepts exactly one of the seven care types, or none [FAC-09, FAC-10]', () => {
    const ofTheSource = [
      'Home Care',
      'Residential',
      'Multi-Purpose Service',
      'Transition Care',
      'Short Term Restorative Care (STRC)',
      'National Aboriginal and Torres Strait Islander Aged Care Program',
      'Innovative Pool',
    ];
    expect([...careTypes]).toEqual(ofTheSource);
    for (const value of ['', ...ofTheSource]) expect(problems({ care_type: value })).toEqual([]);
    for (const value of ['residential', 'Residential ', 'Hospital', 'constructor'])
      expect(problems({ care_type: value })).toEqual([
        {
          field: 'care_type',
          message: 'field.requiredChoice',
          params: { label: 'field.name.careType' },
        },
      ]);
  });

  it('shows each care type in its own words, in both languages [FAC-10]', () => {
    for (const texts of [catalogue.en, catalogue.zh])
      expect(new Set(careTypes.map((type) => texts[careTypeWords[type] as keyof typeof texts])).size).toBe(7);
  });
});
