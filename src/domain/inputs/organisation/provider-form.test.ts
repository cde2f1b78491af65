import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownExternalId, storedExternalId } from '../../providers/external-id.ts';
import { trialOfNewProvider } from '../../billing/trial.ts';
import { readForm } from '../form.ts';
import { isRename } from './provider.ts';
import { newProvider, providerChange, providerForm } from './provider-form.ts';

const good = {
  name: 'Seagrass House',
  address: '12 Heath Street',
  state: 'VIC',
  postcode: '3280',
  location: 'Warrnambool',
  phone_number: '(03) 5550 0140',
  email: 'hello@seagrass.example',
  type: 'internal_provider',
  external_id: '',
  government_id: 'RACS-17',
  subscription_id: '',
  subscription_start_date: '01/07/2024',
  trial_expiry_date: '',
};

const problemsOf = (schema: Parameters<typeof readForm>[0], values: object) => {
  const read = readForm(schema, values);
  return read.ok ? {} : Object.fromEntries(read.fields.map(({ field, message }) => [field, message]));
};
const problems = (more: object) => problemsOf(providerForm, { ...good, ...more });
const value = (more: object) => {
  const read = readForm(providerForm, { ...good, ...more });
  return read.ok ? read.value : read.fields;
};

describe('a rename of a provider', () => {
  it('changes the name and nothing else [N-12]', () => {
    expect(isRename(good, good)).toBe(false);
    expect(isRename(good, { ...good, name: 'Seagrass Home' })).toBe(true);
    for (const field of Object.keys(good) as (keyof typeof good)[])
      expect([field, isRename(good, { ...good, name: 'Seagrass Home', [field]: 'other' })]).toEqual([
        field,
        field === 'name',
      ]);
  });
});

describe('the form of a provider', () => {
  it('requires name, address, state, location, phone_number, type and subscription_start_date [PROV-19]', () => {
    expect(problemsOf(providerForm, {})).toEqual({
      name: 'field.required',
      address: 'field.required',
      state: 'field.state.required',
      postcode: 'field.postcode.required',
      location: 'field.required',
      phone_number: 'field.phone.required',
      type: 'error.provider.typeRequired',
      subscription_start_date: 'field.date.required',
    });
    expect(problems({})).toEqual({});
  });

  it('has a postcode of exactly 4 digits [PROV-20]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,8}$/), (postcode) => {
        expect('postcode' in problems({ postcode })).toBe(postcode.length !== 4);
      }),
    );
    expect(problems({ postcode: '32a0' })).toEqual({ postcode: 'field.postcode.format' });
  });

  it('has a valid e-mail address, or none [PROV-21]', () => {
    expect(problems({ email: '' })).toEqual({});
    expect(problems({ email: 'hello@seagrass' })).toEqual({ email: 'field.email.invalid' });
  });

  it.each(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'VIC', 'TAS', 'WA'])(
    'accepts the state %s [PROV-32]',
    (state) => {
      expect(problems({ state })).toEqual({});
    },
  );

  it.each(['Vic', 'Victoria', 'NZ', 'ACT '])('refuses the state %j [PROV-32]', (state) => {
    expect(problems({ state })).toEqual({ state: 'field.state.required' });
  });

  it.each(['', 'internal', 'root', 'constructor', 'INTERNAL_PROVIDER'])('refuses the type %j', (type) => {
    expect(problems({ type })).toEqual({ type: 'error.provider.typeRequired' });
  });

  it('requires an external_id for an external provider, and drops that of an internal one [PROV-23]', () => {
    for (const external_id of ['', '   ', '\t'])
      expect(problems({ type: 'external_provider', external_id })).toEqual({
        external_id: 'error.provider.externalIdRequired',
      });
    expect(problems({ type: 'external_provider', external_id: 'S-17' })).toEqual({});
    expect(problems({ type: 'external_provider', external_id: 'x'.repeat(101) })).toEqual({
      external_id: 'field.tooLong',
    });
    expect(value({ external_id: 'S-17' })).toMatchObject({ external_id: '' });
  });

  it('has one external id for every spelling of it, in any case and with any blanks [PROV-18]', () => {
    const id = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    const blanks = fc.array(fc.constantFrom(' ', '\t', '\u00a0', '\u3000', ''), { maxLength: 3 });
    fc.assert(
      fc.property(id, blanks, blanks, fc.nat(), (typed, before, after, at) => {
        const cut = at % (typed.length + 1);
        const spelled = [...before, typed.slice(0, cut).toUpperCase(), ...after, typed.slice(cut), ' '].join(
          '',
        );
        expect(storedExternalId(spelled)).toBe(`ext-${typed}`);
        expect(value({ type: 'external_provider', external_id: spelled })).toMatchObject({
          external_id: typed,
        });
        expect(shownExternalId(storedExternalId(typed))).toBe(typed);
      }),
    );
  });

  it('requires a real start day of the subscription, typed or sent as an ISO date [PROV-19]', () => {
    expect(problems({ subscription_start_date: '31/02/2024' })).toEqual({
      subscription_start_date: 'field.date.notReal',
    });
    expect(problems({ subscription_start_date: '1/7/2024' })).toEqual({
      subscription_start_date: 'field.date.format',
    });
    expect(problems({ subscription_start_date: '01/07/0024' })).toEqual({
      subscription_start_date: 'field.date.notReal',
    });
    expect(value({ subscription_start_date: '2024-07-01' })).toMatchObject({
      subscription_start_date: '01/07/2024',
    });
    expect(problems({ trial_expiry_date: 'soon' })).toEqual({ trial_expiry_date: 'field.date.format' });
    for (const year of ['1899', '2200'])
      expect(problems({ subscription_start_date: `01/07/${year}` })).toEqual({
        subscription_start_date: 'field.date.notReal',
      });
    for (const year of ['1900', '2199'])
      expect(problems({ subscription_start_date: `01/07/${year}` })).toEqual({});
    expect(problems({ subscription_start_date: '2024-07-01T00:00:00Z' })).toEqual({
      subscription_start_date: 'field.date.format',
    });
  });

  it('has a real end day of its trial, or none [GAP-108]', () => {
    expect(value({ trial_expiry_date: '2027-01-31' })).toMatchObject({ trial_expiry_date: '31/01/2027' });
    expect(value({ trial_expiry_date: ' 31/01/2027 ' })).toMatchObject({ trial_expiry_date: '31/01/2027' });
    expect(value({ trial_expiry_date: ' ' })).toMatchObject({ trial_expiry_date: '' });
  });

  it('includes the field in the message about an id that is too long', () => {
    const long = 'x'.repeat(101);
    const read = readForm(providerForm, {
      ...good,
      type: 'external_provider',
      external_id: long,
      government_id: long,
    });
    expect(read).toMatchObject({
      fields: [
        { field: 'external_id', params: { label: 'field.name.externalId', max: 100 } },
        { field: 'government_id', params: { label: 'field.name.governmentId', max: 100 } },
      ],
    });
  });

  it('returns its ids without surrounding blanks, and that of the payment plan in lower case', () => {
    expect(value({ government_id: ' RACS-17 ', subscription_id: ' 6B1C ' })).toMatchObject({
      government_id: 'RACS-17',
      subscription_id: '6b1c',
    });
    expect(value({ email: ' ' })).toMatchObject({ email: '' });
  });

  it('returns the same if its result is read again', () => {
    const once = value({ name: ' Seagrass House ', type: 'external_provider', external_id: ' S 17' });
    expect(readForm(providerForm, once)).toEqual({ ok: true, value: once });
  });

  it('never throws for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (sent) => {
        readForm(providerForm, sent);
        readForm(newProvider, sent);
        readForm(providerChange, sent);
      }),
    );
  });
});

describe('a new provider', () => {
  it('requires parent_id, also for the top of a tree [PROV-22]', () => {
    expect(problemsOf(newProvider, good)).toEqual({ parent_id: 'error.provider.parentRequired' });
    expect(problemsOf(newProvider, { ...good, parent_id: '' })).toEqual({
      parent_id: 'error.provider.parentRequired',
    });
    for (const parent_id of [null, 'a'])
      expect(readForm(newProvider, { ...good, parent_id })).toEqual({
        ok: true,
        value: { ...good, parent_id },
      });
  });

  it('has a trial of 30 days if it is a root without a payment plan, and not otherwise [GAP-108]', () => {
    const today = '2026-11-23';
    expect(trialOfNewProvider({ parentId: null, subscriptionId: null }, today)).toBe('2026-12-23');
    expect(trialOfNewProvider({ parentId: 'a', subscriptionId: null }, today)).toBeNull();
    expect(trialOfNewProvider({ parentId: null, subscriptionId: 'b' }, today)).toBeNull();
  });
});

describe('a change of a provider', () => {
  const { name, address, state, postcode, location, phone_number, email } = good;
  const profile = { name, address, state, postcode, location, phone_number, email };

  it('contains only the profile, or also everything else [PROV-22]', () => {
    expect(readForm(providerChange, profile)).toEqual({ ok: true, value: { ...profile, type: '' } });
    expect(readForm(providerChange, good)).toEqual({ ok: true, value: good });
    expect(problemsOf(providerChange, { ...profile, government_id: 'RACS-17' })).toEqual({
      type: 'error.provider.typeRequired',
      subscription_start_date: 'field.date.required',
    });
  });
});
