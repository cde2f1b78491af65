import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectDatabase } from '../../src/server/db/connection/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/server/db/embedded/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { readMigrations } from '../../src/server/db/migrations.ts';
import { openQueue } from '../../src/server/jobs/queue.ts';
import { clusterVariable } from './database-cluster.ts';

/** A migrated database for one test. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

// Test data is short-lived and need not survive a power cut: durability, vacuum and password hashing are off or at their minimum.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  scram_iterations: '1',
  max_connections: '200',
  shared_buffers: '128MB',
};
const TEMPLATE_LOCK = 928_854;

let cluster: Promise<EmbeddedDatabase> | undefined;
let template: Promise<string> | undefined;

function startCluster(): Promise<EmbeddedDatabase> {
  const dataDir = process.env[clusterVariable];
  if (!dataDir)
    throw new Error(`${clusterVariable} is not set: run the test by Vitest or Playwright with its config.`);
  return startEmbedded({ dataDir, settings });
}

async function asAdmin<T>(run: (admin: pg.Client) => Promise<T>): Promise<T> {
  cluster ??= startCluster();
  const admin = new pg.Client({ connectionString: (await cluster).adminUrl() });
  admin.on('error', () => {});
  await admin.connect();
  try {
    return await run(admin);
  } finally {
    await admin.end();
  }
}

async function addressOf(database: string): Promise<string> {
  cluster ??= startCluster();
  const address = new URL((await cluster).url());
  address.pathname = `/${database}`;
  return address.href;
}

/** Creates the queue's tables, which each application would otherwise create itself. */
async function makeQueue(url: string): Promise<void> {
  const { pool, close } = connectDatabase({ url });
  const queue = await openQueue(pool, () => {});
  await queue.stop({ graceful: false });
  await close();
}

/** Makes the migrated template once for all processes of the run; the mark "template" records that it is complete. */
async function makeTemplate(): Promise<string> {
  const checksums = readMigrations().map((migration) => migration.checksum);
  const name = `template_${createHash('sha256').update(checksums.join()).digest('hex').slice(0, 12)}`;
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const made = await admin.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (made.rowCount) return;
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name} owner wattle`);
    const url = await addressOf(name);
    await migrate({ url });
    await makeQueue(url);
    await admin.query(`alter database ${name} with is_template true allow_connections false`);
  });
  return name;
}

/** Copies the migrated template in about fifty milliseconds: copies whole files, without a log of their pages. */
export async function createTestDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return copyOf(await template);
}

/** Copies a database without open connections, with all its rows, like a dump restored beside it. */
export const copyDatabase = ({ url }: TestDatabase): Promise<TestDatabase> =>
  copyOf(new URL(url).pathname.slice(1));

async function copyOf(source: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) =>
    admin.query(`create database ${name} template ${source} owner wattle strategy file_copy`),
  );
  return {
    url: await addressOf(name),
    drop: () =>
      asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  };
}

/** Returns the address of a test's database for the superuser. */
export async function superuserAddress(url: string): Promise<string> {
  cluster ??= startCluster();
  const address = new URL((await cluster).adminUrl());
  address.pathname = new URL(url).pathname;
  return address.href;
}

/** Makes an empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => admin.query(`create database ${name} owner wattle`));
  return {
    url: await addressOf(name),
    drop: () =>
      asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  };
}
