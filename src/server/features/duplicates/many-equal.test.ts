import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';

const equal = 1_500;

let test: TestServices;
beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

it('a change of one of very many records with the same name and birth date reads at most a hundred of them, and each has at most twenty pairs when it is added [N-13]', async () => {
  const { db } = test.services;
  const providerId = await provider(test.services);
  await sql`
    insert into users (id, email, first_name, last_name, dob, permission_role_id, provider_id, status, language, share_id, pin_sealed)
    select id, id || '@equal.example', 'Same', 'Name', '1943-05-14', 5, ${providerId}, 'active', 'en', id::text, decode('00', 'hex')
    from (select gen_random_uuid() as id from generate_series(1, ${equal})) made`.execute(db);
  await sql`analyze users`.execute(db);
  const { rows: pairs } = await sql<{
    count: number;
  }>`select count(*)::int as count from duplicate_pairs`.execute(db);
  expect(pairs[0]!.count).toBeLessThanOrEqual(20 * equal);
  const fetched = await db.transaction().execute(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'users'`.execute(
        tx,
      );
      return rows[0]!.count;
    };
    const { rows } = await sql<{
      id: string;
    }>`select id from users where first_name = 'Same' limit 1`.execute(tx);
    const before = await count();
    await sql`select * from duplicates_of(${rows[0]!.id})`.execute(tx);
    return (await count()) - before;
  });
  expect(fetched).toBeGreaterThan(20);
  expect(fetched).toBeLessThan(300);
});
