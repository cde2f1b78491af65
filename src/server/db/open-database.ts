import type { Config } from '../config.ts';
import type { Trace } from '../ports/traces/port.ts';
import type { WriteLine } from '../ports/write-line.ts';
import { connectDatabase } from './connection/connect.ts';
import { migrate, plannedMigrations } from './migrate.ts';
import { MigrationError } from './migrations.ts';
import { requireTimeouts } from './connection/pooler.ts';
import { tracedStatements } from './connection/traced-statements.ts';

type OpenOptions = { config: Config; databaseUrl: string | (() => string); log: WriteLine };

type Connection = ReturnType<typeof connectDatabase>;

export type OpenDatabase = {
  main: Connection;
  /** Separate connections for the emergency page. */
  reserved: Connection;
  /** Address of the database itself, where there is a pooler in front of it. */
  directUrl: string | (() => string);
};

/** Connections reserved for the emergency page, so that no other load delays a paramedic (fault 24). */
const emergencyConnections = 3;

/** Timeout in milliseconds for these when the database does not respond: the page with the telephone number must appear soon. */
const emergencyTimeoutMs = 3_000;

/** @throws MigrationError when a migration has not run */
async function requireMigrated(url: string): Promise<void> {
  const names = (await plannedMigrations({ url })).map(({ name }) => name);
  if (names.length > 0)
    throw new MigrationError(`The database lacks ${names.join(', ')}. Run "npm run migrate" first.`);
}

/** Connects to the database, also separately for the emergency page. @throws Error when its tables are of another version */
export async function openDatabase(
  { config, databaseUrl, log }: OpenOptions,
  trace: Trace | undefined,
): Promise<OpenDatabase> {
  const around = trace && tracedStatements(trace);
  const main = connectDatabase({ url: databaseUrl, log, around });
  const reserved = connectDatabase({
    url: databaseUrl,
    log,
    around,
    max: emergencyConnections,
    timeoutMs: emergencyTimeoutMs,
  });
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  await requireTimeouts([main.pool, reserved.pool]);
  const url = typeof directUrl === 'function' ? directUrl() : directUrl;
  if (config.migrateAtStart) await migrate({ url, log });
  else await requireMigrated(url);
  return { main, reserved, directUrl };
}
