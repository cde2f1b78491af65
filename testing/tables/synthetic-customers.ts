import pg from 'pg';

/** Number of customers of each kind. Some customers have no provider; customers of other providers are spread evenly. */
export type Size = {
  customers: number;
  providers: number;
  /** Customers of the largest organisation: a head office with `houses` providers under it. */
  largest: number;
  houses: number;
  /** Customers of each small provider; every second provider is small. */
  small: number;
};

/** Ids of providers to query. */
/** Providers, the staff member with a tenth of the entries of the trail, and a customer of the largest provider. */
export type Providers = { largest: string; small: string; staff: string; customer: string };

const firstNames =
  `Margaret Robert Patricia John Judith Peter Helen David Susan Michael Joan Brian Dorothy Kenneth Shirley
  Ronald Betty Donald Beryl Graham Nancy Colin Elaine Bruce Lorraine Alan Valerie Ian Maureen Geoffrey Jean Keith Marjorie Neville
  Giuseppe Maria Nikolaos Eleni Nguyen Thi Mohammed Fatima Arjun Priya Siobhan Zoë André`.split(/\s+/);
const lastNames =
  `Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Nguyen Thomas Walker Harris Lee
  Ryan Robinson Kelly King Davis Wright Evans Roberts Green Hall Wood Jackson Clarke Patel Khan Lewis James Phillips Mason Mitchell
  Rossi Papadopoulos O'Brien O'Connor McDonald MacKenzie Campbell Stewart Doyle Fitzgerald Kowalski Petrov Singh Tran Pham Abbott
  Van-der-Berg Schmidt Murphy Bell Cooper Ward Morris Parker Edwards Collins`.split(/\s+/);
const chineseLastNames = [...'王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗'];
const chineseFirstNames =
  '秀英 桂兰 玉珍 建国 志强 淑芬 美玲 文华 丽华 国强 伟 芳 娜 敏 静 秀兰 明 强 磊 军 洋 勇 艳 杰 娟'.split(
    ' ',
  );

const array = (names: readonly string[]) =>
  `array[${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(',')}]`;

/** Picks one of the names by the row number and a factor that avoids correlation with other columns. */
const pick = (names: readonly string[], factor: number) =>
  `(${array(names)})[1 + (n::bigint * ${factor} / 7 + n / ${names.length}) % ${names.length}]`;

/** Returns the same UUID for the same number. */
const id = (kind: string, number: string) =>
  `overlay(overlay(md5('${kind}' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Rows with the provider of a customer: from small to large, and the largest organisation first. */
function providerOf({ customers, providers, largest, houses, small }: Size): string {
  const smallOnes = Math.floor((providers - houses - 1) / 2);
  const middle = providers - houses - 1 - smallOnes;
  const firstSmall = houses + 1;
  const withoutProvider = Math.floor(customers / 10);
  const afterSmall = largest + smallOnes * small;
  return `case
    when n < ${largest} then 1 + n % ${houses}
    when n < ${afterSmall} then ${firstSmall} + (n - ${largest}) / ${small}
    when n < ${customers - withoutProvider} then ${firstSmall + smallOnes} + n % ${middle}
  end`;
}

/**
 * Statements that fill an empty, migrated database: a tenth of the customers have Chinese names, a tenth no provider, with
 * plans and accounts in every state, with conversations, stays in hospital, files, activities, notifications, sessions and an audit
 * trail. Every provider has three staff; a tenth of the entries of the trail are by the first of them, a fifth by all of them. All
 * data is the same in each run except the times, which are relative to now.
 */
function statements(size: Size): string[] {
  const { customers, providers, houses } = size;
  const series = `generate_series(0, ${customers - 1}) n`;
  const since = `date_trunc('hour', now()) - ((n::bigint * 7919 % ${customers}) * interval '2 years' / ${customers})`;
  // Of ten plans, three are not started, three are drafts, three are signed, and one was uploaded from paper.
  const state = `(n / 3) % 10`;
  return [
    `insert into providers (id, name, path, provider_root_id, parent_id, archived, created_at)
     select ${id('p', 'n')}, case when n = 0 then 'Waratah Aged Care' else ${pick(lastNames, 3)} || ' House ' || n end,
       case when n between 1 and ${houses} then array[${id('p', '0')}, ${id('p', 'n')}] else array[${id('p', 'n')}] end,
       case when n between 1 and ${houses} then ${id('p', '0')} else ${id('p', 'n')} end,
       case when n between 1 and ${houses} then ${id('p', '0')} end, false, now() - interval '3 years'
     from generate_series(0, ${providers - 1}) n`,
    `insert into users (id, permission_role_id, provider_id, first_name, last_name, email, language, status, pin_sealed, share_id,
       password_hash, email_verified_at, invite_date, invite_accepted_date, trial_end_date, dob, customer_id, created_at)
     select ${id('c', 'n')}, 5, case when house is not null then ${id('p', 'house')} end,
       case when is_chinese then ${pick(chineseFirstNames, 11)} else ${pick(firstNames, 17)} end,
       case when is_chinese then ${pick(chineseLastNames, 13)} else ${pick(lastNames, 29)} end,
       lower(case when is_chinese then 'zh' else replace(${pick(lastNames, 29)}, '''', '') end) || '.' || n || '@'
         || (array['mail.example', 'post.example', 'family.example'])[1 + n % 3],
       case when is_chinese then 'zh' else 'en' end, status, 'x', 'share-' || n,
       case when status <> 'invited' then 'x' end, case when status <> 'invited' then made end,
       case when house is not null then made end, case when house is not null and status <> 'invited' then made end,
       case when n % 50 = 0 then current_date - 10 + n % 20 end, date '1925-01-01' + (n::bigint * 7717 % 14000)::int,
       case when house is not null then 'BH-' || n end, made
     from (select n, ${providerOf(size)} as house, n % 10 = 4 as is_chinese, ${since} as made,
       case when n % 25 < 2 then 'invited' when n % 25 = 2 then 'suspended' when n % 33 = 5 then 'archived' else 'active' end as status
       from ${series}) customer`,
    `insert into users (id, permission_role_id, provider_id, first_name, last_name, email, pin_sealed, share_id, password_hash,
       email_verified_at, created_at)
     select ${id('s', 'n')}, case n % 3 when 0 then 1 else 3 end, ${id('p', 'n / 3')}, ${pick(firstNames, 5)}, ${pick(lastNames, 7)},
       'staff.' || n || '@work.example', 'x', 'staff-' || n, 'x', now() - interval '2 years', now() - interval '2 years'
     from generate_series(0, ${providers * 3 - 1}) n`,
    `insert into acps (id, user_id, status, version, plan_version, language, answers_sealed, locked, external, completed_at, created_at)
     select ${id('a', 'n')}, ${id('c', 'n')}, case when ${state} between 6 and 8 then 'complete' else 'draft' end,
       case when ${state} < 3 then 0 else 4 end, case when ${state} between 6 and 8 then 1 else 0 end, 'en', 'x',
       n % 97 = 0, ${state} = 9, case when ${state} between 6 and 8 then ${since} + interval '2 days' end, ${since}
     from ${series}`,
    `insert into files (id, user_id, category, file_name, is_active, activated_timestamp, is_uploaded, is_questionnaire, created_at)
     select ${id('f', 'n')}, ${id('c', 'n')}, 'ACP', 'plan.pdf', true, ${since} + interval '2 days', ${state} = 9, ${state} <> 9,
       ${since} + interval '2 days'
     from ${series} where ${state} >= 6`,
    `insert into recent_activities (template, user_id, actor_id, created_at)
     select (array['accountOpened', 'ACP_COMPLETED', 'ACP_UPDATED'])[1 + k], ${id('c', 'n')}, ${id('c', 'n')},
       ${since} + k * interval '2 days'
     from ${series}, generate_series(0, 1) k where k = 0 or ${state} between 6 and 8`,
    `insert into notifications (template, receiver_id, user_id, read, created_at)
     select 'ACP_COMPLETED', ${id('s', `n % ${providers * 3}`)}, ${id('c', 'n')}, n % 4 > 0, ${since}
     from ${series}`,
    `insert into trusted_contacts (user_id, name, email, phone, relationship, status, created_at, asked_at)
     select ${id('c', 'n')}, ${pick(firstNames, 3)}, 'contact.' || n || '@mail.example', '0491 570 006', 'Son',
       case when n % 5 = 0 then 'pending' else 'accepted' end, ${since}, ${since}
     from ${series} where n % 2 = 0`,
    `insert into sessions (token_hash, user_id, idle_expires_at, absolute_expires_at)
     select int4send(n), ${id('c', 'n')}, now() + interval '1 hour', now() + interval '1 day' from ${series} where n % 4 = 0`,
    `insert into known_devices (user_id, device, first_seen_at, last_seen_at)
     select ${id('c', 'n')}, 'Chrome on Windows', now() - interval '1 day', now() from ${series} where n % 4 = 0`,
    `insert into audit_heads (chain, seq, hash) select ${id('c', 'n')}::text, 1, 'x' from ${series}`,
    `insert into audit_log (chain, seq, at, actor_kind, actor_id, action, subject_id, hash)
     select ${id('c', 'n')}::text, 1, ${since}, 'person',
       case when n % 10 < 7 then ${id('c', 'n')} else ${id('s', `case when n % 10 = 7 then 0 else n % ${providers * 3} end`)} end,
       (array['openCustomerPlan', 'updateAnswers', 'downloadCustomerPlan', 'openEmergency', 'openCustomerFile'])[1 + n % 5],
       ${id('c', 'n')}, 'x' from ${series}`,
    `insert into signatures (id, user_id, sha256, picture_sealed)
     select ${id('i', 'n')}, ${id('c', 'n')}, int4send(n), 'x' from ${series} where ${state} between 6 and 8`,
    `insert into transactions (user_id, amount, invoice_date, status, created_at)
     select ${id('c', 'n')}, 4900, (${since})::date, 'paid', ${since} from ${series} where n % 5 = 0`,
  ];
}

const monthKinds = [
  'joined',
  'started',
  'finished',
  'completed',
  'external',
  'changed',
  'days_7',
  'days_28',
  'days_90',
  'days_more',
];

/** Rebuilds the tables that triggers maintain, which a bulk load skips, from their source tables. */
const listStatements = [
  `insert into customer_list select * from customer_list_row(array(select id from users where permission_role_id = 5))`,
  `insert into customer_counts (provider_id, status, plan, customers)
   select provider_id, status, plan, count(*) from customer_list group by provider_id, status, plan`,
  `update customer_totals t set customers = c.customers
   from (select status, plan, sum(customers) as customers from customer_counts group by status, plan) c
   where c.status = t.status and c.plan = t.plan`,
  `insert into customer_milestones (user_id, provider_id, status, joined_on, started_on, completed_on, external)
   select l.user_id, l.provider_id, l.status, melbourne_day(l.created_at),
     case when l.plan <> 'none' and not l.review then melbourne_day(l.created_at) end,
     case when l.plan = 'complete' then melbourne_day(l.latest_update) end, l.review
   from customer_list l`,
  `insert into report_months (provider_id, status, month, ${monthKinds.join(', ')})
   select m.provider_id, m.status, k.month, ${monthKinds.map((kind) => `count(*) filter (where k.kind = '${kind}')`).join(', ')}
   from customer_milestones m cross join lateral milestone_months(m) k group by 1, 2, 3`,
  `insert into report_month_totals (status, month, ${monthKinds.join(', ')})
   select status, month, ${monthKinds.map((kind) => `sum(${kind})`).join(', ')} from report_months group by 1, 2`,
  `insert into plan_entries (user_id, seq, provider_id, at, actor_id, event)
   select c.user_id, l.seq, c.provider_id, l.at, l.actor_id, plan_entry_event(l.action, l.details)
   from audit_log l join customer_list c on c.user_id = l.chain::uuid`,
  `update report_fill set done_at = now()`,
  `insert into conversations (user_id, provider_id, outcome, held_on, next_on, recorded_at)
   select user_id, provider_id, 'talked', melbourne_day(created_at),
     case when abs(hashtext(user_id::text)) % 3 = 0 then melbourne_day(created_at) + 300 end, created_at
   from customer_list where provider_id is not null and abs(hashtext(user_id::text)) % 4 > 0`,
  `insert into hospital_stays (user_id, began_at, back_at, looked_at)
   select user_id, now() - interval '100 days', now() - interval '90 days',
     case when abs(hashtext(user_id::text)) % 20 > 0 then now() - interval '80 days' end
   from customer_list where plan = 'complete' and abs(hashtext(user_id::text)) % 3 > 0`,
  `update customer_list set back_since = stay.back_at
   from hospital_stays stay where stay.user_id = customer_list.user_id and stay.looked_at is null`,
];

/**
 * Fills an empty, migrated database with synthetic customers, as its superuser, bypassing all triggers and foreign keys.
 * Returns providers to query.
 */
export async function fillWithCustomers(superuserUrl: string, size: Size): Promise<Providers> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
      set maintenance_work_mem = '256MB'`);
    // Building an index after the load takes a third of the time of row-by-row updates.
    const { rows: indexes } = await client.query<{ table: string; name: string; definition: string }>(
      `select indrelid::regclass::text as table, indexrelid::regclass as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
       where not exists (select from pg_constraint where conindid = indexrelid)
         and indrelid::regclass in (select relid from pg_stat_user_tables where schemaname = 'public')`,
    );
    await client.query(indexes.map(({ name }) => `drop index ${name}`).join(';'));
    for (const statement of statements(size)) await client.query(statement);
    // The statements below find rows of other tables by these indexes.
    const sources = new Set(['users', 'acps', 'files']);
    for (const { table, definition } of indexes) if (sources.has(table)) await client.query(definition);
    await client.query('analyze users, acps, files');
    for (const statement of listStatements) await client.query(statement);
    for (const { table, definition } of indexes) if (!sources.has(table)) await client.query(definition);
    await client.query('vacuum analyze');
    const { rows } = await client.query<Providers>(
      `select ${id('p', '0')} as largest, ${id('p', String(size.houses + 2))} as small, ${id('s', '0')} as staff, ${id('c', '0')} as customer`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/** Two hundred thousand customers of four hundred providers, for the tests of large tables. */
export const largeSize: Size = {
  customers: 200_000,
  providers: 400,
  largest: 20_000,
  houses: 20,
  small: 40,
};
