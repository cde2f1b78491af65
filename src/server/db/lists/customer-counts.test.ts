import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { foldCustomerCounts } from '../../features/customers/api.ts';
import { countsBy, type CustomerKind } from './customer-counts.ts';

let test: TestServices;
beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

const subsets: readonly (readonly [keyof CustomerKind, ...(keyof CustomerKind)[]])[] = [
  ['status'],
  ['plan'],
  ['provider_id'],
  ['status', 'plan'],
  ['provider_id', 'status'],
  ['provider_id', 'plan'],
  ['provider_id', 'status', 'plan'],
];

/** Adds one customer for each combination of status and plan to a provider, and two for each draft. */
const add = (house: string | null, name: string) => sql`
  with people as materialized (
    select gen_random_uuid() as id, status, plan from unnest(array['invited', 'active', 'suspended', 'archived']) status,
      unnest(array['none', 'draft', 'draft', 'complete']) with ordinality plan (plan, n)
  ), made as (
    insert into users (id, permission_role_id, provider_id, email, pin_sealed, share_id, status)
    select id, 5, ${house}::uuid, id || ${`@${name}.example`}, '', id::text, status from people
  ), begun as (
    insert into acps (user_id, version, answers_sealed) select id, 1, '' from people where plan = 'draft'
  )
  insert into files (user_id, category, file_name, is_active, activated_timestamp)
  select id, 'ACP', 'plan.pdf', true, now() from people where plan = 'complete'`;

it('counts as many customers as the list has, by any dimensions, before and after the counts are folded [CTABLE-09, API-14]', async () => {
  const { db } = test.services;
  const [house, other] = [
    await provider(test.services, 'Banksia House'),
    await provider(test.services, 'Grevillea Lodge'),
  ];
  const agree = async () => {
    for (const which of ['all', sql`provider_id = ${house}::uuid`] as const) {
      const isWithin = which === 'all' ? sql`true` : which;
      for (const by of subsets) {
        const columns = sql.join(by.map((each) => sql.ref(each)));
        const listed = await sql<{ customers: number }>`
          select ${columns}, count(*)::int as customers from customer_list where ${isWithin} group by ${columns}`.execute(
          db,
        );
        const { rows } = await countsBy(which, by).execute(db);
        const counted = rows.filter(({ customers }) => customers > 0);
        const inOrder = (those: readonly object[]) => those.map((each) => JSON.stringify(each)).toSorted();
        expect([by, inOrder(counted)]).toEqual([by, inOrder(listed.rows)]);
      }
    }
  };
  await add(house, 'first').execute(db);
  await add(null, 'nowhere').execute(db);
  await agree();
  await foldCustomerCounts(db);
  await agree();
  await add(other, 'second').execute(db);
  await agree();
});
