import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { findCustomerRow } from '../customer-row.ts';
import { getCustomer } from '../page/operations.ts';
import { outcomeOf, startHouse, type House } from './customers.fixture.ts';
import { getCustomers } from '../list/operations.ts';
import { inviteCustomer } from './inviting/invite-operation.ts';
import { moveCustomers, previewCustomerMove, undoCustomerMove } from './moving/move-operations.ts';
import { updateCustomerId } from './status-operations.ts';

describe('the room of a customer', () => {
  let h: House;
  let id = '';
  beforeAll(async () => {
    h = await startHouse();
    id = await h.customer();
  });
  afterAll(() => h.close());

  const edit = (input: object, who: TestPerson = h.editor) =>
    updateCustomerId.call(h.as(who), { id, customer_id: 'R-7', ...input });
  const roomNow = async () => (await h.stored(id))!['room'];

  it('is set beside the customer ID, kept when it is left out, and removed when it is empty [N-09]', async () => {
    expect(await edit({ room: '  12B ' })).toMatchObject({ id, customer_id: 'R-7', room: '12B' });
    expect(await edit({ customer_id: 'R-8' })).toMatchObject({ customer_id: 'R-8', room: '12B' });
    expect(await getCustomer.call(h.as(h.editor), { id })).toMatchObject({ room: '12B' });
    expect(await edit({ room: ' ' })).toMatchObject({ room: null });
    expect(await edit({ room: '2' })).toMatchObject({ room: '2' });
  });

  it('is refused at the field if it is too long or cannot be printed, and nothing changes [N-09]', async () => {
    for (const [room, message] of [
      ['x'.repeat(40), 'error.customer.roomTooLong'],
      ['1\u0000', 'field.badCharacters'],
    ] as const)
      await expect(edit({ customer_id: 'R-9', room })).rejects.toMatchObject({
        code: 'invalid',
        fields: [{ field: 'room', message }],
      });
    expect(await findCustomerRow(h.test.services.db, id)).toMatchObject({ customer_id: 'R-7', room: '2' });
  });

  it('is changed by editors of the house only [N-09, security 4]', async () => {
    const elsewhere = await h.staff('provideradmin', await provider(h.test.services, 'Grevillea Lodge'));
    expect(await outcomeOf(edit({ room: '9' }, elsewhere))).toBe('not-found');
    expect(await outcomeOf(edit({ room: '9' }, await h.staff('providerview')))).toBe('forbidden');
    const own = await person(h.test.services, { providerId: h.house });
    expect(await outcomeOf(edit({ room: '9' }, own))).not.toBe('done');
    expect(await roomNow()).toBe('2');
  });

  it('is in the audit trail as a change, without the room itself [N-09]', async () => {
    const detailsAfter = async (input: object) => {
      await edit(input);
      const { details } = await h.test.services.db
        .selectFrom('audit_log')
        .select('details')
        .where('action', '=', 'updateCustomerId')
        .where('chain', '=', id)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      return details;
    };
    expect(await detailsAfter({ room: '3' })).toEqual({ changed: false, room_changed: true });
    expect(await detailsAfter({ room: '3' })).toEqual({ changed: false });
  });

  it('is set when a customer is added, and optional there [N-09]', async () => {
    const added = (email: string, more: object) =>
      inviteCustomer.call(h.as(h.editor), {
        ...{ registration_type: 'invite_account', first_name: 'Ann', last_name: 'Lee', email },
        ...more,
      });
    expect(await added('room1@test.example', { room: ' 4A ' })).toMatchObject({ room: '4A' });
    expect(await added('room2@test.example', {})).toMatchObject({ room: null });
    await expect(added('room3@test.example', { room: 'x'.repeat(40) })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'room', message: 'error.customer.roomTooLong' }],
    });
  });

  it('is removed by a move, as the preview shows, and restored when the move is undone [N-09]', async () => {
    const [other, bob] = [await provider(h.test.services, 'Correa Lodge'), await h.customer()];
    const roomOf = async (who: string) => (await h.stored(who))!['room'];
    await edit({ room: '12B' });
    const changes = async (ids: string[]) =>
      (await previewCustomerMove.call(h.as(h.admin), { ids, provider_id: other })).changes;
    expect(await changes([id, bob])).toContain('room');
    expect(await changes([bob])).not.toContain('room');
    const found = async () => {
      const { data } = await getCustomers.call(h.as(h.admin), { search: '12B' });
      return data.map((row) => [row.id, row.provider]);
    };
    expect(await found()).toEqual([[id, 'Banksia House']]);
    const move = await moveCustomers.call(h.as(h.admin), { ids: [id, bob], provider_id: other });
    expect([await roomOf(id), await roomOf(bob), await found()]).toEqual([null, null, []]);
    await undoCustomerMove.call(h.as(h.admin), { id: move.id });
    expect([await roomOf(id), await roomOf(bob)]).toEqual(['12B', null]);
    expect(await found()).toEqual([[id, 'Banksia House']]);
  });
});
