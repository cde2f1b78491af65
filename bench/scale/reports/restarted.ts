import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { currentUserText } from '../../../src/web/early/questions.ts';
import { contextFor, person } from '../../../testing/people.ts';
import { digits, median, type Figure } from '../../measuring/figure.ts';
import { onStage, type Served, type Stage } from '../../stage.ts';
import { graphql } from '../list.ts';
import { fillOnce } from '../scale.ts';
import { startSession } from '../../../src/server/features/sessions/api.ts';
import { enrol } from '../../../testing/second-step.ts';
import { ask, type Staff } from '../staff.ts';
import { compared, sendBare, statementsOf, type Statement } from './bare-statements.ts';
import { ofProvider, type reports } from './reports.ts';

/** Pairs of readings for each report. */
const pairs = 7;

/** State of the caches before a read, after server and database were restarted. */
type Beginning = {
  name: string;
  /** Whether the operating system's file cache is empty too. */
  emptied: boolean;
  /** Whether the report was read before for a provider that does not exist, which compiles code and warms connections but reads no data. */
  inUse: boolean;
};

const beginnings: readonly Beginning[] = [
  { name: 'after a restart', emptied: false, inUse: false },
  { name: 'after a restart, files not in memory', emptied: true, inUse: false },
  { name: 'after a restart, files not in memory, code and connections in use', emptied: true, inUse: true },
];

const noProvider = '00000000-0000-4000-8000-000000000000';

/** Removes the files of a folder from the file cache of the operating system (Linux; dd of coreutils). */
function emptyFileCache(folder: string): void {
  spawnSync('sync', ['-f', folder]);
  const forget = ['dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none'];
  spawnSync('find', [folder, '-type', 'f', '-exec', ...forget, ';']);
}

/** Returns how much of a folder is in the operating system's file cache, in megabytes (fincore of util-linux). */
function cachedMegabytes(folder: string): number {
  const { stdout } = spawnSync('sh', [
    '-c',
    `find '${folder}' -type f -size +0 -print0 | xargs -0 fincore -b -n -o RES`,
  ]);
  const sum = String(stdout)
    .split('\n')
    .reduce((total, line) => total + Number(line), 0);
  return sum / 1_048_576;
}

type Report = keyof typeof reports;

/** The statements of a report over all customers, and for a provider that does not exist. */
type Bare = { all: readonly Statement[]; none: readonly Statement[] };

type Prepared = { cookie: string; bare: Readonly<Record<Report, Bare>> };

/** Makes the administrator who reads, and finds the statements of each report over all customers. */
async function prepare(stage: Stage): Promise<Prepared> {
  const { services } = stage;
  const { actor, userId } = await person(services, { role: 'admin' });
  await enrol(services, userId, { app: true });
  const { token } = await startSession(services.db, new Date(), { id: userId, role: 'admin' }, null);
  // The session lasts for the whole benchmark.
  const tomorrow = new Date(Date.now() + 86_400_000);
  await services.db
    .updateTable('sessions')
    .set({ idle_expires_at: tomorrow, absolute_expires_at: tomorrow })
    .where('user_id', '=', userId)
    .execute();
  const context = contextFor(services, actor);
  const bare = {} as Record<Report, Bare>;
  for (const name of compared)
    bare[name] = {
      all: await statementsOf(name, context, {}),
      none: await statementsOf(name, context, { provider_id: noProvider }),
    };
  return { cookie: `wattle=${token}`, bare };
}

const providers = { largest: '', small: '', staff: '', customer: '' };

/** Durations of a reading in milliseconds, and of the request before it. */
type Took = { report: number; before: number };

/** Reads a report once as the web does: first the session, then the report. */
async function readOurs({ origin }: Served, cookie: string, name: Report, inUse: boolean): Promise<Took> {
  const admin: Staff = { origin, cookie, providers };
  const read = async (query: string, variables: object) => {
    const { took } = await ask(
      admin,
      graphql(admin, query, () => variables),
    );
    return took;
  };
  const before = await read(currentUserText, {});
  if (inUse) await read(ofProvider(name), { provider_id: noProvider });
  return { before, report: await read(ofProvider(name), {}) };
}

async function readBare({ superuserUrl }: Stage, { all, none }: Bare, inUse: boolean): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  if (inUse) await sendBare(client, none);
  const took = await sendBare(client, all);
  await client.end();
  return took;
}

/**
 * Measures the first read of each report over all customers after a restart of server and database, compared with its statements alone
 * after another restart. Both sides alternate.
 */
export async function benchColdReports({
  customers,
  keptIn,
}: {
  customers: number;
  keptIn: string | null;
}): Promise<Figure[]> {
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'wattle-bench-'));
  try {
    const prepared = await onStage(async (stage) => {
      await fillOnce(stage, folder, customers);
      return prepare(stage);
    }, folder);
    const figures: Figure[] = [];
    for (const beginning of beginnings)
      for (const name of compared) figures.push(await restartedFigure(folder, beginning, name, prepared));
    return figures;
  } finally {
    if (keptIn === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function restartedFigure(
  folder: string,
  { name: how, emptied, inUse }: Beginning,
  name: Report,
  { cookie, bare }: Prepared,
): Promise<Figure> {
  const ours: Took[] = [];
  const bareTimes: number[] = [];
  const cached: number[] = [];
  const restarted = async (read: (stage: Stage, served: Served) => Promise<void>) => {
    if (emptied) {
      emptyFileCache(folder);
      cached.push(cachedMegabytes(folder));
    }
    await onStage(async (stage) => {
      const served = await stage.serve('ours');
      // The jobs have started.
      await pause(1_000);
      await read(stage, served);
    }, folder);
  };
  const readings = [
    () => restarted(async (_, served) => void ours.push(await readOurs(served, cookie, name, inUse))),
    () => restarted(async (stage) => void bareTimes.push(await readBare(stage, bare[name], inUse))),
  ];
  for (let pair = 0; pair < pairs; pair += 1)
    for (const read of pair % 2 === 0 ? readings : readings.toReversed()) await read();
  const took = median(ours.map(({ report }) => report));
  const before = median(ours.map((each) => each.before));
  const inMemory = emptied ? `; ${digits(median(cached))} MB of the files in memory before the start` : '';
  return {
    name: `report, ${name}: ${how}`,
    value: took / median(bareTimes),
    unit: 'times its bare SQL',
    goal: { most: 1.2 },
    about: `half ${digits(took)} ms, bare ${digits(median(bareTimes))} ms in ${bare[name].all.length} statements; "who is signed in" before it ${digits(before)} ms${inMemory}`,
  };
}
