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
import { reports } from './reports.ts';

/** Pairs of readings for each report. */
const pairs = 9;

/** How a server and a database begin before a reading. */
type Beginning = 'restarted' | 'restarted, files not in memory';

/** Removes the files of a folder from the file cache of the operating system (Linux; dd of coreutils). */
function emptyFileCache(folder: string): void {
  spawnSync('sync');
  spawnSync('find', [
    folder,
    '-type',
    'f',
    '-exec',
    'dd',
    'if={}',
    'iflag=nocache',
    'count=0',
    'status=none',
    ';',
  ]);
}

/** Megabytes of the files of a folder that the operating system has in memory (fincore of util-linux). */
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

type Prepared = { cookie: string; statements: ReadonlyMap<keyof typeof reports, readonly Statement[]> };

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
  const statements = new Map<keyof typeof reports, readonly Statement[]>();
  for (const name of compared)
    statements.set(name, await statementsOf(name, contextFor(services, actor), {}));
  return { cookie: `wattle=${token}`, statements };
}

const providers = { largest: '', small: '', staff: '', customer: '' };

/** Reads a report once as the web does: first who is signed in, then the report. */
async function readOurs(
  { origin }: Served,
  cookie: string,
  name: keyof typeof reports,
): Promise<[number, number]> {
  const admin: Staff = { origin, cookie, providers };
  const who = await ask(
    admin,
    graphql(admin, currentUserText, () => ({})),
  );
  const { took } = await ask(
    admin,
    graphql(admin, reports[name], () => ({})),
  );
  return [took, who.took];
}

async function readBare({ superuserUrl }: Stage, statements: readonly Statement[]): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const took = await sendBare(client, statements);
  await client.end();
  return took;
}

/**
 * Measures the first reading of each report over all customers after a restart of server and database, compared with its statements alone
 * after a restart of their own. Both take turns.
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
    const { cookie, statements } = await onStage(async (stage) => {
      await fillOnce(stage, folder, customers);
      return prepare(stage);
    }, folder);
    const figures: Figure[] = [];
    for (const beginning of ['restarted', 'restarted, files not in memory'] as const)
      for (const name of compared)
        figures.push(await restartedFigure(folder, beginning, name, cookie, statements.get(name) ?? []));
    return figures;
  } finally {
    if (keptIn === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function restartedFigure(
  folder: string,
  beginning: Beginning,
  name: keyof typeof reports,
  cookie: string,
  statements: readonly Statement[],
): Promise<Figure> {
  const ours: number[] = [];
  const signedIn: number[] = [];
  const bare: number[] = [];
  const cached: number[] = [];
  const restart = async (read: (stage: Stage, served: Served) => Promise<void>) => {
    if (beginning === 'restarted, files not in memory') {
      emptyFileCache(folder);
      cached.push(cachedMegabytes(folder));
    }
    await onStage(async (stage) => {
      const served = await stage.serve('ours');
      // The jobs have started.
      await pause(1_500);
      await read(stage, served);
    }, folder);
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = async () =>
      restart(async (_, served) => {
        const [took, who] = await readOurs(served, cookie, name);
        ours.push(took);
        signedIn.push(who);
      });
    const second = async () => restart(async (stage) => void bare.push(await readBare(stage, statements)));
    for (const read of pair % 2 === 0 ? [first, second] : [second, first]) await read();
  }
  const inMemory = cached.length > 0 ? `; ${digits(median(cached))} MB of the files in memory before` : '';
  return {
    name: `report, ${name}: ${beginning}`,
    value: median(ours) / median(bare),
    unit: 'times its bare SQL',
    goal: { most: 1.2 },
    about: `half ${digits(median(ours))} ms, bare ${digits(median(bare))} ms in ${statements.length} statements; "who is signed in" before it ${digits(median(signedIn))} ms${inMemory}`,
  };
}
