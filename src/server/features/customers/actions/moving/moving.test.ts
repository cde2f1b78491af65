import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider, type TestPerson } from '../../../../../../testing/people.ts';
import { verifyAudit } from '../../../../pipeline/audit/audit-verify.ts';
import { getAcpCounts, getCustomers, getCustomerViews } from '../../list/operations.ts';
import { countOfView } from '../../list/list.fixture.ts';
import { getCustomer, getCustomerActivities } from '../../page/operations.ts';
import { readCustomerEmergency } from '../../page/reading/reading-operations.ts';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { moveCustomers, previewCustomerMove, undoCustomerMove } from './move-operations.ts';
import { archiveCustomer } from '../status-operations.ts';
import { deleteUser } from '../removing/remove-operation.ts';

const minute = 60_000;

describe('moving customers to another house', () => {
  let h: House;
  let [root, correa, elsewhere] = ['', '', ''];
  let head: TestPerson;
  let correaEditor: TestPerson;

  beforeAll(async () => {
    h = await startHouse();
    const { services } = h.test;
    root = await provider(services, 'Coast Care');
    correa = await provider(services, 'Correa Lodge', root);
    elsewhere = await provider(services, 'Grevillea Lodge');
    await services.db
      .updateTable('providers')
      .set({ parent_id: root, provider_root_id: root, path: [root, h.house] })
      .where('id', '=', h.house)
      .execute();
    head = await h.staff('provideradmin', root);
    correaEditor = await h.staff('provideradmin', correa);
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    const { db } = h.test.services;
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    await db.updateTable('providers').set({ archived: false }).execute();
  });

  const move = (ids: string[], who: TestPerson = head, provider_id = correa, more = {}) =>
    moveCustomers.call(h.as(who), { ids, provider_id, ...more });
  const undo = (id: string, who: TestPerson = head, user_id?: string) =>
    undoCustomerMove.call(h.as(who), { id, ...(user_id !== undefined && { user_id }) });
  const houseOf = async (id: string) => (await h.stored(id))!['provider_id'];
  const sees = async (who: TestPerson, id: string, input = {}) =>
    (await getCustomers.call(h.as(who), input)).data.some((row) => row.id === id);
  const totalOf = async (who: TestPerson) => (await getAcpCounts.call(h.as(who), {})).total;

  it('moves one or many to the new house at once: list, search, counts, page and trail [S-46] [D-63]', async () => {
    const [ann, bob, stays] = [await h.customer(), await h.customer(), await h.customer()];
    const done = await move([ann, bob, ann]);
    expect(done).toMatchObject({ provider: 'Correa Lodge', moved: [ann, bob].toSorted() });
    for (const id of [ann, bob]) {
      expect(await houseOf(id)).toBe(correa);
      for (const input of [{}, { search: 'Margaret' }]) {
        expect(await sees(correaEditor, id, input)).toBe(true);
        expect(await sees(h.editor, id, input)).toBe(false);
      }
    }
    expect([await totalOf(head), await totalOf(h.editor), await totalOf(correaEditor)]).toEqual([3, 1, 2]);
    expect(await sees(h.editor, stays)).toBe(true);
    const page = await getCustomer.call(h.as(head), { id: ann });
    expect(page).toMatchObject({
      provider: 'Correa Lodge',
      move: { id: done.id, from: 'Banksia House', to: 'Correa Lodge', undo_until: done.undo_until },
    });
    const [line] = await getCustomerActivities.call(h.as(correaEditor), { id: ann });
    expect(line).toMatchObject({
      template: 'customerMoved',
      metadata: { from: 'Banksia House', to: 'Correa Lodge' },
      actor: { id: head.userId },
    });
    const trail = await h.test.services.db
      .selectFrom('audit_log')
      .select(['chain', 'actor_id', 'details'])
      .where('action', '=', 'moveCustomers')
      .orderBy('at')
      .execute();
    const details = { move: done.id, from: h.house, to: correa };
    for (const chain of [ann, bob]) expect(trail).toContainEqual({ chain, actor_id: head.userId, details });
    expect(trail).toContainEqual({
      ...{ chain: 'platform', actor_id: head.userId },
      details: { move: done.id, customers: 2 },
    });
    expect(await verifyAudit(h.test.services.db, h.test.services.secrets)).toMatchObject({ faultCount: 0 });
  });

  it("ends the access of the earlier house's staff at once: page, sheet, preview and undo [S-46] [D-63]", async () => {
    const id = await h.customer();
    const nurse = await h.staff('providerview');
    const { id: moveId } = await move([id]);
    for (const who of [h.editor, nurse]) {
      const context = h.as(who);
      expect(await outcomeOf(getCustomer.call(context, { id }))).toBe('not-found');
      expect(await outcomeOf(readCustomerEmergency.call(context, { id }))).toBe('not-found');
      expect(await outcomeOf(previewCustomerMove.call(context, { ids: [id], provider_id: h.house }))).toBe(
        'not-found',
      );
      expect(await outcomeOf(undo(moveId, who))).toBe('not-found');
    }
    expect(await outcomeOf(getCustomer.call(h.as(correaEditor), { id }))).toBe('done');
    // The staff of the new house alone do not manage the earlier one.
    expect(await outcomeOf(undo(moveId, correaEditor))).toBe('not-found');
    expect((await getCustomer.call(h.as(correaEditor), { id })).move).toBeNull();
  });

  it('is refused to everyone who does not manage both houses, and then moves no customer [S-46] [D-63] [security 4]', async () => {
    const id = await h.customer();
    const stranger = await person(h.test.services, { providerId: elsewhere });
    const nurse = await h.staff('providerview', root);
    const outsider = await h.staff('provideradmin', elsewhere);
    const own = await person(h.test.services, { providerId: h.house });
    expect(await outcomeOf(move([id], nurse))).toBe('forbidden');
    expect(await outcomeOf(move([id], own))).toBe('not-found');
    for (const who of [h.editor, correaEditor, outsider])
      expect(await outcomeOf(move([id], who))).toBe('not-found');
    // One of the two belongs to another organisation, or is unknown: neither is moved.
    for (const other of [stranger.userId, randomUUID()]) {
      expect(await outcomeOf(move([id, other]))).toBe('not-found');
      expect(await outcomeOf(move([id], head, elsewhere))).toBe('not-found');
      expect(await outcomeOf(move([id], head, randomUUID()))).toBe('not-found');
    }
    expect(await houseOf(id)).toBe(h.house);
    expect(await outcomeOf(move([id], h.admin, elsewhere))).toBe('done');
  });

  it('is previewed for those whom the caller may move, and says of the others only that they are not there [N-04] [D-63] [security 2]', async () => {
    const id = await h.customer();
    const stranger = await person(h.test.services, { providerId: elsewhere });
    const unknown = randomUUID();
    const preview = (ids: string[]) => previewCustomerMove.call(h.as(head), { ids, provider_id: correa });
    const { customers, from } = await preview([stranger.userId, id, unknown]);
    expect(from).toBe('Banksia House');
    const gone = { from_id: null, from: null, refused: 'error.customer.notFound' };
    expect(customers).toEqual([
      { id, from_id: h.house, from: 'Banksia House', refused: null },
      { id: stranger.userId, ...gone },
      { id: unknown, ...gone },
    ]);
    expect(await outcomeOf(preview([stranger.userId, unknown]))).toBe('not-found');
    expect(await outcomeOf(preview(Array.from({ length: 501 }, () => randomUUID())))).toBe(
      'invalid: error.customer.remindMany',
    );
  });

  it('is refused for an archived house, the same house, no house, one to be removed, and an ID that is taken [S-46] [D-63]', async () => {
    const { db } = h.test.services;
    const [id, other] = [await h.customer(), await h.customer()];
    expect(await outcomeOf(move([id], head, h.house))).toBe('invalid: error.move.same');
    const free = await person(h.test.services);
    expect(await outcomeOf(move([free.userId], h.admin))).toBe('invalid: error.move.noHouse');
    const there = await h.customer({ providerId: correa });
    for (const userId of [other, there])
      await db.updateTable('users').set({ customer_id: 'R-7' }).where('id', '=', userId).execute();
    expect(await outcomeOf(move([id, other]))).toBe('invalid: error.move.idTaken');
    await deleteUser.call(h.as(h.editor), { id: other, type: 'delete', reason: 'Left' });
    expect(await outcomeOf(move([other]))).toBe('invalid: error.customer.toBeRemoved');
    await db.updateTable('providers').set({ archived: true }).where('id', '=', correa).execute();
    expect(await outcomeOf(move([id]))).toBe('invalid: error.move.archived');
    expect(await houseOf(id)).toBe(h.house);
    const { customers } = await previewCustomerMove.call(h.as(head), { ids: [id], provider_id: correa });
    expect(customers).toEqual([
      { id, from_id: h.house, from: 'Banksia House', refused: 'error.move.archived' },
    ]);
  });

  it('refuses two customers with the same ID from different houses, with a message at each of them', async () => {
    const { db } = h.test.services;
    const ids = [await h.customer(), await h.customer({ providerId: root })];
    for (const id of ids)
      await db.updateTable('users').set({ customer_id: 'R-8' }).where('id', '=', id).execute();
    const refused = move(ids);
    await expect(refused).rejects.toMatchObject({
      fields: ids.toSorted().map((field) => ({ field, message: 'error.move.idTaken' })),
    });
  });

  it('accepts one to fifty customers [S-46]', async () => {
    const many = Array.from({ length: 51 }, () => randomUUID());
    expect(await outcomeOf(move(many))).toBe('invalid: error.customer.remindMany');
    expect(await outcomeOf(move([]))).toBe('invalid: error.move.none');
    expect(await outcomeOf(move(many.slice(0, 50)))).toBe('not-found');
  });

  it('refuses a selection that another move has changed, and returns the first result to a repeated call', async () => {
    const id = await h.customer();
    expect(await outcomeOf(move([id], head, correa, { seen: [correa] }))).toBe(
      'conflict: error.move.changed',
    );
    const key = { seen: [h.house], idempotency_key: randomUUID() };
    const first = await move([id], head, correa, key);
    expect(await move([id], head, correa, key)).toEqual(first);
  });

  it('shows the changes beforehand [S-46] [D-63]', async () => {
    const id = await h.customer({ status: 'invited' });
    const free = { phone_number: null };
    await h.test.services.db.updateTable('providers').set(free).where('id', '=', correa).execute();
    await h.test.services.db
      .updateTable('providers')
      .set({ phone_number: '03 5550 0140' })
      .where('id', 'in', [h.house, elsewhere])
      .execute();
    const preview = (who: TestPerson, provider_id: string) =>
      previewCustomerMove.call(h.as(who), { ids: [id], provider_id });
    expect(await preview(head, correa)).toEqual({
      ...{ provider: 'Correa Lodge', from: 'Banksia House', organisation: 'Coast Care', phone: null },
      ...{ payer: null, changes: ['readers', 'noPhone', 'invitation'] },
      customers: [{ id, from_id: h.house, from: 'Banksia House', refused: null }],
    });
    expect(await preview(h.admin, elsewhere)).toMatchObject({
      ...{ organisation: 'Grevillea Lodge', changes: ['readers', 'organisation', 'invitation'] },
    });
    expect(await houseOf(id)).toBe(h.house);
  });

  it('can be undone for ten minutes, also back to an archived house, exactly as it was [S-46] [D-63]', async () => {
    const { db } = h.test.services;
    const ids = [await h.customer(), await h.customer()];
    const [ann, bob] = ids as [string, string];
    await db.updateTable('users').set({ trial_end_date: '2026-12-01' }).where('id', '=', ann).execute();
    await db.updateTable('providers').set({ archived: true }).where('id', '=', h.house).execute();
    const before = await Promise.all(ids.map(h.stored));
    const aside = async () => countOfView(await getCustomerViews.call(h.as(head), {}), 'archivedHouse');
    expect(await aside()).toBe(2);
    const { id: moveId } = await move(ids);
    expect([await aside(), await totalOf(head)]).toEqual([0, 2]);
    expect((await h.stored(ann))!['trial_end_date']).toBeNull();
    // Undoes one from the customer's own page, then all others from the message after the move.
    h.pass(9 * minute);
    expect(await undo(moveId, head, ann)).toEqual({ id: moveId, moved: [ann] });
    expect(await outcomeOf(undo(moveId))).toBe('conflict: error.move.undone');
    expect(await undo(moveId, head, bob)).toEqual({ id: moveId, moved: [bob] });
    const after = await Promise.all(ids.map(h.stored));
    expect(after).toEqual(before.map((row) => ({ ...row, updated_at: expect.any(Date) })));
    expect([await aside(), await totalOf(head)]).toEqual([2, 0]);
    const [line] = await getCustomerActivities.call(h.as(head), { id: ann });
    expect(line).toMatchObject({
      template: 'customerMoveUndone',
      metadata: { from: 'Correa Lodge', to: 'Banksia House' },
    });
    expect((await getCustomer.call(h.as(head), { id: ann })).move).toBeNull();
  });

  it('cannot be undone later, twice, or after another move, and then restores no customer [S-46] [D-63]', async () => {
    const [ann, bob] = [await h.customer(), await h.customer()];
    const first = await move([ann, bob]);
    h.pass(minute);
    const second = await move([ann], head, root);
    expect(await outcomeOf(undo(first.id))).toBe('conflict: error.move.again');
    expect([await houseOf(ann), await houseOf(bob)]).toEqual([root, correa]);
    expect(await outcomeOf(undo(second.id))).toBe('done');
    expect(await outcomeOf(undo(second.id))).toBe('conflict: error.move.undone');
    // The second move was undone, so she is where the first one put her.
    expect(await outcomeOf(undo(first.id, head, ann))).toBe('done');
    h.pass(9 * minute);
    expect(await outcomeOf(undo(first.id, head, bob))).toBe('conflict: error.move.late');
    expect((await getCustomer.call(h.as(head), { id: bob })).move).toBeNull();
    expect([await houseOf(ann), await houseOf(bob)]).toEqual([h.house, correa]);
    expect(await outcomeOf(undo(randomUUID()))).toBe('not-found');
  });

  it('is undone once by two simultaneous calls', async () => {
    const id = await h.customer();
    const { id: moveId } = await move([id]);
    const outcomes = await Promise.all([outcomeOf(undo(moveId)), outcomeOf(undo(moveId))]);
    expect(outcomes.toSorted()).toEqual(['conflict: error.move.undone', 'done']);
    expect(await houseOf(id)).toBe(h.house);
  });

  it('notifies the customer and the managers of both houses with the names of both, and does not notify about a move that was undone [S-46] [D-63]', async () => {
    const { db } = h.test.services;
    const [id, undone] = [await h.customer(), await h.customer()];
    const { email } = (await h.stored(id)) as { email: string };
    const waits = await move([id, undone]);
    const events = await db.selectFrom('outbox').select(['type', 'payload']).execute();
    expect(events.filter(({ type }) => type === 'customer.moved').map(({ payload }) => payload)).toEqual(
      [id, undone].toSorted().map((user_id) => ({
        ...{ user_id, staff_id: head.userId, move_id: waits.id, from_id: h.house, to_id: correa },
        not_before: waits.undo_until.toISOString(),
      })),
    );
    await undo(waits.id, head, undone);
    await h.runJobs();
    expect(h.mails.map(({ to }) => to)).toEqual([email]);
    const text = h.mails[0]!.plain.replaceAll(/\s+/g, ' ');
    expect(text).toContain('of Coast Care moved your account from Banksia House to Correa Lodge');
    const notified = await db
      .selectFrom('notifications')
      .select(['receiver_id', 'metadata'])
      .where('template', '=', 'CUSTOMER_MOVED')
      .execute();
    const metadata = { actor_id: head.userId, from: 'Banksia House', to: 'Correa Lodge' };
    expect(Object.fromEntries(notified.map((each) => [each.receiver_id, each.metadata]))).toEqual({
      [id]: metadata,
      [correaEditor.userId]: metadata,
      [h.editor.userId]: { ...metadata, left: true },
    });
  });

  it('keeps an invitation open, and keeps an archived customer archived', async () => {
    const [invited, archived] = [await h.customer({ status: 'invited' }), await h.customer()];
    await archiveCustomer.call(h.as(h.admin), { user_id: archived });
    const before = await h.stored(invited);
    await move([invited, archived]);
    expect(await h.stored(invited)).toEqual({
      ...before,
      ...{ provider_id: correa, updated_at: expect.any(Date) },
    });
    await h.runJobs();
    expect(h.mails.some(({ to }) => to === before!['email'])).toBe(false);
    expect(await sees(correaEditor, archived, { status: 'archived' })).toBe(true);
    expect(await sees(h.editor, archived, { status: 'archived' })).toBe(false);
  });
});
