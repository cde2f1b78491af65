import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { careConnectionForm } from './care-connection.ts';
import { careLinkForm } from './care-link.ts';

const typed = {
  address: ' https://ecase.example/api ',
  facility_code: ' BAN ',
  user_name: 'wattle',
  secret: ' key ',
};

const errorsOf = (values: object, saved?: { address: string }) => {
  const read = readForm(careConnectionForm(saved), values);
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field} ${message}`);
};

describe('the form of a connection', () => {
  it('trims what was typed, but not the secret [GAP-110]', () => {
    expect(readForm(careConnectionForm(), typed)).toEqual({
      ok: true,
      value: {
        address: 'https://ecase.example/api',
        facility_code: 'BAN',
        user_name: 'wattle',
        secret: ' key ',
      },
    });
  });

  it.each([
    '',
    'ecase.example',
    'ftp://ecase.example',
    'https://',
    'https://a:b@ecase.example',
    'https://ecase.example/?x=1',
    'https://ecase.example/#x',
    `https://ecase.example/${'a'.repeat(500)}`,
  ])('refuses the address "%s" [GAP-110]', (address) => {
    expect(errorsOf({ ...typed, address })).toEqual(['address error.integration.address']);
  });

  it('names every field that is missing or too long [GAP-110]', () => {
    expect(errorsOf({ address: 'https://ecase.example' })).toEqual([
      'facility_code error.integration.facilityCode',
      'user_name error.integration.userName',
      'secret error.integration.secret',
    ]);
    expect(errorsOf({ ...typed, facility_code: 'x'.repeat(51), user_name: 'x'.repeat(101) })).toHaveLength(2);
  });

  it('keeps the saved secret for the same address only [GAP-110]', () => {
    const kept = { ...typed, secret: '' };
    expect(errorsOf(kept, { address: 'https://ecase.example/api' })).toEqual([]);
    expect(errorsOf(kept, { address: 'https://other.example/api' })).toEqual([
      'secret error.integration.addressSecret',
    ]);
  });
});

it('a link needs a customer, and the box that says that both were compared [GAP-111]', () => {
  expect(readForm(careLinkForm, {})).toMatchObject({
    ok: false,
    fields: [
      { field: 'user_id', message: 'error.integration.customer' },
      { field: 'compared', message: 'error.integration.compared' },
    ],
  });
  expect(readForm(careLinkForm, { user_id: 'a', compared: true }).ok).toBe(true);
});
