import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { customerIdForm } from './customer-id.ts';
import { newCustomerForm } from './new-customer.ts';
import { tidyRoom } from './room.ts';

const read = (room: unknown) => readForm(customerIdForm, { customer_id: '', room });
const valueOf = (room: unknown) => {
  const result = read(room);
  return result.ok ? result.value : result.fields.map(({ field, message }) => `${field}: ${message}`);
};

describe('the room of a customer', () => {
  it('has no surrounding or repeated blanks, and at most 20 characters [N-09]', () => {
    expect(tidyRoom('  Room \u00A0 12B\u3000')).toBe('Room 12B');
    expect(valueOf(` ${'x'.repeat(20)} `)).toEqual({ customer_id: '', room: 'x'.repeat(20) });
    expect(valueOf('𠮷'.repeat(20))).toEqual({ customer_id: '', room: '𠮷'.repeat(20) });
    for (const length of [21, 40, 10_000])
      expect(valueOf('x'.repeat(length))).toEqual(['room: error.customer.roomTooLong']);
  });

  it('refuses characters that cannot be printed, at the field [N-09]', () => {
    for (const bad of ['1\u00002', '1\u202E2', '1\n2'])
      expect(valueOf(bad)).toEqual(['room: field.badCharacters']);
  });

  it('is empty for none, and left out if it was not sent [N-09]', () => {
    expect(valueOf('  ')).toEqual({ customer_id: '', room: '' });
    expect(valueOf(7)).toEqual({ customer_id: '', room: '' });
    for (const missing of [undefined, null]) expect(valueOf(missing)).toEqual({ customer_id: '' });
  });

  it('belongs to the form of a new customer too, and is optional there [N-09]', () => {
    const form = newCustomerForm({ today: '2026-11-28' });
    const added = (more: object) =>
      readForm(form, {
        ...{ first_name: 'Ann', last_name: 'Lee', accountFor: 'invite_account', email: 'a@b.example' },
        ...more,
      });
    expect(added({ room: ' 12B ' })).toMatchObject({ ok: true, value: { room: '12B' } });
    expect(added({})).not.toHaveProperty('value.room');
    expect(added({ room: 'x'.repeat(40) })).toMatchObject({
      ok: false,
      fields: [{ field: 'room', message: 'error.customer.roomTooLong' }],
    });
  });
});
