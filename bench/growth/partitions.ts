import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { digits, median, type Figure } from '../measuring/figure.ts';
import { onStage } from '../stage.ts';

const rows = 1_000_000;
const people = 50_000;
const days = { activities: 7 * 365, mails: 60, audit: 5 * 365 } as const;

/** Statements of each kind that are timed, in alternation between the tables. */
const times = 400;

type Length = 'day' | 'month' | 'year';

/** A table without partitions, or with partitions of a given length. */
type Variant = { name: string; length: Length | null };

type Trial = {
  /** The product's table, whose columns and indexes the variants have. */
  like: string;
  at: string;
  key: string;
  /** Key of a table with partitions; none where each partition has its own. */
  partitionedKey?: string;
  days: number;
  /** Expressions of a row `n` of the series, with its time `at`. */
  row: string;
  statements: Readonly<Record<string, { text: string; values: (n: number) => unknown[] }>>;
};

const personId = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const activities: Trial = {
  like: 'recent_activities',
  at: 'created_at',
  key: 'id',
  days: days.activities,
  row: `gen_random_uuid(), 'ACP_UPDATED', '{}'::jsonb, ${personId(`n % ${people}`)}, ${personId(`n % ${people}`)}, at`,
  statements: {
    insert: {
      text: `insert into $table (template, metadata, user_id, actor_id, created_at) values ('ACP_UPDATED', '{}', $1, $1, now())`,
      values: (n) => [idOf(n % people)],
    },
    'the newest 4 of all': {
      text: `select id, user_id, created_at from $table where not metadata ? 'import' order by created_at desc, id desc limit 4`,
      values: () => [],
    },
    'the newest 10 of a person': {
      text: `select id, template, created_at from $table where user_id = $1 order by created_at desc, id desc limit 10`,
      values: (n) => [idOf((n * 37) % people)],
    },
  },
};

const mails: Trial = {
  like: 'sent_messages',
  at: 'sent_at',
  key: 'message_id',
  days: days.mails,
  row: `'mail-' || md5(n::text), at`,
  statements: {
    insert: {
      text: `insert into $table values ('new-' || md5($1::text || clock_timestamp()), now()) on conflict do nothing`,
      values: (n) => [n],
    },
    'was it sent': {
      text: `select message_id from $table where message_id = 'mail-' || md5($1::text)`,
      values: (n) => [(n * 2_477) % rows],
    },
  },
};

const audit: Trial = {
  like: 'audit_log',
  at: 'at',
  key: 'chain, seq',
  partitionedKey: 'chain, seq, at',
  days: days.audit,
  // A person's entries are spread over all years, as those of a person who opens a plan each season.
  row: `(${personId(`n % ${people}`)})::text, 1 + n / ${people}, at, 'person', null, null, 'updateAnswers', null, '{}'::jsonb, sha256(int4send(n))`,
  statements: {
    insert: {
      text: `insert into $table values ($1, $2, now(), 'person', null, null, 'updateAnswers', null, '{}', sha256(int4send($2)))`,
      values: (n) => [idOf(n % people), 1_000_000 + n],
    },
    "a person's chain": {
      text: `select seq, action, at, hash from $table where chain = $1 order by seq`,
      values: (n) => [idOf((n * 37) % people)],
    },
    'a page of audit:verify': {
      text: `select * from $table where (chain, seq) > ($1, 0) order by chain, seq limit 2000`,
      values: (n) => [idOf((n * 37) % people)],
    },
  },
};

const nameOf = ({ name }: Variant, { like }: Trial) => `trial.${like}_${name}`;

/** Makes a variant and fills it with a million rows, spread evenly over the days that are kept. */
async function make(client: pg.Client, trial: Trial, variant: Variant): Promise<void> {
  const table = nameOf(variant, trial);
  const { length } = variant;
  const columns = `(like public.${trial.like} including defaults)`;
  await client.query(`create table ${table} ${columns} ${length ? `partition by range (${trial.at})` : ''}`);
  if (length) {
    const series = `generate_series(date_trunc('${length}', now() - interval '${trial.days + 1} days'), now() + interval '1 ${length}', interval '1 ${length}')`;
    const { rows: periods } = await client.query<{ from: string; to: string }>(
      `select at::text as "from", (at + interval '1 ${length}')::text as "to" from ${series} at`,
    );
    for (const [number, { from, to }] of periods.entries())
      await client.query(
        `create table ${table}_${number} partition of ${table} for values from ('${from}') to ('${to}')`,
      );
    await client.query(`create table ${table}_rest partition of ${table} default`);
    if (!trial.partitionedKey) {
      const all = [...periods.keys(), 'rest'];
      for (const part of all)
        await client.query(`alter table ${table}_${part} add primary key (${trial.key})`);
    }
  }
  await client.query(
    `insert into ${table} select ${trial.row} from (
       select n, now() - (n::float8 / ${rows}) * interval '${trial.days} days' as at from generate_series(1, ${rows}) n) made`,
  );
  const key = length ? trial.partitionedKey : trial.key;
  if (key) await client.query(`alter table ${table} add primary key (${key})`);
  const { rows: indexes } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and not indisprimary`,
    [`public.${trial.like}`],
  );
  for (const { definition } of indexes)
    await client.query(definition.replace(/^create index \S+ on (only )?\S+/i, `create index on ${table}`));
  // Without partitions the clean-up needs this index to find old records.
  if (trial.like === 'sent_messages' && !length) await client.query(`create index on ${table} (sent_at)`);
  if (trial.like === 'recent_activities')
    await client.query(`alter table ${table} add foreign key (user_id) references users on delete cascade`);
  await client.query(`vacuum analyze ${table}`);
}

/** Times each statement on each variant, in alternation. Returns the medians in milliseconds, with the time of planning. */
async function timeStatements(client: pg.Client, trial: Trial, variants: readonly Variant[]) {
  const medians = new Map<string, number>();
  for (const [what, { text, values }] of Object.entries(trial.statements)) {
    const found = variants.map((): number[] => []);
    for (let turn = 0; turn < times; turn += 1)
      for (const [index, variant] of variants.entries()) {
        const table = nameOf(variant, trial);
        const begin = performance.now();
        await client.query({
          name: `${what} ${table}`,
          text: text.replace('$table', table),
          values: values(turn),
        });
        found[index]?.push(performance.now() - begin);
      }
    for (const [index, { name }] of variants.entries())
      medians.set(`${what} ${name}`, median(found[index] ?? []));
  }
  return medians;
}

function statementFigures(
  trial: Trial,
  variants: readonly Variant[],
  medians: ReadonlyMap<string, number>,
): Figure[] {
  return Object.keys(trial.statements).flatMap((what) => {
    const flat = medians.get(`${what} flat`) ?? 0;
    return variants
      .filter(({ length }) => length !== null)
      .map(({ name }) => {
        const own = medians.get(`${what} ${name}`) ?? 0;
        return {
          name: `${trial.like}, ${what}, by ${name}`,
          value: own / flat,
          unit: 'of one table',
          about: `half within ${digits(own)} ms, one table ${digits(flat)} ms`,
        };
      });
  });
}

/** Time in milliseconds and WAL in megabytes of some work. */
async function costOf(client: pg.Client, run: () => Promise<unknown>): Promise<{ ms: number; wal: number }> {
  const position = async () =>
    (await client.query<{ at: string }>('select pg_current_wal_lsn() as at')).rows[0]?.at ?? '0/0';
  const from = await position();
  const begin = performance.now();
  await run();
  const ms = performance.now() - begin;
  const { rows: found } = await client.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as bytes',
    [from],
  );
  return { ms, wal: (found[0]?.bytes ?? 0) / 1e6 };
}

/** Compares deletion of the older half of the rows in batches with dropping the partitions that contain them. */
async function removalFigures(client: pg.Client, trial: Trial, by: Length): Promise<Figure[]> {
  const flat = nameOf({ name: 'flat', length: null }, trial);
  const parted = nameOf({ name: by, length: by }, trial);
  const middle = `now() - interval '${trial.days / 2} days'`;
  const batch = `with due as materialized (
      select ctid from ${flat} where ${trial.at} < ${middle} order by ${trial.at} limit 5000 for update skip locked)
    delete from ${flat} where ctid = any(array(select ctid from due))`;
  const deleted = await costOf(client, async () => {
    for (;;) if ((await client.query(batch)).rowCount === 0) return;
  });
  const { rows: old } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = $1::regclass and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''')::timestamptz <= ${middle}`,
    [parted],
  );
  const each: number[] = [];
  const dropped = await costOf(client, async () => {
    for (const { name } of old) {
      const begin = performance.now();
      await client.query(`drop table ${name}`);
      each.push(performance.now() - begin);
    }
  });
  return [
    {
      name: `${trial.like}, dropping half by ${by}`,
      value: dropped.ms / deleted.ms,
      unit: 'of deleting',
      about: `${digits(dropped.ms)} ms for ${old.length} partitions, each at most ${digits(Math.max(...each))} ms, ${digits(dropped.wal)} MB of WAL; deleting ${digits(deleted.ms)} ms, ${digits(deleted.wal)} MB, and a vacuum after it`,
    },
  ];
}

const chosen: Readonly<Record<string, { trial: Trial; lengths: readonly Length[]; drops?: Length }>> = {
  activities: { trial: activities, lengths: ['year', 'month'], drops: 'year' },
  mails: { trial: mails, lengths: ['month', 'day'], drops: 'month' },
  audit: { trial: audit, lengths: ['year', 'month'] },
};

/**
 * Compares tables without and with partitions at a million rows: inserts, the statements of pages and jobs, and the removal of old
 * rows. The figures behind docs/decisions/0147.
 */
export function benchPartitions(): Promise<Figure[]> {
  return onStage(async ({ superuserUrl }) => {
    const client = new pg.Client({ connectionString: superuserUrl });
    await client.connect();
    try {
      await client.query('create schema trial');
      await client.query('set session_replication_role = replica; set synchronous_commit = off');
      await client.query(
        `insert into users (id, permission_role_id, first_name, last_name, email, pin_sealed, share_id)
         select ${personId('n')}, 5, 'A', 'B', n || '@mail.example', 'x', 'share-' || n from generate_series(0, ${people}) n`,
      );
      const figures: Figure[] = [];
      for (const { trial, lengths, drops } of Object.values(chosen)) {
        const variants: Variant[] = [
          { name: 'flat', length: null },
          ...lengths.map((length) => ({ name: length, length })),
        ];
        for (const variant of variants) await make(client, trial, variant);
        await client.query('set session_replication_role = origin');
        await pause(1_000);
        figures.push(...statementFigures(trial, variants, await timeStatements(client, trial, variants)));
        if (drops) figures.push(...(await removalFigures(client, trial, drops)));
        await client.query('set session_replication_role = replica');
        for (const variant of variants) await client.query(`drop table ${nameOf(variant, trial)}`);
      }
      return figures;
    } finally {
      await client.end();
    }
  });
}
