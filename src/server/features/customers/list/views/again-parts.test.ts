import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../../../domain/access/scope.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { customerList } from '../../../../../domain/lists/definitions/customers.ts';
import { queryOf } from '../../../../../domain/lists/query.ts';
import { contextFor, person, provider } from '../../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import type { Context } from '../../../../pipeline/context.ts';
import { getCustomers } from '../operations.ts';
import { readCustomers } from '../store.ts';

const orders = ['created_at_desc', 'created_at_asc', 'name_asc', 'name_desc', 'room_asc', 'room_desc'];

/**
 * Adds customers of each kind: old plans, new ones, plans that are older than their account, papers to check, drafts and archived
 * customers, whose days of creation are spread over two years, half of them back from hospital, and some there again.
 */
const addCustomers = ({ services: { db, clock } }: TestServices, count: number) => {
  const ago = (days: string) =>
    sql`${clock().toISOString()}::timestamptz - (${sql.raw(days)}) * interval '1 day'`;
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into users (id, permission_role_id, first_name, last_name, email, pin_sealed, share_id, status, created_at, room)
      select gen_random_uuid(), 5, 'Ann', 'Ray ' || (n * 37) % 100, n || '@again.example', '', 'again-' || n,
        case when n % 11 = 0 then 'archived' else 'active' end, ${ago('n % 730')}, (n % 50)::text
      from generate_series(1, ${count}) n`.execute(tx);
    await sql`
      update customer_list set plan = case when n % 7 = 0 then 'draft' else 'complete' end, review = n % 13 = 0,
        plan_since = case when n % 5 = 0 then ${ago('500')} else created_at + interval '1 day' end
      from (select id, substr(share_id, 7)::int as n from users where share_id like 'again-%') u where u.id = user_id`.execute(
      tx,
    );
    await sql`
      insert into hospital_stays (user_id, began_at, back_at, looked_at)
      select user_id, ${ago('60')}, ${ago('50')}, case when n % 4 = 1 then ${ago('40')} end
      from customer_list join (select id, substr(share_id, 7)::int as n from users where share_id like 'again-%') u on u.id = user_id
      where n % 2 = 1 or n % 5 = 0`.execute(tx);
    await sql`
      insert into hospital_stays (user_id, began_at) select id, ${ago('1')} from users where share_id like 'again-%9'`.execute(
      tx,
    );
  });
};

describe('the list of plans due for review', () => {
  let test: TestServices;
  let context: Context;

  beforeAll(async () => {
    test = await startServices();
    context = contextFor(test.services, (await person(test.services, { role: 'admin' })).actor);
    await addCustomers(test, 2_600);
  });
  afterAll(() => test.close());

  /** Returns the ids in order, found by the condition on each row. */
  async function expected(order_by: string, providers: string[] | null): Promise<string[]> {
    const { db, clock } = test.services;
    const now = clock();
    const scope = { ...scopeOf(context.actor), providers };
    const query = queryOf(customerList, { status: 'again', order_by, offset: 0, limit: 10 });
    const ids: string[] = [];
    for await (const rows of readCustomers(db, scope, query, { now, today: melbourneDate(now) }))
      ids.push(...rows.map(({ id }) => id));
    return ids;
  }

  const due = async () => {
    const { rows } = await sql<{ due: number }>`
      select count(*)::int as due from hospital_stays where back_at is not null and looked_at is null`.execute(
      test.services.db,
    );
    return rows[0]!.due;
  };

  async function comparePages(house: string | null = null): Promise<number> {
    let matches = 0;
    for (const order_by of orders) {
      const all = await expected(order_by, house === null ? null : [house]);
      matches = all.length;
      for (const offset of [0, 5, 50, 90, 95, 1_000, matches - 5, matches]) {
        const page = await getCustomers.call(context, {
          ...{ status: 'again', order_by, offset, limit: 10 },
          provider_id: house,
        });
        const shown = `${order_by} from ${offset} of ${matches}`;
        expect(
          page.data.map(({ id }) => id),
          shown,
        ).toEqual(all.slice(offset, offset + 10));
        expect(page.count, shown).toBe(matches);
      }
    }
    return matches;
  }

  it('has the same rows of all providers in the same order as its condition, for few and for many stays in hospital [N-03] [N-14]', async () => {
    expect(await due()).toBeLessThan(1_000);
    expect(await comparePages()).toBeGreaterThan(1_000);
    await sql`update hospital_stays set looked_at = null where back_at is not null`.execute(test.services.db);
    expect(await due()).toBeGreaterThan(1_000);
    expect(await comparePages()).toBeGreaterThan(1_000);
  });

  it('has the same rows within one provider, however many [N-03] [N-14]', async () => {
    const house = await provider(test.services, 'Banksia House');
    // The list reads the provider here only.
    await sql`update customer_list set provider_id = ${house}`.execute(test.services.db);
    await sql`analyze customer_list, hospital_stays`.execute(test.services.db);
    expect(await comparePages(house)).toBeGreaterThan(1_000);
  });
});
