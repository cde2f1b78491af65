import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, provider, type TestPerson } from '../../../../../../testing/people.ts';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { deleteUser } from '../removing/remove-operation.ts';
import { archiveCustomer, unarchiveCustomer } from '../status-operations.ts';
import { checkChosenCustomers } from './check-operation.ts';
import {
  archiveCustomers,
  moveEachCustomer,
  sendReminders,
  undoCustomerArchives,
  undoCustomerMoves,
} from './many-operations.ts';

const minute = 60_000;

describe('many customers at once', () => {
  let h: House;
  let [root, correa, elsewhere] = ['', '', ''];
  let head: TestPerson;
  let stranger = '';

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
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    const { db } = h.test.services;
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('attempts').execute();
    await db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    stranger = (await person(h.test.services, { providerId: elsewhere })).userId;
  });

  const statusOf = async (id: string) => (await h.stored(id))!['status'];
  const houseOf = async (id: string) => (await h.stored(id))!['provider_id'];
  const archive = (ids: string[], more = {}, who = h.admin) =>
    archiveCustomers.call(h.as(who), { ids, ...more });
  const move = (ids: string[], more = {}, who = head) =>
    moveEachCustomer.call(h.as(who), { ids, provider_id: correa, ...more });
  const notFound = (id: string) => ({ id, message: 'error.customer.notFound', params: null });

  describe('before an action', () => {
    const check = (ids: string[], action: 'reminder' | 'archive', who = h.editor) =>
      checkChosenCustomers.call(h.as(who), { ids, action });

    it('are checked by the rules of the action: who would be reminded, and why the others would not [N-04]', async () => {
      const [ready, named, active, none, suspended] = [
        await h.customer({ status: 'invited' }),
        await h.customer({ status: 'invited', email: 'named' }),
        await h.customer(),
        await h.customer({ email: 'none' }),
        await h.customer({ status: 'suspended' }),
      ];
      const just = await h.customer({ status: 'invited' });
      const removed = await h.customer({ status: 'invited' });
      await deleteUser.call(h.as(h.admin), { id: removed, type: 'delete', reason: 'Double' });
      await sendReminders.call(h.as(h.editor), { ids: [just] });
      const ids = [ready, named, active, none, suspended, just, removed, stranger, randomUUID()];
      const { done, refused } = await check(ids, 'reminder');
      expect(done).toEqual([ready]);
      expect(refused.map(({ id, message }) => [ids.indexOf(id), message])).toEqual([
        [1, 'error.customer.addressOfStaff'],
        [2, 'error.customer.notInvited'],
        [3, 'error.customer.noAddress'],
        [4, 'error.customer.suspended'],
        [5, 'error.customer.reminderWait'],
        [6, 'error.customer.toBeRemoved'],
        [7, 'error.customer.notFound'],
        [8, 'error.customer.notFound'],
      ]);
      // The action itself refuses the same customers with the same reasons.
      const after = await sendReminders.call(h.as(h.editor), { ids });
      expect(after).toEqual({ sent: done, refused });
    });

    it('are checked for archiving, which staff of a provider are not offered [N-04] [CON-31]', async () => {
      const [active, archived] = [await h.customer(), await h.customer({ status: 'archived' })];
      expect(await check([active, archived], 'archive', h.admin)).toEqual({
        done: [active],
        refused: [{ id: archived, message: 'error.customer.archived', params: null }],
      });
      expect((await check([active, stranger], 'archive')).refused).toEqual([
        { id: active, message: 'error.customer.notOffered', params: null },
        notFound(stranger),
      ]);
    });

    it('are at most 500 [N-04]', async () => {
      const many = Array.from({ length: 501 }, () => randomUUID());
      expect(await outcomeOf(check(many, 'reminder'))).toBe('invalid: error.customer.remindMany');
    });
  });

  describe('archiving', () => {
    it('archives each by itself, and leaves those who changed meanwhile alone, with the reason [N-04]', async () => {
      const [ann, bob, cal] = [await h.customer(), await h.customer(), await h.customer()];
      await h.test.services.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', bob)
        .execute();
      const unknown = randomUUID();
      const { done, refused, undo_until } = await archive([ann, bob, cal, unknown], {
        seen: ['active', 'active', 'active', 'active'],
      });
      expect(done).toEqual([ann, cal]);
      expect(refused).toEqual([
        { id: bob, message: 'error.customer.nowSuspended', params: null },
        notFound(unknown),
      ]);
      expect(await Promise.all([ann, bob, cal].map(statusOf))).toEqual(['archived', 'suspended', 'archived']);
      expect(undo_until!.getTime() - h.test.services.clock().getTime()).toBeGreaterThan(9 * minute);
      const trail = await h.test.services.db
        .selectFrom('audit_log')
        .select(['action', 'chain', 'details'])
        .where('action', 'in', ['archiveCustomer', 'archiveCustomers'])
        .orderBy('at')
        .execute();
      expect(trail.filter(({ chain }) => [ann, bob, cal].includes(chain))).toHaveLength(2);
      expect(trail.at(-1)).toMatchObject({ action: 'archiveCustomers', details: { done: 2, refused: 2 } });
    });

    it('changes nothing twice when the call is sent again after a stop half way, and returns the same [N-04]', async () => {
      const [ann, bob] = [await h.customer(), await h.customer()];
      const key = randomUUID();
      const sent = { seen: ['active', 'active'], idempotency_key: key };
      // The server is stopped after the first customer: neither the second nor the call itself is recorded.
      await h.test.pool.query(`
        create function stop_there() returns trigger language plpgsql as
          $$ begin raise exception 'stopped'; end $$`);
      await h.test.pool.query(`
        create trigger stop_there before update of status on users
          for each row when (old.id = '${bob}') execute function stop_there()`);
      await expect(archive([ann, bob], sent)).rejects.toThrow('stopped');
      await h.test.pool.query('drop trigger stop_there on users; drop function stop_there()');
      expect([await statusOf(ann), await statusOf(bob)]).toEqual(['archived', 'active']);
      const done = await archive([ann, bob], sent);
      expect(done).toMatchObject({ done: [ann, bob], refused: [] });
      expect(await archive([ann, bob], sent)).toEqual(done);
      const lines = await h.test.services.db
        .selectFrom('recent_activities')
        .select('user_id')
        .where('template', '=', 'archived')
        .where('user_id', 'in', [ann, bob])
        .execute();
      expect(lines.map(({ user_id }) => user_id).toSorted()).toEqual([ann, bob].toSorted());
    });

    it('does it once for two presses at the same moment [N-04]', async () => {
      const ann = await h.customer();
      const sent = { seen: ['active'], idempotency_key: randomUUID() };
      const both = await Promise.all([archive([ann], sent), archive([ann], sent)]);
      for (const each of both) expect(each).toMatchObject({ done: [ann], refused: [] });
      const { rows } = await h.test.pool.query("select 1 from outbox where type = 'customer.archived'");
      expect(rows).toHaveLength(1);
    });

    it('is refused as a whole unless the call has the status that the caller saw of each [N-04]', async () => {
      const [ann, bob] = [await h.customer(), await h.customer({ status: 'suspended' })];
      expect(await outcomeOf(archive([ann, bob], { seen: ['active'] }))).toBe('invalid: error.general_error');
      expect(await Promise.all([ann, bob].map(statusOf))).toEqual(['active', 'suspended']);
    });

    it('is refused to everyone who may not archive, and reports customers of another organisation only as not found [N-04] [CON-31] [security 4]', async () => {
      const ann = await h.customer();
      const nurse = await h.staff('providerview');
      const own = await person(h.test.services, { providerId: h.house });
      for (const who of [nurse, own]) expect(await outcomeOf(archive([ann], {}, who))).toBe('forbidden');
      const { done, refused } = await archive([stranger, ann], {}, h.editor);
      expect(done).toEqual([]);
      expect(refused).toEqual([
        notFound(stranger),
        { id: ann, message: 'error.customer.notOffered', params: null },
      ]);
      expect([await statusOf(ann), await statusOf(stranger)]).toEqual(['active', 'active']);
      const many = Array.from({ length: 51 }, () => ann);
      expect((await archive(many)).done).toEqual([ann]);
      expect(await outcomeOf(archive(many.map(() => randomUUID())))).toBe(
        'invalid: error.customer.remindMany',
      );
    });

    it('is undone for ten minutes by the one who did it, except for those whom another person changed since [N-04]', async () => {
      const other = await h.staff('admin');
      const [ann, bob, cal, dot] = [
        await h.customer({ status: 'invited' }),
        await h.customer(),
        await h.customer(),
        await h.customer(),
      ];
      await archive([ann, bob, cal]);
      await unarchiveCustomer.call(h.as(other), { user_id: bob });
      await unarchiveCustomer.call(h.as(other), { user_id: cal });
      await archiveCustomer.call(h.as(other), { user_id: cal });
      await archiveCustomer.call(h.as(other), { user_id: dot });
      const sent = { ids: [ann, bob, cal, dot], idempotency_key: randomUUID() };
      const undone = await undoCustomerArchives.call(h.as(h.admin), sent);
      expect(await undoCustomerArchives.call(h.as(h.admin), sent)).toEqual(undone);
      const { done, refused } = undone;
      expect(done).toEqual([ann]);
      expect(refused.map(({ id, message }) => [id, message])).toEqual([
        [bob, 'error.customer.nowActive'],
        [cal, 'error.customer.archiveChanged'],
        [dot, 'error.customer.archiveChanged'],
      ]);
      expect(await Promise.all([ann, bob, cal, dot].map(statusOf))).toEqual([
        'invited',
        'active',
        'archived',
        'archived',
      ]);
      await archive([bob]);
      h.pass(10 * minute);
      expect((await undoCustomerArchives.call(h.as(h.admin), { ids: [bob] })).refused).toMatchObject([
        { id: bob, message: 'error.customer.archiveLate' },
      ]);
      expect((await undoCustomerArchives.call(h.as(h.editor), { ids: [bob, stranger] })).done).toEqual([]);
    });
  });

  describe('moving', () => {
    it('moves each by itself, leaves the others alone with the reason, and is undone in one press [N-04] [D-63]', async () => {
      const [ann, bob, cal] = [
        await h.customer(),
        await h.customer(),
        await h.customer({ providerId: correa }),
      ];
      const { done, moves, refused } = await move([ann, stranger, cal, bob], {
        seen: [h.house, elsewhere, correa, h.house],
        idempotency_key: randomUUID(),
      });
      expect(done).toEqual([ann, bob]);
      expect(refused).toEqual([notFound(stranger), { id: cal, message: 'error.move.same', params: null }]);
      expect(await Promise.all([ann, bob, stranger].map(houseOf))).toEqual([correa, correa, elsewhere]);
      // Another person moves one of them on: the undo leaves that one there.
      await move([bob], { provider_id: h.house });
      await move([bob], { provider_id: root });
      const sent = { ids: moves, idempotency_key: randomUUID() };
      const undone = await undoCustomerMoves.call(h.as(head), sent);
      expect(await undoCustomerMoves.call(h.as(head), sent)).toEqual(undone);
      expect(undone.done).toEqual([moves[0]]);
      expect(undone.refused).toEqual([{ id: moves[1], message: 'error.move.again', params: null }]);
      expect([await houseOf(ann), await houseOf(bob)]).toEqual([h.house, root]);
    });

    it('leaves those alone who moved since the caller saw them [N-04] [D-63]', async () => {
      const [ann, bob] = [await h.customer(), await h.customer()];
      const { done, refused } = await move([ann, bob], { seen: [root, h.house] });
      expect(done).toEqual([bob]);
      expect(refused).toEqual([{ id: ann, message: 'error.move.changed', params: null }]);
      expect(await houseOf(ann)).toBe(h.house);
      expect(await outcomeOf(move([bob, ann], { seen: [correa] }))).toBe('invalid: error.general_error');
      expect(await houseOf(ann)).toBe(h.house);
    });

    it('moves each customer once when the call is sent again [N-04] [D-63]', async () => {
      const ann = await h.customer();
      const sent = { seen: [h.house], idempotency_key: randomUUID() };
      const [one, two] = await Promise.all([move([ann], sent), move([ann], sent)]);
      expect(two.moves).toEqual(one.moves);
      const { rows } = await h.test.pool.query('select 1 from customer_moves where user_id = $1', [ann]);
      expect(rows).toHaveLength(1);
    });

    it('is refused to viewers and customers, and to a house outside the scope [N-04] [D-63] [security 4]', async () => {
      const ann = await h.customer();
      const nurse = await h.staff('providerview', root);
      const own = await person(h.test.services, { providerId: h.house });
      expect(await outcomeOf(move([ann], {}, nurse))).toBe('forbidden');
      expect(await outcomeOf(move([ann], {}, own))).toMatch(/forbidden|not-found/);
      expect(await outcomeOf(move([ann], { provider_id: elsewhere }))).toBe('not-found');
      // The editor of one house may not add customers to the other one.
      expect(await outcomeOf(move([ann], {}, h.editor))).toBe('not-found');
      expect(await houseOf(ann)).toBe(h.house);
    });
  });
});
