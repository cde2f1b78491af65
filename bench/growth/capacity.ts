import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { person } from '../../testing/people.ts';
import { digits, type Figure } from '../measuring/figure.ts';
import {
  childrenOf,
  childrenSecondsOf,
  memoryOf,
  parentOf,
  processorSecondsOf,
} from '../measuring/processes.ts';
import { cookieOf, listen } from '../notifications.ts';
import { onStage, type Stage } from '../stage.ts';
import {
  costNames,
  customerHistory,
  tableOf,
  type Coefficients,
  type Cost,
  type CostName,
} from './load-model.ts';
import { makeHistories, prepareRequests, signers, type Send } from './measured-requests.ts';

/** Number of requests of each kind in a measured round: fewer where rate limits of a plan or a card allow only a few. */
const requests: Readonly<Record<CostName, number>> = {
  signIn: 120,
  dashboard: 1_500,
  readPlan: 1_500,
  draftSave: 1_500,
  signedSave: signers,
  emergencyPin: signers,
  emergencyPage: 1_500,
  planPdf: 80,
  file: 1_500,
};

const atOnce = 4;
const idleSeconds = 5;
const histories = 60;
const sockets = 1_000;
const socketsOfPerson = 5;
const sizes = [10_000, 1_000_000, 10_000_000];

type Times = Cost & { at: number };

/** Reads the processor time of the web process, its children and the database so far, in milliseconds. */
function readTimes(webPid: number, postmaster: number): Times {
  return {
    at: performance.now(),
    web: processorSecondsOf(webPid) * 1_000,
    pdf: childrenSecondsOf(webPid) * 1_000,
    primary: (processorSecondsOf(postmaster) + childrenSecondsOf(postmaster)) * 1_000,
  };
}

const since = (from: Times, to: Times): Times => ({
  at: to.at - from.at,
  web: to.web - from.web,
  pdf: to.pdf - from.pdf,
  primary: to.primary - from.primary,
});

/** Waits until all events and jobs of earlier requests are done. */
async function settle({ services, settle: outboxIsEmpty }: Stage, client: pg.Client): Promise<void> {
  await outboxIsEmpty();
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from jobs.job where state in ('created', 'active', 'retry') and start_after <= now()`,
    );
    if (rows[0]?.count === 0) return;
    await pause(100);
  }
  throw new Error(`The jobs did not finish ${services.clock().toISOString()}`);
}

async function sendAll(send: Send, from: number, number: number): Promise<void> {
  let next = from;
  const one = async () => {
    while (next < from + number) {
      const turn = next;
      next += 1;
      await send(turn);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/**
 * Measures the processor time of a kind of request with its jobs, minus that of an idle process, and its WAL in kilobytes.
 */
async function measure(
  { stage, client, read, idle }: { stage: Stage; client: pg.Client; read: () => Times; idle: Cost },
  send: Send,
  number: number,
): Promise<Cost & { walKb: number }> {
  await sendAll(send, 0, number);
  await settle(stage, client);
  const position = await client.query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
  const from = read();
  await sendAll(send, number, number);
  await settle(stage, client);
  const used = since(from, read());
  const wal = await client.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
    [position.rows[0]?.at],
  );
  const each = (part: 'web' | 'pdf' | 'primary') =>
    Math.max(0, used[part] - (idle[part] * used.at) / 1_000) / number;
  return {
    web: each('web'),
    pdf: each('pdf'),
    primary: each('primary'),
    walKb: (wal.rows[0]?.bytes ?? 0) / 1_000 / number,
  };
}

/** Size of all tables of the product with their indexes, packed, in kilobytes, without the queue's. */
async function packedKb(client: pg.Client): Promise<number> {
  await client.query('vacuum full');
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'parts')
       and relname not in ('idempotency_keys', 'outbox', 'mail_outbox', 'attempts')`,
  );
  return (rows[0]?.bytes ?? 0) / 1_000;
}

/** Memory of one web socket in kilobytes, in a new process: in a used one, memory freed after a load would hide it. */
async function socketKb(stage: Stage): Promise<number> {
  const { origin, pid } = await stage.serve('traced');
  const open = async (number: number) => {
    const stops: (() => void)[] = [];
    for (let count = 0; count < number; count += socketsOfPerson) {
      const cookie = await cookieOf(stage, await person(stage.services));
      for (let socket = 0; socket < socketsOfPerson; socket += 1)
        stops.push(await listen(origin, cookie, () => {}));
    }
    await pause(2_000);
    return stops;
  };
  const first = await open(sockets / 4);
  const before = memoryOf(pid).now;
  const more = await open(sockets);
  const after = memoryOf(pid).now;
  for (const stop of [...first, ...more]) stop();
  return (Math.max(0, after - before) * 1_024) / sockets;
}

async function idleCost(read: () => Times): Promise<Cost> {
  await pause(2_000);
  const from = read();
  await pause(idleSeconds * 1_000);
  const { web, pdf, primary } = since(from, read());
  return { web: web / idleSeconds, pdf: pdf / idleSeconds, primary: primary / idleSeconds };
}

const words: Readonly<Record<CostName, string>> = {
  signIn: 'sign-in',
  dashboard: 'dashboard of a customer',
  readPlan: 'reading a plan',
  draftSave: 'draft save',
  signedSave: 'signing a plan, with its jobs',
  emergencyPin: 'emergency PIN, with its mails and notices',
  emergencyPage: 'open emergency page',
  planPdf: 'PDF of a plan',
  file: 'a file of the web',
};

function figuresOf({ cost, idlePrimary, memory, connections, customerKb, wal }: Coefficients): Figure[] {
  return [
    ...costNames.map((name) => ({
      name: `capacity: ${words[name]}`,
      value: cost[name].web,
      unit: 'ms of the web process',
      about: `PDF process ${digits(cost[name].pdf)}, primary ${digits(cost[name].primary)}`,
    })),
    { name: 'capacity: an idle process', value: idlePrimary, unit: 'ms of the primary a second' },
    {
      name: 'capacity: web process',
      value: memory.web,
      unit: 'MB',
      about: `PDF process ${digits(memory.pdf)} MB, a socket ${digits(memory.socketKb)} kB`,
    },
    { name: 'capacity: connections', value: connections, unit: 'a process' },
    { name: 'capacity: a customer', value: customerKb, unit: 'kB', about: customerHistory },
    {
      name: 'capacity: WAL of a draft save',
      value: wal.draftSave,
      unit: 'kB',
      about: `of a signature with its jobs ${digits(wal.signedSave)} kB`,
    },
  ];
}

/**
 * Measures the cost of each kind of request on this machine, and prints the requirements of installations of three sizes. The model and
 * its assumptions are in load-model.ts.
 */
export function benchCapacity(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const client = new pg.Client({ connectionString: stage.superuserUrl });
    await client.connect();
    try {
      const before = await client.query<{ pid: number; others: number }>(
        `select pg_backend_pid() as pid, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as others`,
      );
      const { origin, pid } = await stage.serve('ours');
      const postmaster = parentOf(before.rows[0]?.pid ?? 0);
      const read = () => readTimes(pid, postmaster);
      const sends = await prepareRequests(stage, origin);
      await settle(stage, client);
      const idle = await idleCost(read);
      const cost = {} as Record<CostName, Cost & { walKb: number }>;
      for (const name of costNames)
        cost[name] = await measure({ stage, client, read, idle }, sends[name], requests[name]);
      const connected = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
      );
      const memory = {
        web: memoryOf(pid).now,
        pdf: childrenOf(pid).reduce((sum, child) => sum + memoryOf(child).now, 0),
        socketKb: await socketKb(stage),
      };
      const empty = await packedKb(client);
      await makeHistories(stage, origin, histories);
      await settle(stage, client);
      const coefficients: Coefficients = {
        cost,
        idlePrimary: idle.primary,
        memory,
        connections: (connected.rows[0]?.count ?? 0) - (before.rows[0]?.others ?? 0),
        customerKb: ((await packedKb(client)) - empty) / histories,
        wal: { draftSave: cost.draftSave.walKb, signedSave: cost.signedSave.walKb },
      };
      for (const line of tableOf(coefficients, sizes)) console.log(line);
      return figuresOf(coefficients);
    } finally {
      await client.end();
    }
  });
}
