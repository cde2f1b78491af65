import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { importMaxRows } from '../../src/domain/customers/import/columns.ts';
import { fillWithCustomers, largeSize } from '../../testing/tables/synthetic-customers.ts';
import { digits, type Figure } from '../measuring/figure.ts';
import { runLoad, type Client, type Run } from '../measuring/load.ts';
import { memoryOf } from '../measuring/processes.ts';
import { onStage, type Stage } from '../stage.ts';
import { importByHand } from './handwritten-import.ts';
import { listOf, type List } from './import-list.ts';
import { graphql, ours, type Asked } from './list.ts';
import { administrators, ask, type Staff } from './staff.ts';

const size = { ...largeSize, customers: 100_000, largest: 10_000, small: 20 };

const callers = 4;
/** Time between two page views of a caller, in milliseconds. */
const lookedAt = 50;
const quietSeconds = 20;
const afterwardsSeconds = 15;

/** Queries of the callers, in rotation. */
const looks: readonly Asked[] = [
  { name: 'the first page' },
  { name: 'by name', order_by: 'name_asc' },
  { name: 'invited', status: 'invited' },
  { name: 'a small provider', provider: 'small' },
  { name: 'the largest provider', provider: 'largest' },
];

/** A staff member who opens one page after the other. */
function looking(staff: Staff): Client {
  const clients = looks.map((asked) => ours(staff, asked));
  let turn = 0;
  return {
    next: () => clients[(turn += 1) % clients.length]!.next(),
    take: (body) => clients[0]!.take?.(body),
    pauseMs: lookedAt,
  };
}

/** Loads pages of the list until something has finished. */
async function meanwhile<Result>(
  team: readonly Staff[],
  work: () => Promise<Result>,
): Promise<{ result: Result; run: Run }> {
  let isOver = false;
  const run = runLoad(team[0]!.origin, team.map(looking), () => isOver);
  try {
    const result = await work();
    isOver = true;
    return { result, run: await run };
  } finally {
    isOver = true;
    await run.catch(() => {});
  }
}

/** Copies the database, for a handwritten import that changes it. */
async function copyOf(superuserUrl: string): Promise<string> {
  const url = new URL(superuserUrl);
  const [source, copy] = [url.pathname.slice(1), 'import_by_hand'];
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // A database can be copied only while it has no connection.
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [source]);
  await client.query(`create database ${copy} template ${source} strategy file_copy`);
  await client.end();
  url.pathname = `/${copy}`;
  return url.href;
}

type Sent = { file: { name: string; path: string; storage_key: string } };

const insert = `mutation ($file: CustomerImportFile!, $provider_id: ID!) {
  insertCustomerImport(file: $file, provider_id: $provider_id) { id total } }`;
const begin = 'mutation ($id: ID!) { startCustomerImport(id: $id, send_now: true) { id } }';

/** Imports as staff do: the file is sent, checked and started; waits until the job has finished. */
async function importOurs(
  { services }: Stage,
  staff: Staff,
  { csv }: List,
): Promise<{ done: number; failed: number; checked: number }> {
  const provider_id = staff.providers.small;
  const sent = performance.now();
  const answer = await fetch(
    `${staff.origin}/api/customer-imports?provider_id=${provider_id}&name=list.csv`,
    {
      method: 'POST',
      headers: { 'content-type': 'text/csv', origin: staff.origin, cookie: staff.cookie },
      body: csv,
    },
  );
  if (!answer.ok) throw new Error(`The upload of the list returned ${answer.status}: ${await answer.text()}`);
  const { file } = (await answer.json()) as Sent;
  const { data } = await ask<{ insertCustomerImport: { id: string } }>(
    staff,
    graphql(staff, insert, () => ({ file, provider_id })),
  );
  const { id } = data.insertCustomerImport;
  const checked = performance.now() - sent;
  await ask(
    staff,
    graphql(staff, begin, () => ({ id })),
  );
  for (;;) {
    await pause(100);
    const row = await services.db
      .selectFrom('customer_imports')
      .select(['state', 'done', 'failed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.state === 'stopped') throw new Error('The import was stopped');
    if (row.state === 'done') return { ...row, checked };
  }
}

const seconds = async <Result>(work: () => Promise<Result>) => {
  const started = performance.now();
  const result = await work();
  return { result, took: (performance.now() - started) / 1_000 };
};

/** Measures the resident memory of a process until stopped. */
function watchMemory(pid: number) {
  const before = memoryOf(pid).now;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid).now)), 50);
  return { before, most: () => most, stop: () => clearInterval(timer) };
}

async function countMails({ services }: Stage): Promise<number> {
  const { count } = await services.db
    .selectFrom('sent_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Fills the stage, writes the list to a file, and signs callers in. `url` is a copy of the database for the handwritten import. */
async function prepareImport(stage: Stage, lines: number, folder: string) {
  const { superuserUrl, services } = stage;
  const providers = await fillWithCustomers(superuserUrl, size);
  const pool = new pg.Pool({ connectionString: superuserUrl });
  const { rows } = await pool.query<{ email: string }>(
    'select email from users where permission_role_id = 5 order by created_at desc limit 5000',
  );
  await pool.end();
  const list = listOf(
    lines,
    rows.map(({ email }) => email),
  );
  const url = await copyOf(superuserUrl);
  const served = await stage.serve('ours');
  const team = await administrators(stage, served, providers, callers);
  const csv = join(folder, 'list.csv');
  writeFileSync(csv, list.csv);
  const { id: staffId } = await services.db
    .selectFrom('users')
    .select('id')
    .where('permission_role_id', '=', 3)
    .executeTakeFirstOrThrow();
  return { list, served, team, hand: { url, csv, providerId: providers.small, staffId } };
}

type Imported = { done: number; failed: number };

/** @throws Error unless both imports added all good lines, and no others */
function requireAllGood({ lines, good }: List, own: Imported, byHand: Imported): void {
  const isSame = ({ done, failed }: Imported) => done === good && failed === lines - good;
  if (!isSame(own) || !isSame(byHand))
    throw new Error(`Of ${good} customers ${own.done} were imported, ${byHand.done} by hand`);
}

async function compare(stage: Stage, lines: number, folder: string): Promise<Figure[]> {
  const { list, served, team, hand } = await prepareImport(stage, lines, folder);

  await runLoad(served.origin, team.map(looking), 5);
  const quiet = await runLoad(served.origin, team.map(looking), quietSeconds);
  const byHand = await meanwhile(team, () => seconds(() => importByHand(stage.services, hand)));

  const memory = watchMemory(served.pid);
  const own = await meanwhile(team, () => seconds(() => importOurs(stage, team[0], list))).finally(
    memory.stop,
  );
  const mailed = await countMails(stage);
  const later = await meanwhile(team, () => pause(afterwardsSeconds * 1_000));
  const mailedLater = (await countMails(stage)) - mailed;

  requireAllGood(list, own.result.result, byHand.result.result);
  return [
    importFigure(list, own.result, byHand.result),
    {
      name: 'memory of the server meanwhile',
      value: memory.most() - memory.before,
      unit: 'MB more',
      goal: { most: 150 },
      about: `${digits(memory.before)} MB before, at most ${digits(memory.most())} MB`,
    },
    {
      name: 'list of customers meanwhile',
      value: own.run.p99 / quiet.p99,
      unit: 'times quiet, 99 of 100',
      goal: { most: 3 },
      about: `quiet ${times(quiet)}; during the import ${times(own.run)}; during COPY by hand ${times(byHand.run)}`,
    },
    {
      name: 'list while invitations leave',
      value: later.run.p99 / quiet.p99,
      unit: 'times quiet, 99 of 100',
      about: `${times(later.run)}; ${digits(mailedLater / afterwardsSeconds)} mails a second, ${mailed} had left by the end of the import`,
    },
  ];
}

const times = (run: Run) => `half ${digits(run.p50)} ms, 99 of 100 ${digits(run.p99)} ms`;

const importFigure = (
  { lines, good }: List,
  own: { took: number; result: { checked: number } },
  byHand: { took: number },
): Figure => ({
  name: `import of ${lines} lines`,
  value: own.took / byHand.took,
  unit: 'times COPY by hand',
  goal: { most: 3 },
  about: `${digits(own.took)} s, ${digits(own.result.checked / 1_000)} s of it sending and checking the file, against ${digits(byHand.took)} s; ${lines - good} lines cannot be used; both beside ${callers} callers of the list`,
});

/**
 * Imports a list of the maximum length, into a database with a hundred thousand customers, while staff read them. Compares its
 * time with a handwritten COPY into a staging table with the same rules, rows and sealing; measures server memory and list times.
 */
export function benchImport(lines = importMaxRows): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-import-'));
  return onStage((stage) => compare(stage, lines, folder)).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
}
