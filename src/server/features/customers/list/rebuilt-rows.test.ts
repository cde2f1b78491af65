import * as fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';

type Choice = { who: number; to: number; on: boolean; houses: readonly (string | null)[] };

const idOf = (who: number) => `00000000-0000-4000-8000-00000000000${who}`;
const everyone = [0, 1, 2, 3].map(idOf);
const statuses = ['invited', 'active', 'suspended', 'archived'] as const;
const names = ['王', "O'Brien", 'Wong', null] as const;
const day = (to: number) => `2026-0${to + 1}-02`;
const dayOrNone = ({ to, on }: Choice) => sql`${on ? day(to) : null}::date`;

/** One column each, so that a trigger that ignores a column leaves the row outdated. */
const userColumns: Record<string, (choice: Choice) => RawBuilder<unknown>> = {
  first_name: ({ to }) => sql`${names[to]}`,
  last_name: ({ to }) => sql`${names[to]}`,
  email: ({ who, to, on }) => sql`${who + (on ? '@no-email.invalid' : `.${to}@mail.example`)}`,
  status: ({ to }) => sql`${statuses[to]}`,
  provider_id: ({ to, houses }) => sql`${houses[to % houses.length]}::uuid`,
  permission_role_id: ({ to }) => sql`${to === 3 ? 3 : 5}::int`,
  invite_date: dayOrNone,
  trial_end_date: dayOrNone,
  password_hash: ({ on }) => sql`${on ? 'x' : null}`,
  invite_accepted_date: dayOrNone,
  email_verified_at: dayOrNone,
  created_at: ({ to }) => sql`${day(to)}::date`,
  removal_requested_at: dayOrNone,
  delete_on: dayOrNone,
  room: ({ to }) => sql`${['2', '10A', '3号床', null][to]}`,
};
const planColumns: typeof userColumns = {
  version: ({ to }) => sql`${to}::int`,
  locked: ({ on }) => sql`${on}::boolean`,
  still_right_at: dayOrNone,
  still_right_version: ({ to }) => sql`${to}::int`,
  plan_version: ({ to }) => sql`${to}::int`,
};
const fileColumns: typeof userColumns = {
  category: ({ on }) => sql`${on ? 'ACP' : 'WISHES'}`,
  is_active: ({ on }) => sql`${on}::boolean`,
  is_uploaded: ({ on }) => sql`${on}::boolean`,
  // At most one file of each person can be the questionnaire.
  is_questionnaire: ({ on }) => sql`${on}::boolean and id =
    (select id from files first where first.user_id = files.user_id order by created_at, id limit 1)`,
  is_eol: ({ on }) => sql`${on}::boolean`,
  activated_timestamp: dayOrNone,
  reviewed_at: dayOrNone,
};

const changes = ([table, key, columns]: readonly [string, string, typeof userColumns]) =>
  Object.entries(columns).map(
    ([column, value]) =>
      (choice: Choice) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value(choice)} where ${sql.ref(key)} = ${idOf(choice.who)}`,
  );

/** Adds everyone who does not exist, some with a plan or to be removed, by one statement, as an import does. */
const addMissing = ({ to, on }: Choice) => sql`
  with made as (
    insert into users (id, permission_role_id, email, pin_sealed, share_id, status, room, removal_requested_at, delete_on)
    select id, 5, id || '@list.example', '', id::text, ${statuses[to]}, ${on ? '12B' : null}, ${on && to === 2 ? day(to) : null}::date, ${day(to)}::date
    from unnest(${everyone}::uuid[]) id on conflict do nothing returning id
  )
  insert into acps (user_id, version, locked, answers_sealed) select id, ${to}, ${on}, '' from made where ${to} <> 3`;

/** Every write changes nothing if its person, plan or file does not exist. */
const writes: readonly ((choice: Choice) => RawBuilder<unknown>)[] = [
  addMissing,
  ({ who }) => sql`delete from users where id = ${idOf(who)}`,
  ({ who }) => sql`delete from acps where user_id = ${idOf(who)}`,
  ({ who }) => sql`delete from files where user_id = ${idOf(who)}`,
  ({ who, to, on }) => sql`
    insert into files (user_id, category, file_name, is_active, is_uploaded, is_eol, activated_timestamp)
    select id, 'ACP', 'plan.pdf', ${to !== 0}, ${on}, ${to === 3}, ${day(to)}::date from users where id = ${idOf(who)}`,
  ({ who, to, on }) => sql`
    insert into acps (user_id, version, locked, answers_sealed)
    select id, ${to}, ${on}, '' from users where id = ${idOf(who)} on conflict do nothing`,
  ({ who, to }) => sql`
    insert into trusted_contacts (user_id, name, email, phone, relationship)
    select id, 'Lee', ${`${to}@contact.example`}, '', 'Son' from users where id = ${idOf(who)} on conflict do nothing`,
  ({ who, to }) =>
    sql`update trusted_contacts set accepted_at = ${day(to)}::date where user_id = ${idOf(who)}`,
  ({ who, on }) => sql`
    insert into payment_plans (user_id, subscription_id, state, since)
    select u.id, s.id, ${on ? 'active' : 'ended'}, '2026-01-02' from users u, (select id from subscriptions limit 1) s
    where u.id = ${idOf(who)} on conflict (user_id) do update set state = excluded.state`,
  // Moves all people by one statement, as a call that moves several customers does.
  ({ to, houses }) => sql`
    with moved as (
      update users set provider_id = ${houses[to % houses.length]}::uuid, trial_end_date = ${day(to)}::date
      where id = any(${everyone}::uuid[]) returning id, provider_id
    )
    insert into customer_moves (id, user_id, to_provider_id, moved_at) select gen_random_uuid(), id, provider_id, now() from moved`,
  // Staff remove a customer, or cancel the removal.
  ({ who, to, on }) => sql`
    update users set removal_requested_at = ${on ? day(to) : null}::date, delete_on = ${on ? day(to) : null}::date
    where id = ${idOf(who)}`,
  ({ who }) => sql`delete from conversations where user_id = ${idOf(who)}`,
  ({ who, to, on }) => sql`
    insert into conversations (user_id, outcome, held_on, recorded_at, answer, answered_at)
    select id, 'talked', ${day(to)}::date, now(), ${on ? 'not_right' : null}, ${on ? day(to) : null}::date
    from users where id = ${idOf(who)} on conflict do nothing`,
  // The customer answers, or says something else about the record.
  ({ who, to, on }) => sql`
    update conversations set answer = ${on ? 'not_right' : 'right'}, answered_at = ${day(to)}::date where user_id = ${idOf(who)}`,
  // One stay at a time is open. The first becomes another's if two records are of one person.
  ({ who, to, on }) => sql`
    insert into hospital_stays (user_id, began_at, back_at, looked_at)
    select id, ${day(to)}::date, ${on ? day(to) : null}::date, ${on && to === 2 ? day(to) : null}::date
    from users where id = ${idOf(who)} on conflict do nothing`,
  ({ who, to }) =>
    sql`update hospital_stays set back_at = ${day(to)}::date where user_id = ${idOf(who)} and back_at is null`,
  ({ who, to, on }) =>
    sql`update hospital_stays set looked_at = ${on ? day(to) : null}::date where user_id = ${idOf(who)} and back_at is not null`,
  ({ who }) => sql`delete from hospital_stays where user_id = ${idOf(who)}`,
  ({ who, to }) => sql`
    update hospital_stays set user_id = ${idOf(to)} where back_at is not null and user_id = ${idOf(who)}
      and exists (select 1 from users where id = ${idOf(to)})`,
  ...changes(['users', 'id', userColumns]),
  ...changes(['acps', 'user_id', planColumns]),
  ...changes(['files', 'user_id', fileColumns]),
];
const write = fc.record({
  what: fc.nat(writes.length - 1),
  who: fc.nat(3),
  to: fc.nat(3),
  on: fc.boolean(),
});

describe('the rows of the list of customers', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const listed = async () =>
    (await sql`select * from customer_list order by user_id`.execute(test.services.db)).rows;

  async function rebuild() {
    const { db } = test.services;
    await sql`delete from customer_list`.execute(db);
    await sql`insert into customer_list select * from customer_list_row(array(select id from users))`.execute(
      db,
    );
  }

  it('are the same after 2,000 random writes as after a rebuild [CTABLE-09, D-62, N-07, N-09, N-14]', async () => {
    const { db } = test.services;
    const houses = [null, await provider(test.services, 'Banksia House')];
    let seen = 0;
    let written = 0;
    await fc.assert(
      fc.asyncProperty(write, fc.array(write, { minLength: 20, maxLength: 26 }), async (added, made) => {
        await sql`delete from users where id = any(${everyone}::uuid[])`.execute(db);
        await addMissing({ ...added, houses }).execute(db);
        for (const { what, ...choice } of made) await writes[what]!({ ...choice, houses }).execute(db);
        const byTriggers = await listed();
        await rebuild();
        expect(byTriggers).toEqual(await listed());
        seen += byTriggers.length;
        written += made.length;
      }),
      { numRuns: 100 },
    );
    expect(seen).toBeGreaterThan(60);
    expect(written).toBeGreaterThanOrEqual(2_000);
  });

  it('have every value in its own column for a person who is added with a removal date [D-62]', async () => {
    const { db } = test.services;
    const house = await provider(test.services, 'Grevillea Lodge');
    await sql`delete from users`.execute(db);
    await sql`
      with made as (
        insert into users (id, permission_role_id, provider_id, first_name, last_name, email, pin_sealed, share_id, status, created_at,
          invite_date, trial_end_date, removal_requested_at, delete_on, room)
        values (${idOf(0)}, 5, ${house}, 'Ann', 'Wong', 'ann@mail.example', '', 'ann', 'invited', '2026-01-01Z', '2026-01-02Z',
          '2026-01-03', '2026-01-04Z', '2026-01-05', 'Room 2A') returning id
      ), planned as (
        insert into acps (user_id, version, locked, answers_sealed) select id, 1, true, '' from made
      ), talked as (
        insert into conversations (user_id, outcome, held_on, recorded_at) select id, 'talked', '2026-01-07', now() from made
      ), stayed as (
        insert into hospital_stays (user_id, began_at, back_at) select id, '2026-01-07Z', '2026-01-08Z' from made
      )
      insert into files (user_id, category, file_name, is_active, is_uploaded, activated_timestamp, reviewed_at)
      select id, 'ACP', 'plan.pdf', true, true, '2026-01-06Z', '2026-01-07Z' from made`.execute(db);
    const row = {
      ...{
        user_id: idOf(0),
        provider_id: house,
        status: 'archived',
        plan: 'complete',
        locked: true,
        review: false,
      },
      ...{ created_at: new Date('2026-01-01Z'), latest_update: new Date('2026-01-06Z') },
      ...{ sort_name: 'wong ann ann@mail.example', search: ' wong ann ann@mail.example room 2a ' },
      ...{ sort_room: `0room ${'2'.padStart(20, '0')}a`, has_conversation: true },
      plan_since: new Date('2026-01-06Z'),
      back_since: new Date('2026-01-08Z'),
      ...{ invite_date: new Date('2026-01-02Z'), trial_end_date: '2026-01-03', removal_on: '2026-01-05' },
    };
    expect(await listed()).toEqual([row]);
    await rebuild();
    expect(await listed()).toEqual([row]);
  });

  it('change when a file becomes an end-of-life document, which completes no plan [CON-16]', async () => {
    const { db } = test.services;
    const planOf = async () =>
      (await sql<{ plan: string }>`select plan from customer_list where user_id = ${idOf(0)}`.execute(db))
        .rows;
    expect(await planOf()).toEqual([{ plan: 'complete' }]);
    await sql`update files set is_eol = true where user_id = ${idOf(0)}`.execute(db);
    expect(await planOf()).toEqual([{ plan: 'draft' }]);
  });
});
