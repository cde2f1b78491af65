import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { environment, node } from '../scripts/prepare.mjs';
import { readConfig, type Config } from '../src/server/config.ts';
import { dataFolderStore } from '../src/server/ports/object-store/data-folder.ts';
import { noVirusScan } from '../src/server/ports/virus-scan/none.ts';
import type { Services } from '../src/server/pipeline/context.ts';
import { connectDatabase, type Database } from '../src/server/db/connection/connect.ts';
import { noCare } from '../testing/stand-ins/care.ts';
import { startEmbedded } from '../src/server/db/embedded/embedded.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { createKeyring } from '../src/server/db/sealing/seal.ts';
import { createSecrets, findOrMakeRootKey } from '../src/server/db/sealing/secrets.ts';

export type Served = { origin: string; pid: number };

/** A database with fsync on, tools for making people, and servers as separate processes. */
export type Stage = {
  services: Services;
  /** Address of the database. */
  databaseUrl: string;
  /** Address of the database for its superuser, for filling it. */
  superuserUrl: string;
  /** Starts the product, or a server to compare it with (server.ts), or returns the running one. */
  serve(
    kind: 'ours' | 'traced' | 'pooled' | 'handwritten' | 'bare' | 'postgraphile',
    variables?: Record<string, string>,
  ): Promise<Served>;
  /** Waits until the product's jobs have handled all events of earlier requests. */
  settle(): Promise<void>;
};

/**
 * Runs a function on a new stage, and always removes the stage afterwards. With `keptIn`, the stage is in this folder and stays there: the
 * next run finds its database.
 */
export async function onStage<Result>(
  play: (stage: Stage) => Promise<Result>,
  keptIn: string | null = null,
): Promise<Result> {
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'wattle-bench-'));
  const database = await startEmbedded({ dataDir: folder });
  const children: ChildProcess[] = [];
  const { db, close } = connectDatabase({ url: database.url() });
  let down: Promise<void> | undefined;
  const takeDown = async () => {
    await Promise.all(children.map(end));
    await close();
    await database.stop();
    if (keptIn === null) rmSync(folder, { recursive: true, force: true });
  };
  const interrupt = () => void (down ??= takeDown()).finally(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await migrate({ url: database.url() });
    const keys = keysIn(folder);
    const env = {
      APP_ENV: 'test',
      DATABASE_URL: database.url(),
      WATTLE_KEYS: keys,
      WATTLE_DATA_DIR: folder,
      // Loads set the network address of each of their people.
      TRUST_PROXY: 'loopback',
    };
    const services = await createServices(db, readConfig(env), join(folder, 'files'));
    const superuserUrl = new URL(database.adminUrl());
    superuserUrl.pathname = new URL(database.url()).pathname;
    const served = new Map<string, Promise<Served>>();
    return await play({
      services,
      databaseUrl: database.url(),
      superuserUrl: superuserUrl.href,
      serve(kind, variables = {}) {
        const running = served.get(kind) ?? start(kind, { ...env, ...variables }, children);
        served.set(kind, running);
        return running;
      },
      async settle() {
        for (let tries = 0; tries < 200; tries += 1) {
          if (!(await db.selectFrom('outbox').select('id').limit(1).executeTakeFirst())) return;
          await pause(100);
        }
        throw new Error('The jobs did not finish');
      },
    });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await (down ??= takeDown());
  }
}

/** Returns the keys of a stage, the same for each run in its folder. */
function keysIn(folder: string): string {
  const file = join(folder, 'bench-keys');
  if (!existsSync(file)) writeFileSync(file, `bench:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** Creates the services with which benchmarks create people. They send no messages and make no PDF. */
async function createServices(db: Database, config: Config, folder: string): Promise<Services> {
  const keyring = createKeyring(config.keys);
  return {
    config,
    db,
    emergencyDb: db,
    keyring,
    secrets: createSecrets(await findOrMakeRootKey(db, keyring)),
    clock: () => new Date(),
    makePdf: () => Promise.reject(new Error('The stage makes no PDF')),
    textMessages: { send: () => Promise.reject(new Error('The stage sends no text messages')) },
    objectStore: dataFolderStore(folder, { reserve: 0 }),
    virusScan: noVirusScan,
    outgoing: () => Promise.reject(new Error('The stage sends no outgoing requests')),
    residentialCare: noCare,
    hasSimulatedCare: false,
    payments: null,
    eventsWaiting: () => {},
    onNews: () => () => {},
    whenInUse: Promise.resolve(),
    accessRefused: () => {},
  };
}

async function start(kind: string, env: Record<string, string>, children: ChildProcess[]): Promise<Served> {
  const child = spawn(node, [resolve(import.meta.dirname, 'server.ts'), kind], {
    env: environment(env),
    // The server exits when its standard input closes, which also happens when this process is killed.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const gone = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The server "${kind}" did not start`)),
  );
  gone.catch(() => {});
  const [port] = (await Promise.race([once(lines, 'line'), gone])) as [string];
  return { origin: `http://localhost:${port}`, pid: child.pid ?? 0 };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
