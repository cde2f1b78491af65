import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider, type TestPerson } from '../../../../../testing/people.ts';
import { unarchiveCustomer } from '../../customers/actions/status-operations.ts';
import { moveProvider } from '../../providers/structure/move-operations.ts';
import { startRecords, type Records } from '../duplicates.fixture.ts';
import { getPossibleDuplicates, setDuplicateAside } from '../operations.ts';
import { repairPairs } from './repair-pairs.ts';

describe('stored pairs of records', () => {
  let records: Records;
  const db = () => records.at.test.services.db;
  const lines: string[] = [];
  const repair = () =>
    repairPairs(records.at.test.services, (line) => void lines.push(line), {
      ...{ batch: 3, pauseMs: 0, ranges: 1 },
    });
  beforeAll(async () => {
    records = await startRecords();
  });
  afterAll(() => records.at.test.close());
  beforeEach(async () => {
    await repair();
    lines.length = 0;
  });

  const idsOf = (one: TestPerson, other: TestPerson) => [one.userId, other.userId].toSorted();
  const isStored = async (one: TestPerson, other: TestPerson) => {
    const [first_id, second_id] = idsOf(one, other);
    const rows = await db()
      .selectFrom('duplicate_pairs')
      .select(['root_id', 'set_aside_at'])
      .where('first_id', '=', first_id!)
      .where('second_id', '=', second_id!)
      .execute();
    return rows[0] ?? null;
  };
  const listed = async (who: TestPerson) => {
    const { data } = await getPossibleDuplicates.call(records.at.as(who), { limit: 50 });
    return data.map(({ first, second }) => [first.id, second.id].toSorted());
  };
  const move = async (id: string, parent_id: string) => {
    const { version } = await db()
      .selectFrom('providers')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await moveProvider.call(records.at.as(records.at.admin), { id, parent_id, version });
  };

  it('that a simultaneous insertion missed are added by the nightly work, which then finds nothing to do [N-13]', async () => {
    const [one, other] = await records.pairOf();
    await sql`delete from duplicate_pairs`.execute(db());
    expect(await repair()).toBe(1);
    expect(await isStored(one, other)).toMatchObject({ root_id: records.root });
    expect(await listed(records.manager)).toContainEqual(idsOf(one, other));
    expect(lines).toEqual(['1 pairs of records that may be of one person were corrected.']);
    expect(await repair()).toBe(0);
    expect(lines).toHaveLength(1);
  });

  it('of every customer are corrected within seven nightly runs, each for one range of ids [N-13]', async () => {
    const made = [];
    for (let count = 0; count < 20; count += 1) made.push(await records.pairOf());
    await sql`delete from duplicate_pairs`.execute(db());
    const nights = [];
    for (let night = 0; night < 7; night += 1) {
      const clock = () => new Date(Date.UTC(2026, 0, 1 + night));
      nights.push(await repairPairs({ db: db(), clock }, () => {}, { batch: 3, pauseMs: 0 }));
    }
    for (const [one, other] of made) expect(await isStored(one, other)).not.toBeNull();
    expect(nights.filter((corrected) => corrected > 0).length).toBeGreaterThan(1);
    expect(await repair()).toBe(0);
  });

  it('that no longer have anything in common are removed, unless staff said that they are two people [N-13]', async () => {
    const [one, other] = await records.pairOf();
    const [kept, aside] = await records.pairOf();
    await setDuplicateAside.call(records.at.as(records.manager), {
      ...{ first_id: kept.userId, second_id: aside.userId, set_aside: true },
    });
    await sql`alter table users disable trigger duplicate_pairs_change`.execute(db());
    for (const { userId } of [other, aside])
      await db().updateTable('users').set({ dob: '1901-01-01' }).where('id', '=', userId).execute();
    await sql`alter table users enable trigger duplicate_pairs_change`.execute(db());
    expect(await isStored(one, other)).not.toBeNull();
    // The records with the new birth date are a pair now.
    expect(await repair()).toBe(2);
    expect(await isStored(one, other)).toBeNull();
    expect(await isStored(other, aside)).not.toBeNull();
    expect((await isStored(kept, aside))?.set_aside_at).not.toBeNull();
  });

  it('have what the records have in common now [N-13]', async () => {
    const [one, other] = await records.pairOf();
    await sql`update duplicate_pairs set by_name = false, by_customer_id = true`.execute(db());
    await repair();
    const [first_id] = idsOf(one, other);
    const row = await db()
      .selectFrom('duplicate_pairs')
      .select(['by_name', 'by_customer_id'])
      .where('first_id', '=', first_id!)
      .executeTakeFirst();
    expect(row).toEqual({ by_name: true, by_customer_id: false });
  });

  it('of many equal records stay as they are, whichever record found them [N-13]', async () => {
    const dob = records.nextBirth();
    for (let count = 0; count < 24; count += 1) await records.record(records.north, { dob });
    await repair();
    const pairs = async () =>
      (await db().selectFrom('duplicate_pairs').select(['first_id', 'second_id']).execute()).length;
    const before = await pairs();
    expect(await repair()).toBe(0);
    expect(await pairs()).toBe(before);
  });

  it('are listed for the managers of the organisation into which their branch moves, at once [N-13, D-63]', async () => {
    const { at } = records;
    const branch = await provider(at.test.services, 'Grevillea', records.root);
    const house = await provider(at.test.services, 'Grevillea West', branch);
    const dob = records.nextBirth();
    const inside = [await records.record(branch, { dob }), await records.record(house, { dob })] as const;
    const outside = await records.record(records.north, { dob });
    const elsewhere = await provider(at.test.services, 'Telopea Group');
    const there = await records.record(elsewhere, { dob });
    const manager = await at.staff('provideradmin', elsewhere);
    await move(branch, elsewhere);
    expect(await listed(manager)).toEqual([idsOf(...inside)]);
    expect(await listed(records.manager)).not.toContainEqual(idsOf(inside[0], outside));
    await repair();
    const inOrder = (pairs: readonly string[][]) => pairs.map((ids) => ids.join()).toSorted();
    expect(inOrder(await listed(manager))).toEqual(
      inOrder([idsOf(...inside), idsOf(inside[0], there), idsOf(inside[1], there)]),
    );
    expect(await isStored(inside[0], outside)).toBeNull();
    await move(branch, records.root);
    expect(await listed(manager)).toEqual([]);
    expect(await listed(records.manager)).toContainEqual(idsOf(...inside));
  });

  it('are no longer listed when one record moves to another organisation, is archived or deleted [N-13]', async () => {
    const set = (who: TestPerson, values: object) =>
      db().updateTable('users').set(values).where('id', '=', who.userId).execute();
    const [one, other] = await records.pairOf();
    await set(other, { provider_id: records.at.house });
    expect(await isStored(one, other)).toBeNull();
    await set(other, { provider_id: records.south });
    expect(await listed(records.manager)).toContainEqual(idsOf(one, other));
    await set(other, { status: 'archived' });
    expect(await listed(records.manager)).not.toContainEqual(idsOf(one, other));
    await set(other, { status: 'active' });
    await db().deleteFrom('users').where('id', '=', other.userId).execute();
    expect(await isStored(one, other)).toBeNull();
    expect(await repair()).toBe(0);
  });
});

describe('the link of an archived record with the kept one', () => {
  let records: Records;
  beforeAll(async () => {
    records = await startRecords();
  });
  afterAll(() => records.at.test.close());

  const db = () => records.at.test.services.db;
  const links = async (archived: TestPerson) =>
    (
      await db()
        .selectFrom('duplicate_links')
        .select('kept_id')
        .where('archived_id', '=', archived.userId)
        .execute()
    ).map(({ kept_id }) => kept_id);
  const set = (who: TestPerson, values: object) =>
    db().updateTable('users').set(values).where('id', '=', who.userId).execute();

  it('ends when the archived record is in use again by any other way, so that its plan is in force again [N-13]', async () => {
    const [kept, archived] = await records.pairOf();
    await records.keep(records.manager, kept, archived);
    await set(archived, { status: 'active', archived_from: null });
    expect(await links(archived)).toEqual([]);
    expect((await records.pageOf(records.manager, archived)).kept).toBeNull();
    expect((await records.pageOf(records.manager, kept)).earlier).toEqual([]);
  });

  it('ends when the archived record was brought back while it was being linked [N-13]', async () => {
    const [kept, archived] = await records.pairOf();
    await set(archived, { status: 'archived', archived_from: 'active' });
    const { pool } = records.at.test;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from users where id = $1 for update', [archived.userId]);
      await client.query(
        'insert into duplicate_links (archived_id, kept_id, linked_at) values ($1, $2, now())',
        [archived.userId, kept.userId],
      );
      const back = unarchiveCustomer.call(records.at.as(records.at.admin), { user_id: archived.userId });
      const isWaiting = async () => {
        const { rows } = await pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length;
      };
      await expect.poll(isWaiting).toBeGreaterThan(0);
      await client.query('commit');
      await back;
    } finally {
      client.release();
    }
    const row = await db()
      .selectFrom('users')
      .select('status')
      .where('id', '=', archived.userId)
      .executeTakeFirstOrThrow();
    expect([row.status, await links(archived)]).toEqual(['active', []]);
  });

  it('stays when the kept record is changed, moved or archived, and goes with it when it is deleted [N-13]', async () => {
    const [kept, archived] = await records.pairOf();
    await records.keep(records.manager, kept, archived);
    await set(kept, { last_name: 'Dole', dob: '1900-01-01' });
    await set(kept, { provider_id: records.at.house });
    await set(kept, { provider_id: records.north, status: 'archived' });
    expect(await links(archived)).toEqual([kept.userId]);
    await db().deleteFrom('users').where('id', '=', kept.userId).execute();
    expect(await links(archived)).toEqual([]);
  });
});
