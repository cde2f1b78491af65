import type { Config } from '../config.ts';
import type { Trace } from '../ports/traces/port.ts';
import type { WriteLine } from '../ports/write-line.ts';
import { connectDatabase } from './connection/connect.ts';
import { migrate, plannedMigrations } from './migrate.ts';
import { MigrationError } from './migrations.ts';
import { requirePreparedStatements, requireTimeouts } from './connection/pooler.ts';
import { watchReplica, type Replica } from './replica/replica.ts';
import { tracedStatements, type AroundStatements } from './connection/traced-statements.ts';

type OpenOptions = { config: Config; databaseUrl: string | (() => string); log: WriteLine };

type Connection = ReturnType<typeof connectDatabase>;

export type OpenDatabase = {
  main: Connection;
  /** Separate connections for the emergency page. */
  reserved: Connection;
  /** The replica of DATABASE_REPLICA_URL; undefined without one. */
  replica: Replica | undefined;
  /** Address of the database itself, where there is a pooler in front of it. */
  directUrl: string | (() => string);
};

/** Connections reserved for the emergency page, so that no other load delays a paramedic (fault 24). */
const emergencyConnections = 3;

/** Timeout in milliseconds for these when the database does not respond: the page with the telephone number must appear soon. */
const emergencyTimeoutMs = 3_000;

/** Timeout in milliseconds for the question whether the primary answers, beside a replica. */
const watchTimeoutMs = 1_000;

/** Timeout in milliseconds for the replica, which is read after the primary did not answer for a second. */
const replicaTimeoutMs = 2_000;

/** Connections to the replica for lists, so that they take none of those of the emergency page. */
const listConnections = 6;

/** Timeout in milliseconds for a statement of a list on the replica, before it runs on the primary. */
const listTimeoutMs = 3_000;

/** Watches the replica. Its connections can only read, whatever a statement says. */
function openReplica(
  { config, databaseUrl, log }: OpenOptions,
  around: AroundStatements | undefined,
): Replica | undefined {
  if (!config.replica) return undefined;
  const { url, processes } = config.replica;
  return watchReplica({
    primary: connectDatabase({ url: databaseUrl, max: 2, timeoutMs: watchTimeoutMs }),
    replica: connectDatabase({
      url,
      max: emergencyConnections + 1,
      timeoutMs: replicaTimeoutMs,
      isReadOnly: true,
    }),
    lists: connectDatabase({ url, around, max: listConnections, timeoutMs: listTimeoutMs, isReadOnly: true }),
    ...{ processes, log },
  });
}

/** @throws MigrationError when a migration has not run */
async function requireMigrated(url: string): Promise<void> {
  const names = (await plannedMigrations({ url })).map(({ name }) => name);
  if (names.length > 0)
    throw new MigrationError(`The database lacks ${names.join(', ')}. Run "npm run migrate" first.`);
}

/** Connects to the database, also separately for the emergency page. @throws Error when its tables are of another version */
export async function openDatabase(options: OpenOptions, trace: Trace | undefined): Promise<OpenDatabase> {
  const { config, databaseUrl, log } = options;
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
  await requirePreparedStatements(main.pool);
  const url = typeof directUrl === 'function' ? directUrl() : directUrl;
  if (config.migrateAtStart) await migrate({ url, log });
  else await requireMigrated(url);
  return { main, reserved, directUrl, replica: openReplica(options, around) };
}
