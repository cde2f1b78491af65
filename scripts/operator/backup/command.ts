import pg from 'pg';
import { ConfigError, readConfig, type Config } from '../../../src/server/config.ts';
import { databaseUnavailable } from '../../../src/server/db/connection/connect.ts';
import { EmbeddedDatabaseError } from '../../../src/server/db/embedded/cluster.ts';
import { openDatabase } from '../../../src/server/db/embedded/open.ts';
import { MigrationError } from '../../../src/server/db/migrations.ts';
import { SealError } from '../../../src/server/db/sealing/seal.ts';
import { ObjectStoreError } from '../../../src/server/ports/object-store/port.ts';
import { BackupError } from './backup-error.ts';

/** Turns off the time limits of the role, because a backup takes hours. Older PostgreSQL versions do not have all of them. */
const withoutLimits = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;

/** Open connection without time limits, and the URL of its database. */
export type BackupConnection = { client: pg.Client; url: string };

/** Runs `run` with a direct connection (no pooler) to the environment's database. Rolls back an open transaction at the end. */
export async function withConnection<Result>(
  config: Config,
  run: (connection: BackupConnection) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, console.error);
  const url = config.databaseDirectUrl ?? database.url();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'wattle backup',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(withoutLimits);
    return await run({ client, url });
  } finally {
    await client.end().catch(() => {});
    await database.close();
  }
}

const known = [BackupError, ConfigError, EmbeddedDatabaseError, MigrationError, SealError];

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

function sentenceFor(error: unknown): string | undefined {
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof ObjectStoreError) return `The files do not answer (${error.code}).`;
  if (codeOf(error) === 'ENOSPC') return 'The disk is full.';
  if (databaseUnavailable(error)) return `The database does not answer (${String(codeOf(error))}).`;
  // The database's own message may quote a row.
  if (error instanceof pg.DatabaseError)
    return `The database refused a statement (${error.code}${error.table ? `, table ${error.table}` : ''}).`;
  return undefined;
}

/** Runs a command with the environment's configuration. Exits with its result, or with 1 and a sentence for a known error. */
export async function runCommand(run: (config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(readConfig());
  } catch (error) {
    console.error(sentenceFor(error) ?? error);
    process.exitCode = 1;
  }
}
