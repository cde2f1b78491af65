import pg from 'pg';
import { sql, type KyselyPlugin, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { deleteExpired, expiredBatch } from '../../db/delete-batches.ts';
import { cleanUp, expiredAt } from './cleanup.ts';

/** Parts of a query plan as EXPLAIN writes it. */
type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };

const parts = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(parts)];

/** Number of rows of each table; a tenth is old enough to delete. */
const rowsOf = (table: string) => (['attempts', 'idempotency_keys'].includes(table) ? 200_000 : 20_000);

describe('the nightly clean-up of large tables', () => {
  let test: TestServices;
  let who: TestPerson;
  let filledAt: Date;

  beforeAll(async () => {
    filledAt = new Date();
    test = await startServices();
    who = await person(test.services);
    // Filling may take longer than the server's statement timeout.
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const fill = (statement: string) => client.query(statement);
    const owner = `'${who.userId}'::uuid`;
    const [series, longSeries] = [`generate_series(1, 20000) n`, `generate_series(1, 200000) n`];
    const at = `now() - case when n % 10 = 0 then interval '500 days' else interval '1 hour' end + n * interval '1 ms'`;
    await fill(`insert into attempts select 'sign-in:account', int4send(n), ${at} from ${longSeries}`);
    await fill(`insert into idempotency_keys select 'person:' || gen_random_uuid(), 'o', 'key-' || n, 'x', 'x', ${at}
      from ${longSeries}`);
    await fill(`insert into known_devices select ${owner}, 'd-' || n, ${at}, ${at} from ${series}`);
    await fill(`insert into sessions (token_hash, user_id, idle_expires_at, absolute_expires_at)
      select int4send(n), ${owner}, ${at} + interval '2 hours', ${at} + interval '1 day' from ${series}`);
    await fill(`insert into one_time_tokens (purpose, user_id, expires_at)
      select 'verify-email', ${owner}, ${at} from ${series}`);
    await fill(`insert into second_step_challenges (token_hash, user_id, purpose, expires_at)
      select int4send(n), ${owner}, 'sign-in', ${at} from ${series}`);
    await fill(`insert into second_factors (user_id, kind, value_sealed, created_at)
      select ${owner}, 'sms', 'x', ${at} from ${series}`);
    await fill(`insert into notifications (template, receiver_id, created_at)
      select 'ACP_COMPLETED', ${owner}, ${at} from ${series}`);
    await fill(`insert into help_messages (topic, message_sealed, language, mailed_at)
      select 't', 'x', 'en', ${at} from ${series}`);
    await fill(`insert into payment_events (id, type, created_at, received_at, handled_at)
      select 'evt-' || n, 'invoice.paid', now(), ${at}, now() from ${series}`);
    await fill(`insert into payment_drifts (kind, object_id, found_at, mended_at)
      select 'payment-state', 'in-' || n, ${at}, now() from ${series}`);
    await fill(`insert into subscriptions (id, name, fee, customer_type_id, recurrence)
      values (${owner}, 'n', 4900, 1, 'year')`);
    await fill(`insert into payment_attempts (user_id, subscription_id, total, state, updated_at)
      select ${owner}, ${owner}, 4900, 'given-up', ${at} from ${series}`);
    await fill(`insert into transactions (amount, invoice_date, status, created_at)
      select 4900, '2016-01-01', 'paid', ${at.replace('500', '3000')} from ${series}`);
    await fill(
      `insert into customer_imports (id, name, path, storage_key) values (${owner}, 'l.csv', 'p', 'k')`,
    );
    await fill(`insert into customer_import_problems (import_id, line, row_sealed, created_at)
      select ${owner}, n, 'x', ${at} from ${series}`);
    await fill(`insert into customer_moves (id, user_id, moved_at)
      select gen_random_uuid(), ${owner}, ${at} from ${series}`);
    await fill('delete from card_changes');
    await fill(`insert into card_changes (user_id, changed_at)
      select ${owner}, ${at.replace('1 hour', '1 minute')} from ${series}`);
    await fill(`insert into providers (id, name, path) values (${owner}, 'House', array[${owner}])`);
    await fill(`insert into organisation_sign_ins (state_hash, browser_hash, provider_id, created_at)
      select int4send(n), 'x', ${owner}, ${at.replace('1 hour', '1 minute')} from ${series}`);
    await fill('analyze');
    await client.end();
  }, 180_000);
  afterAll(() => test.close());

  async function planOf(statement: RawBuilder<unknown>): Promise<Plan[]> {
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Plan }];
    }>`explain (format json) ${statement}`.execute(test.services.db);
    return parts(rows[0]!['QUERY PLAN'][0].Plan);
  }

  it('finds old rows in every table by an index, in its order, also for a later batch [R-16, R-93]', async () => {
    // The time after the filling, which may take a while: all old rows are before it.
    const now = filledAt;
    for (const expired of expiredAt(now))
      for (const from of [null, new Date(now.getTime() - 500 * 86_400_000)]) {
        const plan = await planOf(expiredBatch(expired, from));
        const table = expired.table;
        const reads = plan.filter(
          (part) => part['Relation Name'] === table && part['Node Type'] !== 'ModifyTable',
        );
        expect([table, reads.map((part) => part['Node Type'])]).toEqual([table, ['Index Scan', 'Tid Scan']]);
        expect([table, plan.filter((part) => part['Node Type'] === 'Sort')]).toEqual([table, []]);
      }
  });

  it('deletes a bounded number of rows with a statement, and continues until all are deleted [R-16]', async () => {
    const statements: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows as { count?: number }[];
        statements.push(row?.count ?? 0);
        return result;
      },
    };
    const [attempts] = expiredAt(new Date()).filter(({ table }) => table === 'attempts');
    const db = test.services.db.withPlugin(counting);
    expect(await deleteExpired(db, attempts!)).toBe(rowsOf('attempts') / 10);
    expect(statements).toEqual([5_000, 5_000, 5_000, 5_000, 0]);
    expect(await deleteExpired(db, attempts!)).toBe(0);
  });

  it('leaves a row that another transaction has locked for the next run, without waiting [R-16]', async () => {
    const holder = await test.pool.connect();
    await holder.query('begin');
    await holder.query(`select 1 from one_time_tokens where id = (
      select id from one_time_tokens order by expires_at limit 1) for update`);
    const [tokens] = expiredAt(new Date()).filter(({ table }) => table === 'one_time_tokens');
    expect(await deleteExpired(test.services.db, tokens!)).toBe(rowsOf('one_time_tokens') / 10 - 1);
    await holder.query('rollback');
    holder.release();
    expect(await deleteExpired(test.services.db, tokens!)).toBe(1);
  });

  it('cleans the other tables if one fails, and throws the failure at the end [R-16, R-93]', async () => {
    await test.pool.query('alter table idempotency_keys rename to idempotency_keys_gone');
    await expect(cleanUp(test.services)).rejects.toMatchObject({ code: '42P01' });
    await test.pool.query('alter table idempotency_keys_gone rename to idempotency_keys');
    await cleanUp(test.services);
    for (const { table } of expiredAt(new Date())) {
      const { rows } = await test.pool.query(`select count(*)::int as count from ${table}`);
      expect([table, rows[0].count]).toEqual([table, rowsOf(table) * 0.9]);
    }
  });

  it('finds the remembered answers of a deleted person by the primary key [R-16] [D-19]', async () => {
    const own = `person:${who.userId}`;
    const plan = await planOf(
      sql`delete from idempotency_keys where actor_id >= ${own} and actor_id < ${`${own}~`}`,
    );
    const indexes = plan.flatMap((part) => part['Index Name'] ?? []);
    expect(indexes).toEqual(['idempotency_keys_pkey']);
  });

  it('finds all rows that are deleted with a person by an index [R-16] [D-19]', async () => {
    const { rows } = await test.pool.query<{ reference: string }>(`
      select con.conrelid::regclass || '.' || att.attname as reference
      from pg_constraint con join pg_attribute att on att.attrelid = con.conrelid and att.attnum = con.conkey[1]
      where con.contype = 'f' and con.confrelid in ('users'::regclass, 'sessions'::regclass, 'second_factors'::regclass)
        and con.conrelid <> 'mail_templates'::regclass
        and not exists (select 1 from pg_index where indrelid = con.conrelid and indkey[0] = con.conkey[1])`);
    expect(rows).toEqual([]);
  });
});
