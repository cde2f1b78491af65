import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';

const personId = '00000000-0000-4000-8000-000000000001';
const verify = `update users set email_verified_at = now() where id = '${personId}'`;
const beginPlan = `insert into acps (user_id, version, answers_sealed) values ('${personId}', 1, '')`;
const addFile = `insert into files (user_id, category, file_name, is_active, activated_timestamp)
  values ('${personId}', 'ACP', 'plan.pdf', true, now())`;
const archive = `update users set status = 'archived' where id = '${personId}'`;

describe('the row of a customer whom two transactions change at the same time', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  // A sign-up whose address was not verified: not a customer yet (D-39).
  beforeEach(async () => {
    await test.pool.query('delete from users where id = $1', [personId]);
    await test.pool.query(
      `insert into users (id, permission_role_id, email, pin_sealed, share_id, status, password_hash)
       values ($1, 5, 'ann@mail.example', '', 'ann', 'active', 'x')`,
      [personId],
    );
  });

  /** Runs the second statement while the first is not committed. */
  async function together(first: string, second: string) {
    const clients: PoolClient[] = [await test.pool.connect(), await test.pool.connect()];
    try {
      const [one, other] = clients as [PoolClient, PoolClient];
      await one.query('begin');
      await one.query(first);
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      let isDone = false;
      const done = other.query(second).finally(() => (isDone = true));
      const isWaiting = async () => {
        const { rows: waiting } = await test.pool.query(
          `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
          [rows[0]!.pid],
        );
        return isDone || waiting.length > 0;
      };
      await expect.poll(isWaiting).toBe(true);
      await one.query('commit');
      await done;
    } finally {
      for (const client of clients) client.release();
    }
    const { rows: listed } = await test.pool.query(
      'select status, plan from customer_list where user_id = $1',
      [personId],
    );
    return listed;
  }

  it.each([
    [verify, beginPlan, 'draft'],
    [beginPlan, verify, 'draft'],
    [verify, addFile, 'complete'],
    [addFile, verify, 'complete'],
  ])('has both changes of a sign-up: %s; %s [CTABLE-09, D-39]', async (first, second, plan) => {
    expect(await together(first, second)).toEqual([{ status: 'active', plan }]);
  });

  it.each([
    [archive, beginPlan],
    [beginPlan, archive],
  ])('has both changes of a customer: %s; %s [CTABLE-09]', async (first, second) => {
    await test.pool.query(verify);
    expect(await together(first, second)).toEqual([{ status: 'archived', plan: 'draft' }]);
  });
});
