import pg from 'pg';
import { digits, timesFigure, type Figure } from '../measuring/figure.ts';
import { ask, type Staff } from './staff.ts';
import { graphql } from './list.ts';
import { wrongMonths } from './reports/reports.ts';

const writers = 8;
const writes = 10_000;

/** Kinds of writes, each to a person or the person's objects, by the number of the customer. */
const kinds: readonly ((id: string) => { text: string; values: unknown[] })[] = [
  (id) => ({
    text: `update users set status = 'suspended' where id = $1 and status = 'active'`,
    values: [id],
  }),
  (id) => ({
    text: `update users set status = 'active' where id = $1 and status = 'suspended'`,
    values: [id],
  }),
  (id) => ({ text: `update users set status = 'archived' where id = $1`, values: [id] }),
  (id) => ({
    text: `update users set provider_id = (select id from providers offset floor(random() * 100) limit 1) where id = $1`,
    values: [id],
  }),
  (id) => ({
    text: `update acps set version = version + 1 where user_id = $1 and type = 'active'`,
    values: [id],
  }),
  (id) => ({ text: `update files set is_active = not is_active where user_id = $1`, values: [id] }),
  (id) => ({
    text: `insert into files (user_id, category, file_name, is_active, activated_timestamp, is_uploaded)
      values ($1, 'ACP', 'directive.pdf', true, now(), true)`,
    values: [id],
  }),
  (id) => ({ text: `delete from files where user_id = $1`, values: [id] }),
  (id) => ({ text: `delete from users where id = $1`, values: [id] }),
  (id) => ({
    text: `insert into users (email, first_name, last_name, pin_sealed, share_id, email_verified_at, provider_id)
      select gen_random_uuid() || '@mail.example', 'New', 'Customer', 'x', gen_random_uuid(), now(), provider_id from users where id = $1`,
    values: [id],
  }),
];

/** Returns how many of the maintained numbers differ from a recount. */
async function wrongCounts(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ wrong: number }>(`
    with kept as (
      select provider_id, status, plan, sum(customers) as customers from (
        select provider_id, status, plan, customers from customer_counts
        union all select provider_id, status, plan, change from customer_count_changes) c
      group by provider_id, status, plan having sum(customers) <> 0
    ), counted as (
      select u.provider_id, u.status,
        case when exists (select from files f where f.user_id = u.id and f.category = 'ACP' and f.is_active) then 'complete'
          when exists (select from acps a where a.user_id = u.id and a.type = 'active' and a.version > 0) then 'draft' else 'none' end as plan,
        count(*) as customers
      from users u where u.permission_role_id = 5 and not (u.status = 'active' and u.email_verified_at is null
        and u.password_hash is not null and u.invite_accepted_date is null)
      group by 1, 2, 3
    )
    select count(*)::int as wrong from kept full join counted on kept.provider_id is not distinct from counted.provider_id
      and kept.status = counted.status and kept.plan = counted.plan
    where kept.customers is distinct from counted.customers`);
  await client.end();
  return rows[0]?.wrong ?? -1;
}

/** Runs ten thousand writes by eight concurrent writers, to few customers so that they conflict; then compares with a recount. */
export async function countFigures(url: string, admin: Staff): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: url, max: writers });
  const { rows: people } = await pool.query<{ id: string }>(
    `select id from users tablesample system (1) repeatable (3) where permission_role_id = 5 limit 3000`,
  );
  const begin = performance.now();
  let left = writes;
  let failed = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while ((left -= 1) >= 0) {
        const { id } = people[Math.floor(Math.random() * people.length)]!;
        const { text, values } = kinds[Math.floor(Math.random() * kinds.length)]!(id);
        // A deadlock or a just deleted customer changes nothing.
        await pool.query(text, values).catch(() => void (failed += 1));
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  await pool.end();
  const wrong = await wrongCounts(url);
  const wrongInReports = await wrongMonths(url);
  const times: number[] = [];
  const client = graphql(admin, 'query { getAcpCounts { total complete } }', () => ({}));
  for (let count = 0; count < 300; count += 1) {
    const { took } = await ask(admin, client);
    if (count >= 50) times.push(took);
  }
  return [
    {
      name: 'wrong numbers after 10,000 writes',
      value: wrong,
      unit: 'of all kinds and providers',
      goal: { most: 0 },
      about: `${writers} writers, ${digits(seconds)} s, ${failed} refused`,
    },
    {
      name: 'wrong months of reports after them',
      value: wrongInReports,
      unit: 'of all months and providers',
      goal: { most: 0 },
    },
    timesFigure('counting, through the API', times, 5, ', one caller'),
  ];
}
