import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../../domain/access/scope.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { person, provider } from '../../../../../testing/people.ts';
import type { Database } from '../../../pipeline/context.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { countCustomers, totalsOf } from './counts.ts';
import { lockHolders } from '../../../../../testing/database/lock-holders.ts';
import { foldCustomerCounts, oldestCountChange } from './fold-counts.ts';

/** One change of one person: the person, and the new value. */
const change = fc.record({
  who: fc.nat(11),
  what: fc.constantFrom(
    'status',
    'provider',
    'file',
    'no file',
    'plan',
    'role',
    'fold',
    'lock',
    'name',
    'several',
  ),
  to: fc.nat(3),
});
const writers = 8;

/** Inserts people with their plans by one statement. */
const addSeveral = (
  db: Database,
  { provider_id, count, saves }: { provider_id: string | null; count: number; saves: number },
) =>
  sql`
  with made as (
    insert into users (id, permission_role_id, provider_id, email, pin_sealed, share_id, status)
    select id, case when n = 1 then 3 else 5 end, ${provider_id}::uuid, id || '@several.example', '', id::text, 'invited'
    from (select gen_random_uuid() as id, n from generate_series(1, ${count}::int) n) people
    returning id
  )
  insert into acps (id, user_id, version, language, answers_sealed)
  select gen_random_uuid(), id, ${saves}, 'en', '' from made`.execute(db);

describe('the counts of customers', () => {
  let test: TestServices;
  let houses: (string | null)[];
  let people: string[];

  beforeAll(async () => {
    test = await startServices();
    const house = await provider(test.services, 'Banksia House');
    houses = [
      house,
      await provider(test.services, 'Ward', house),
      await provider(test.services, 'Lodge'),
      null,
    ];
    people = [];
    for (let count = 0; count < 12; count += 1)
      people.push((await person(test.services, count % 2 === 0 ? { providerId: house } : {})).userId);
  });
  afterAll(() => test.close());

  async function write({ who, what, to }: { who: number; what: string; to: number }): Promise<unknown> {
    const { db } = test.services;
    const user_id = people[who]!;
    const set = (values: Record<string, unknown>) =>
      db.updateTable('users').set(values).where('id', '=', user_id).execute();
    switch (what) {
      case 'status':
        return set({ status: ['invited', 'active', 'suspended', 'archived'][to] });
      case 'provider':
        return set({ provider_id: houses[to] });
      case 'role':
        return set({ permission_role_id: to === 0 ? 4 : 5 });
      case 'name':
        return set({ last_name: `Name ${to}` });
      case 'file':
        return db
          .insertInto('files')
          .values({
            user_id,
            category: to === 3 ? 'WISHES' : 'ACP',
            file_name: 'a.pdf',
            is_active: to > 0,
            is_uploaded: true,
            activated_timestamp: new Date(),
          })
          .execute();
      case 'no file':
        return db.deleteFrom('files').where('user_id', '=', user_id).execute();
      case 'plan':
        return db.updateTable('acps').set({ version: to }).where('user_id', '=', user_id).execute();
      case 'lock':
        return db
          .updateTable('acps')
          .set({ locked: to > 1 })
          .where('user_id', '=', user_id)
          .execute();
      case 'several':
        return addSeveral(db, { provider_id: houses[to]!, count: to, saves: who % 2 });
      default:
        return foldCustomerCounts(db);
    }
  }

  const everyone = scopeOf({ kind: 'person', role: 'admin' } as Actor);
  const counted = async (providerId: string | null) => {
    const { db } = test.services;
    const { counts } = await countCustomers(db, everyone, providerId);
    return counts
      .filter(({ customers }) => customers !== 0)
      .map(({ status, plan, customers }) => `${status} ${plan} ${customers}`)
      .toSorted();
  };

  /** Returns the counts from the source tables, without the list. */
  const expected = async (providers: (string | null)[] | null) => {
    const { rows } = await sql<{ row: string }>`
      select status || ' ' || plan || ' ' || count(*) as row from (
        select u.status, case
          when exists (select 1 from files f where f.user_id = u.id and f.category = 'ACP' and f.is_active) then 'complete'
          when exists (select 1 from acps a where a.user_id = u.id and a.type = 'active' and a.version > 0) then 'draft'
          else 'none' end as plan
        from users u
        where u.permission_role_id = 5 and (${providers === null}::boolean or u.provider_id = any(${providers ?? []}::uuid[]))
      ) own group by status, plan`.execute(test.services.db);
    return rows.map(({ row }) => row).toSorted();
  };

  const keptTotals = async () => {
    const { rows } = await sql<{ row: string }>`
      select status || ' ' || plan || ' ' || customers as row from customer_totals where customers <> 0`.execute(
      test.services.db,
    );
    return rows.map(({ row }) => row).toSorted();
  };

  it('equal recomputed counts after any mix of writes by eight writers, folded at any moment [CTABLE-09, API-14]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 40, maxLength: 120 }), async (changes) => {
        const queue = [...changes];
        // Waits for all writers before it reports the failure of one: none of them can then write into the next run.
        const ends = await Promise.allSettled(
          Array.from({ length: writers }, async () => {
            for (let next = queue.shift(); next; next = queue.shift()) await write(next);
          }),
        );
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
        expect(await counted(null)).toEqual(await expected(null));
        expect(await counted(houses[0]!)).toEqual(await expected([houses[0]!, houses[1]!]));
        const { skipped } = await foldCustomerCounts(test.services.db);
        expect(skipped, skipped === 0 ? '' : await lockHolders(test.services.db)).toBe(0);
        expect(await counted(null)).toEqual(await expected(null));
        expect(await changesLeft()).toBe(0);
        expect(await keptTotals()).toEqual(await expected(null));
      }),
      { numRuns: 15 },
    );
  });

  const changesLeft = async () => {
    const { rows } = await sql<{
      left: number;
    }>`select count(*)::int as left from customer_count_changes`.execute(test.services.db);
    return rows[0]?.left;
  };

  it('are folded except for changes that another transaction has locked, which are counted and stay [S-92]', async () => {
    const { db } = test.services;
    await foldCustomerCounts(db);
    expect(await oldestCountChange(db)).toBe(0);
    for (const provider_id of [houses[0]!, houses[2]!])
      await addSeveral(db, { provider_id, count: 3, saves: 0 });
    const written = await changesLeft();
    await sql`update customer_count_changes set added_at = added_at - interval '2 minutes'`.execute(db);
    await db.transaction().execute(async (other) => {
      await sql`select 1 from customer_count_changes order by id limit 1 for update`.execute(other);
      expect(await foldCustomerCounts(db)).toEqual({ skipped: 1 });
      expect([await changesLeft(), written! > 1]).toEqual([1, true]);
      expect(await oldestCountChange(db)).toBeGreaterThan(119);
      expect(await lockHolders(db)).toContain('customer_count_changes');
      expect(await counted(null)).toEqual(await expected(null));
    });
    expect(await foldCustomerCounts(db)).toEqual({ skipped: 0 });
    expect(await changesLeft()).toBe(0);
  });

  it('leave out archived customers from the totals [CTABLE-09]', () => {
    const counts = [
      { status: 'active', plan: 'complete', customers: 2 },
      { status: 'invited', plan: 'none', customers: 3 },
      { status: 'archived', plan: 'complete', customers: 5 },
    ] as const;
    expect(totalsOf(counts)).toEqual({ total: 5, complete: 2 });
  });
});
