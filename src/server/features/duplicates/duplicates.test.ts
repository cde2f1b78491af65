import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPerson } from '../../../../testing/people.ts';
import { outcomeOf } from '../customers/actions/customers.fixture.ts';
import { unarchiveCustomer } from '../customers/actions/status-operations.ts';
import { deleteUser } from '../customers/actions/removing/remove-operation.ts';
import { getCustomer } from '../customers/page/operations.ts';
import { findCustomerRow } from '../customers/customer-row.ts';
import { startRecords, type Records } from './duplicates.fixture.ts';
import { keepRecord } from './keep-operations.ts';
import { getPossibleDuplicates, setDuplicateAside } from './operations.ts';

const day = 24 * 60 * 60_000;

describe('two records of one person', () => {
  let records: Records;
  let at: Records['at'];
  let root: string;
  let north: string;
  let south: string;
  let manager: TestPerson;
  let nurse: TestPerson;

  const services = () => at.test.services;
  const as = (who: TestPerson) => at.as(who);
  const nextBirth = () => records.nextBirth();
  const record: Records['record'] = (...given) => records.record(...given);
  const pairOf: Records['pairOf'] = (more) => records.pairOf(more);
  const seenBy: Records['seenBy'] = (...given) => records.seenBy(...given);
  const keep: Records['keep'] = (...given) => records.keep(...given);
  const undo: Records['undo'] = (...given) => records.undo(...given);
  const pageOf: Records['pageOf'] = (...given) => records.pageOf(...given);
  const listed = async (who: TestPerson, set_aside = false) =>
    (await getPossibleDuplicates.call(as(who), { set_aside, limit: 50 })).data.map(({ first, second }) =>
      [first.id, second.id].toSorted(),
    );
  const idsOf = (...people: TestPerson[]) => people.map(({ userId }) => userId).toSorted();

  beforeAll(async () => {
    records = await startRecords();
    ({ at, root, north, south, manager, nurse } = records);
  });
  afterAll(() => at.close());
  beforeEach(async () => {
    await services().db.deleteFrom('outbox').execute();
  });

  describe('are found', () => {
    it('by the same name in any order, without accents, and the same birth date [N-13]', async () => {
      const dob = nextBirth();
      const one = await record(north, { dob, firstName: 'José María', lastName: "O'Brien" });
      const other = await record(south, { dob, firstName: 'OBrien', lastName: 'Maria Jose' });
      expect(await listed(manager)).toContainEqual(idsOf(one, other));
      expect((await seenBy(manager, one, other)).signs).toEqual(['name']);
    });

    it('by Chinese characters, and not by their pinyin [N-13]', async () => {
      const dob = nextBirth();
      const one = await record(north, { dob, firstName: '丽', lastName: '王' });
      const same = await record(south, { dob, firstName: '王', lastName: '丽' });
      const pinyin = await record(south, { dob, firstName: 'Li', lastName: 'Wang' });
      const pairs = await listed(manager);
      expect(pairs).toContainEqual(idsOf(one, same));
      expect(pairs.flat()).not.toContain(pinyin.userId);
    });

    it('by the same customer ID with the same name, but not by the ID alone [N-13]', async () => {
      const one = await record(north, { dob: nextBirth(), lastName: 'Adams' });
      const same = await record(south, { dob: nextBirth(), lastName: 'Adams' });
      const stranger = await record(south, { dob: nextBirth(), lastName: 'Baker' });
      const give = (to: TestPerson, customer_id: string) =>
        services().db.updateTable('users').set({ customer_id }).where('id', '=', to.userId).execute();
      await give(one, 'BH-0042');
      await give(same, 'bh 0042');
      await give(stranger, 'BH0042');
      expect((await seenBy(manager, one, same)).signs).toEqual(['customer_id']);
      expect((await listed(manager)).flat()).not.toContain(stranger.userId);
    });

    it('by the same Medicare card with the same name, but not a family on one card [N-13]', async () => {
      const card = Buffer.alloc(32, 7);
      const one = await record(north, { dob: nextBirth(), lastName: 'Carter' });
      const same = await record(south, { dob: nextBirth(), lastName: 'Carter' });
      const spouse = await record(south, { dob: nextBirth(), firstName: 'Walter', lastName: 'Carter' });
      const ids = [one, same, spouse].map(({ userId }) => userId);
      await services().db.updateTable('users').set({ medicare_card: card }).where('id', 'in', ids).execute();
      const seen = await seenBy(manager, one, same);
      expect([seen.signs, seen.medicare]).toEqual([['medicare'], 'same']);
      expect((await listed(manager)).flat()).not.toContain(spouse.userId);
    });

    it('never in two organisations, also for the platform [N-13]', async () => {
      const dob = nextBirth();
      const one = await record(north, { dob });
      const elsewhere = await record(at.house, { dob });
      expect((await listed(at.admin)).flat()).not.toContain(elsewhere.userId);
      expect(await outcomeOf(seenBy(at.admin, one, elsewhere))).toBe('not-found');
      expect((await pageOf(at.admin, one)).possible).toEqual([]);
    });

    it('until a name is corrected, and again when a record moves into the organisation [N-13]', async () => {
      const [one, other] = await pairOf();
      expect(await listed(manager)).toContainEqual(idsOf(one, other));
      const change = (values: object) =>
        services().db.updateTable('users').set(values).where('id', '=', other.userId).execute();
      await change({ first_name: 'Maggie' });
      expect(await listed(manager)).not.toContainEqual(idsOf(one, other));
      await change({ first_name: 'Margaret', provider_id: at.house });
      expect(await listed(manager)).not.toContainEqual(idsOf(one, other));
      await change({ provider_id: south });
      expect(await listed(manager)).toContainEqual(idsOf(one, other));
    });

    it('only in the part of the organisation that the manager has [N-13]', async () => {
      const [one, other] = await pairOf();
      const ofNorth = await at.staff('provideradmin', north);
      expect(await listed(ofNorth)).toEqual([]);
      expect((await pageOf(ofNorth, one)).possible).toEqual([]);
      expect(await outcomeOf(seenBy(ofNorth, one, other))).toBe('not-found');
      expect(await outcomeOf(keep(manager, one, other))).toBe('done');
      expect(await outcomeOf(undo(ofNorth, other))).toBe('not-found');
    });

    it('not for staff who do not manage the organisation [N-13]', async () => {
      const [one, other] = await pairOf();
      expect(await outcomeOf(listed(nurse))).toBe('forbidden');
      expect(await outcomeOf(seenBy(nurse, one, other))).toBe('forbidden');
      expect((await pageOf(nurse, one)).possible).toEqual([]);
      expect(await outcomeOf(listed(one))).toBe('forbidden');
      expect(await outcomeOf(seenBy(one, one, other))).toBe('not-found');
    });
  });

  it('marked as two people are listed apart, until the mark is removed [N-13]', async () => {
    const [one, other] = await pairOf();
    const mark = (set_aside: boolean) =>
      setDuplicateAside.call(as(manager), { first_id: other.userId, second_id: one.userId, set_aside });
    await mark(true);
    expect(await listed(manager)).not.toContainEqual(idsOf(one, other));
    expect(await listed(manager, true)).toContainEqual(idsOf(one, other));
    expect((await pageOf(manager, one)).possible).toEqual([]);
    await mark(false);
    expect(await listed(manager)).toContainEqual(idsOf(one, other));
    const stranger = await record(north, { dob: nextBirth() });
    const wrong = setDuplicateAside.call(as(manager), {
      ...{ first_id: one.userId, second_id: stranger.userId, set_aside: true },
    });
    expect(await outcomeOf(wrong)).toBe('conflict: error.duplicates.notPair');
  });

  describe('become one', () => {
    it('with the other one archived, signed out and linked both ways, in both trails [N-13]', async () => {
      const [kept, archived] = await pairOf();
      await keep(manager, kept, archived);
      expect((await at.stored(archived.userId))?.['status']).toBe('archived');
      expect((await at.stored(kept.userId))?.['status']).toBe('active');
      expect((await pageOf(manager, archived)).kept).toMatchObject({ id: kept.userId, can_undo: true });
      expect((await pageOf(manager, kept)).earlier).toMatchObject([{ id: archived.userId, can_undo: true }]);
      expect(await listed(manager)).not.toContainEqual(idsOf(kept, archived));
      const trails = await services()
        .db.selectFrom('audit_log')
        .select(['chain', 'details'])
        .where('action', '=', 'keepRecord')
        .where('chain', 'in', [kept.userId, archived.userId])
        .execute();
      expect(trails.map(({ chain }) => chain).toSorted()).toEqual(idsOf(kept, archived));
      const activities = await services()
        .db.selectFrom('recent_activities')
        .select(['user_id', 'template'])
        .where('template', 'in', ['archived', 'duplicateKept'])
        .where('user_id', 'in', [kept.userId, archived.userId])
        .execute();
      expect(activities).toEqual(
        expect.arrayContaining([
          { user_id: archived.userId, template: 'archived' },
          { user_id: kept.userId, template: 'duplicateKept' },
        ]),
      );
      const events = await services().db.selectFrom('outbox').select('type').execute();
      expect(events.map(({ type }) => type)).toContain('customer.archived');
    });

    it('only once when two managers keep opposite ones at the same time [N-13]', async () => {
      const [one, other] = await pairOf();
      const second = await at.staff('provideradmin', root);
      const { version: seen } = await seenBy(manager, one, other);
      const outcomes = await Promise.all([
        outcomeOf(keepRecord.call(as(manager), { kept_id: one.userId, archived_id: other.userId, seen })),
        outcomeOf(keepRecord.call(as(second), { kept_id: other.userId, archived_id: one.userId, seen })),
      ]);
      expect(outcomes.toSorted()).toEqual(['conflict: error.duplicates.changed', 'done']);
      const links = await services()
        .db.selectFrom('duplicate_links')
        .select('archived_id')
        .where('archived_id', 'in', [one.userId, other.userId])
        .execute();
      expect(links).toHaveLength(1);
    });

    it('not if a record changed since it was shown, is archived, or is of another person [N-13]', async () => {
      const [one, other] = await pairOf();
      const { version: seen } = await seenBy(manager, one, other);
      await services().db.updateTable('users').set({ room: '12B' }).where('id', '=', one.userId).execute();
      const call = (kept: TestPerson, archived: TestPerson) =>
        keepRecord.call(as(manager), { kept_id: kept.userId, archived_id: archived.userId, seen });
      expect(await outcomeOf(call(one, other))).toBe('conflict: error.duplicates.changed');
      const stranger = await record(north, { dob: nextBirth() });
      expect(await outcomeOf(call(one, stranger))).toBe('conflict: error.duplicates.notPair');
      await deleteUser.call(as(at.admin), { id: other.userId, type: 'delete' });
      expect(await outcomeOf(call(one, other))).toBe('conflict: error.duplicates.changed');
      expect(await outcomeOf(call(one, one))).toBe('not-found');
    });

    it('with the counts and the list as after archiving, and the same after a rebuild [N-13]', async () => {
      const [kept, archived] = await pairOf();
      await keep(manager, kept, archived);
      const rows = await sql<{ same: boolean; status: string }>`
        select own.status, own is not distinct from made as same from customer_list own
        join customer_list_row(${[kept.userId, archived.userId]}::uuid[]) made on made.user_id = own.user_id
        order by own.status`.execute(services().db);
      expect(rows.rows).toEqual([
        { status: 'active', same: true },
        { status: 'archived', same: true },
      ]);
      expect(await findCustomerRow(services().db as never, archived.userId)).toMatchObject({
        ...{ is_duplicate: true, customer_status: 'archived' },
      });
    });
  });

  describe('are as before after an undo', () => {
    it('with the status from before, also of a suspended one [N-13]', async () => {
      const [kept, archived] = await pairOf();
      await services()
        .db.updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', archived.userId)
        .execute();
      await keep(manager, kept, archived);
      await undo(manager, archived);
      expect(await at.stored(archived.userId)).toMatchObject({ status: 'suspended', archived_from: null });
      expect((await pageOf(manager, archived)).kept).toBeNull();
      expect((await pageOf(manager, kept)).earlier).toEqual([]);
      expect(await listed(manager)).toContainEqual(idsOf(kept, archived));
      expect(await outcomeOf(undo(manager, archived))).toBe('not-found');
    });

    it('but not after thirty days [N-13]', async () => {
      const [kept, archived] = await pairOf();
      await keep(manager, kept, archived);
      at.pass(30 * day);
      expect(await outcomeOf(undo(manager, archived))).toBe('conflict: error.duplicates.late');
      expect((await pageOf(manager, archived)).kept).toMatchObject({ can_undo: false });
      at.pass(-30 * day);
      expect(await outcomeOf(undo(manager, archived))).toBe('done');
    });

    it('not while the kept one is archived, to be removed, or in another organisation [N-13]', async () => {
      const [kept, archived] = await pairOf();
      const third = await record(south, { dob: nextBirth() });
      await keep(manager, kept, archived);
      const set = (values: object) =>
        services().db.updateTable('users').set(values).where('id', '=', kept.userId).execute();
      await set({ status: 'archived' });
      expect(await outcomeOf(undo(manager, archived))).toBe('conflict: error.duplicates.keptArchived');
      await set({ status: 'active', provider_id: at.house });
      expect(await outcomeOf(undo(manager, archived))).toBe('conflict: error.duplicates.moved');
      await set({ provider_id: north });
      await deleteUser.call(as(manager), { id: kept.userId, type: 'delete' });
      expect(await outcomeOf(undo(manager, archived))).toBe('conflict: error.duplicates.keptRemoved');
      expect(await outcomeOf(undo(nurse, archived))).toBe('forbidden');
      expect(await outcomeOf(undo(third, archived))).toBe('not-found');
    });

    it('and not by bringing it back from the archive, which the menu does not offer [N-13]', async () => {
      const [kept, archived] = await pairOf();
      await keep(manager, kept, archived);
      const back = unarchiveCustomer.call(as(at.admin), { user_id: archived.userId });
      expect(await outcomeOf(back)).toBe('conflict: error.customer.duplicate');
      expect(await getCustomer.call(as(at.admin), { id: archived.userId })).toMatchObject({
        is_duplicate: true,
      });
    });

    it('and the archived one is an ordinary archived record once the kept one is deleted [N-13]', async () => {
      const [kept, archived] = await pairOf();
      await keep(manager, kept, archived);
      await services().db.deleteFrom('users').where('id', '=', kept.userId).execute();
      const back = unarchiveCustomer.call(as(at.admin), { user_id: archived.userId });
      expect(await outcomeOf(back)).toBe('done');
    });
  });
});
