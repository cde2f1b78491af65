import * as fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';

type Choice = { who: number; to: number; on: boolean; houses: readonly (string | null)[] };

const idOf = (who: number) => `00000000-0000-4000-8000-00000000000${who}`;
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
};
const planColumns: typeof userColumns = {
  version: ({ to }) => sql`${to}::int`,
  locked: ({ on }) => sql`${on}::boolean`,
};
const fileColumns: typeof userColumns = {
  category: ({ on }) => sql`${on ? 'ACP' : 'WISHES'}`,
  is_active: ({ on }) => sql`${on}::boolean`,
  is_uploaded: ({ on }) => sql`${on}::boolean`,
  activated_timestamp: dayOrNone,
  reviewed_at: dayOrNone,
};

const changes = ([table, key, columns]: readonly [string, string, typeof userColumns]) =>
  Object.entries(columns).map(
    ([column, value]) =>
      (choice: Choice) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value(choice)} where ${sql.ref(key)} = ${idOf(choice.who)}`,
  );

/** Adds everyone who does not exist, some with a plan, by one statement, as an import does. */
const addMissing = ({ to, on }: Choice) => sql`
  with made as (
    insert into users (id, permission_role_id, email, pin_sealed, share_id, status)
    select id, 5, id || '@list.example', '', id::text, ${statuses[to]}
    from unnest(${[0, 1, 2, 3].map(idOf)}::uuid[]) id on conflict do nothing returning id
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

  it('are the same by triggers after any writes as when they are made again [CTABLE-09]', async () => {
    const { db } = test.services;
    const houses = [null, await provider(test.services, 'Banksia House')];
    const listed = async () => (await sql`select * from customer_list order by user_id`.execute(db)).rows;
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(write, fc.array(write, { maxLength: 24 }), async (added, made) => {
        await sql`delete from users where id = any(${[0, 1, 2, 3].map(idOf)}::uuid[])`.execute(db);
        await addMissing({ ...added, houses }).execute(db);
        for (const { what, ...choice } of made) await writes[what]!({ ...choice, houses }).execute(db);
        const byTriggers = await listed();
        await sql`delete from customer_list`.execute(db);
        await sql`select customer_list_refresh(id) from users`.execute(db);
        expect(byTriggers).toEqual(await listed());
        seen += byTriggers.length;
      }),
      { numRuns: 150 },
    );
    expect(seen).toBeGreaterThan(60);
  });
});
