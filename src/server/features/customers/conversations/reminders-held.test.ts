import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { daysAfter, melbourneDate } from '../../../../domain/fields.ts';
import { outcomeOf, startHouse, type House } from '../actions/customers.fixture.ts';
import { sendReminder } from '../actions/inviting/invitation-operations.ts';
import { checkChosenCustomers } from '../actions/many/check-operation.ts';
import { sendReminders } from '../actions/many/many-operations.ts';
import { staffToday } from '../today/operations.ts';
import { recordConversation } from './operations.ts';

const day = 24 * 60 * 60_000;

describe('reminders of a customer who declined a conversation', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    await h.test.services.db.deleteFrom('outbox').execute();
    await h.test.services.db.deleteFrom('attempts').execute();
    await h.test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
  });

  const today = () => melbourneDate(h.test.services.clock());
  const decline = (user_id: string, held_on = today()) =>
    recordConversation.call(h.as(h.editor), { user_id, outcome: 'declined', held_on });
  const says = (user_id: string, answer: 'right' | 'not_right') =>
    h.test.services.db
      .updateTable('conversations')
      .set({ answer, answered_at: new Date() })
      .where('user_id', '=', user_id)
      .execute();
  const remind = (id: string) => outcomeOf(sendReminder.call(h.as(h.editor), { id }));

  it('are refused for a year, with the reason, and sent again after it [N-07]', async () => {
    const id = await h.customer({ status: 'invited' });
    await decline(id, daysAfter(today(), -366));
    expect(await remind(id)).toBe('done');
    h.pass(2 * 60 * 60_000);
    await decline(id, daysAfter(today(), -300));
    expect(await remind(id)).toBe('conflict: error.customer.declined');
  });

  it('are sent if the customer says that the record is not right [N-07]', async () => {
    const id = await h.customer({ status: 'invited' });
    await decline(id);
    await says(id, 'right');
    expect(await remind(id)).toBe('conflict: error.customer.declined');
    await says(id, 'not_right');
    expect(await remind(id)).toBe('done');
  });

  it('are left out of many, with the reason, and the others are sent [N-07]', async () => {
    const [ann, bob] = [await h.customer({ status: 'invited' }), await h.customer({ status: 'invited' })];
    await decline(ann);
    const check = { ids: [ann, bob], action: 'reminder' } as const;
    expect(await checkChosenCustomers.call(h.as(h.editor), check)).toMatchObject({
      done: [bob],
      refused: [{ id: ann, message: 'error.customer.declined' }],
    });
    const result = await sendReminders.call(h.as(h.editor), { ids: [ann, bob] });
    expect(result).toMatchObject({
      sent: [bob],
      refused: [{ id: ann, message: 'error.customer.declined' }],
    });
  });

  it('are not mailed when the customer declined after the reminder was sent to the queue [N-07]', async () => {
    const id = await h.customer({ status: 'invited' });
    await remind(id);
    await decline(id);
    await h.runJobs();
    expect(h.mails).toEqual([]);
  });

  it('are not on the page of the day: expiring invitation, no plan yet, plan due for review [N-07]', async () => {
    const { db } = h.test.services;
    const now = h.test.services.clock().getTime();
    const [lapsing, fresh, again] = [
      await h.customer({ status: 'invited' }),
      await h.customer(),
      await h.customer(),
    ];
    await db
      .updateTable('users')
      .set({ invite_date: new Date(now - 25 * day) })
      .where('id', '=', lapsing)
      .execute();
    await db
      .updateTable('customer_list')
      .set({ plan: 'complete', plan_since: new Date(now - 500 * day) })
      .where('user_id', '=', again)
      .execute();
    const needs = async () =>
      (await staffToday.call(h.as(h.editor), {})).needs.map(({ kind, customer }) => `${kind} ${customer.id}`);
    expect((await needs()).toSorted()).toEqual(
      [`lapsing ${lapsing}`, `none ${fresh}`, `again ${again}`].toSorted(),
    );
    for (const id of [lapsing, fresh, again]) await decline(id);
    expect(await needs()).toEqual([]);
    await says(fresh, 'not_right');
    expect(await needs()).toEqual([`none ${fresh}`]);
  });
});
