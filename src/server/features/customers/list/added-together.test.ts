import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { provider } from '../../../../../testing/people.ts';

describe('customers who are added by one statement', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const listed = async () => {
    const { rows } = await sql<{ user_id: string }>`select * from customer_list order by search`.execute(
      test.services.db,
    );
    return rows;
  };

  it('are in the list like customers who are added one by one [CTABLE-09] [IMPORT-01]', async () => {
    const { db } = test.services;
    const house = await provider(test.services, 'Banksia House');
    // Customers with a started or locked plan and with a file, one staff member, and one person whose address was never checked.
    await sql`
      with people as materialized (
        select gen_random_uuid() as id, who from unnest(array['invited', 'begun', 'locked', 'signed', 'staff', 'unchecked']) who
      ), made as (
        insert into users (id, permission_role_id, provider_id, first_name, last_name, email, pin_sealed, share_id, status,
          password_hash, invite_date, trial_end_date)
        select id, case who when 'staff' then 3 else 5 end, case when who <> 'signed' then ${house}::uuid end, '秀英', 'O''Brien',
          who || '@list.example', '', id::text, case who when 'unchecked' then 'active' else 'invited' end,
          case who when 'unchecked' then 'x' end, '2026-01-02', '2026-03-04'
        from people
      ), planned as (
        insert into acps (id, user_id, version, locked, language, answers_sealed)
        select gen_random_uuid(), id, case who when 'begun' then 2 else 0 end, who = 'locked', 'en', '' from people
      )
      insert into files (user_id, category, file_name, is_active, is_uploaded, activated_timestamp)
      select id, 'ACP', 'plan.pdf', true, true, '2026-02-03' from people where who = 'signed'`.execute(db);
    const { rows: changes } = await sql<{ change: string }>`
      select provider_id is null as elsewhere, status, plan, change from customer_count_changes order by 1, 2, 3, 4`.execute(
      db,
    );
    const together = await listed();
    expect(together).toMatchObject([
      { plan: 'draft', locked: false, provider_id: house },
      { plan: 'none', provider_id: house },
      { plan: 'none', locked: true, provider_id: house },
      { plan: 'complete', review: true, provider_id: null },
    ]);
    await sql`delete from customer_list`.execute(db);
    await sql`insert into customer_list select * from customer_list_row(array(select id from users))`.execute(
      db,
    );
    expect(await listed()).toEqual(together);
    expect(changes.reduce((sum, { change }) => sum + Number(change), 0)).toBe(4);
  });

  it('keep a row that the plan of the same statement made, of a customer who is to be removed [CTABLE-09, D-62]', async () => {
    const { db } = test.services;
    await sql`
      with made as (
        insert into users (id, permission_role_id, email, pin_sealed, share_id, status, removal_requested_at, delete_on)
        values (gen_random_uuid(), 5, 'removed@list.example', '', 'removed', 'active', '2026-01-02Z', '2026-02-01') returning id
      )
      insert into acps (user_id, version, locked, answers_sealed) select id, 1, true, '' from made`.execute(
      db,
    );
    const { rows } = await sql`
      select status, plan, locked, removal_on from customer_list where search like '%removed@%'`.execute(db);
    expect(rows).toEqual([{ status: 'archived', plan: 'draft', locked: true, removal_on: '2026-02-01' }]);
  });

  it('cause one change of the counts for each kind [CTABLE-09] [IMPORT-01]', async () => {
    const { db } = test.services;
    await sql`delete from customer_count_changes`.execute(db);
    await sql`
      insert into users (id, permission_role_id, email, pin_sealed, share_id, status)
      select gen_random_uuid(), 5, n || '@many.example', '', 'many-' || n, case when n % 2 = 0 then 'invited' else 'suspended' end
      from generate_series(1, 50) n`.execute(db);
    const { rows } = await sql`
      select status, plan, change from customer_count_changes order by status`.execute(db);
    expect(rows).toEqual([
      { status: 'invited', plan: 'none', change: 25 },
      { status: 'suspended', plan: 'none', change: 25 },
    ]);
  });
});
