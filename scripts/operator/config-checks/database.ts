import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../../../src/server/config.ts';
import { pendingMigrations, readMigrations } from '../../../src/server/db/migrations.ts';
import { anyPlace, createKeyring, keyIdOf, SealError } from '../../../src/server/db/sealing/seal.ts';
import { sealedColumns } from '../../../src/server/db/sealing/sealed-columns.ts';
import { peerOf } from './certificate.ts';
import { failed } from './failure.ts';
import { right, waitMs, wrong, type Finding, type Found } from './finding.ts';

/** Oldest PostgreSQL version that the migrations support. */
const oldestPostgres = 15;

async function schemaWords(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('schema_migrations') is not null as has`,
  );
  const applied = rows[0]?.has
    ? (await client.query('select number, name, checksum from schema_migrations')).rows
    : [];
  // The error's own message names the file and the reason.
  const pending = pendingMigrations(readMigrations(), applied).length;
  return right(pending === 0 ? 'its migrations have run' : `migrations to run at the start: ${pending}`);
}

async function checkOpenDatabase(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<{ version: number; words: string; ssl: boolean; makes: boolean }>(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as words,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
      has_database_privilege(current_database(), 'create') as makes`);
  const [found] = rows;
  if (!found) return wrong('it answers nothing');
  if (found.version < oldestPostgres * 10_000) return wrong(`it is older than PostgreSQL ${oldestPostgres}`);
  if (!found.makes) return wrong('the role may not make schemas in it: it must own the database');
  try {
    await client.query('begin; create temporary table wattle_check (n int) on commit drop; commit');
  } catch (error) {
    await client.query('rollback');
    const { code } = error as { code?: string };
    return wrong(
      code === '25006' ? 'it only lets read: is it a replica?' : `it cannot be written to (${code})`,
    );
  }
  try {
    const schema = await schemaWords(client);
    const version = /^[\d.]+/.exec(found.words)?.[0] ?? '';
    return right(
      `PostgreSQL ${version}, ${found.ssl ? 'over TLS' : 'without TLS'}, can be written to, ${schema.words}`,
    );
  } catch (error) {
    return wrong(`its tables do not fit: ${(error as Error).message}`);
  }
}

/** Checks that the keys open some values of each sealed column, and that no value is sealed with a missing key. */
async function checkKeys(client: pg.Client, config: Config): Promise<Found> {
  const keyring = createKeyring(config.keys);
  const heads = config.keys.map(({ id }) => Buffer.concat([Buffer.from([1, id.length]), Buffer.from(id)]));
  const quoted = (name: string) => client.escapeIdentifier(name);
  let opened = 0;
  for (const { table, column, key } of sealedColumns) {
    const has = await client.query(
      'select 1 from information_schema.columns where table_schema = current_schema() and table_name = $1 and column_name = $2',
      [table, column],
    );
    if (has.rowCount === 0) continue;
    const keys: readonly string[] = typeof key === 'string' ? [key] : key;
    const value = quoted(column);
    const known = heads.map(
      (head, index) => `substring(${value} from 1 for ${head.length}) <> $${index + 1}`,
    );
    const select = `select ${keys.map(quoted).join(', ')}, ${value} from ${quoted(table)} where ${value} is not null`;
    const stranger = await client.query<Record<string, unknown>>(
      `${select} and ${known.join(' and ')} limit 1`,
      heads,
    );
    const { rows } = await client.query<Record<string, unknown>>(`${select} limit 5`);
    for (const row of [...stranger.rows, ...rows]) {
      const sealed = row[column] as Buffer;
      try {
        keyring.open(anyPlace(table, column, keys.map((name) => String(row[name])).join('/')), sealed);
        opened += 1;
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        if (!config.keys.some(({ id }) => id === keyIdOf(sealed)))
          return wrong(
            `WATTLE_KEYS lacks the key "${keyIdOf(sealed)}", with which values of ${table}.${column} are sealed`,
          );
        return wrong(
          `the key "${keyIdOf(sealed)}" is another one than that with which ${table}.${column} is sealed`,
        );
      }
    }
  }
  return right(
    opened === 0 ? 'well formed; the database holds nothing sealed yet' : 'they open what the database holds',
  );
}

/** Maximum difference between the clocks of servers and database, in seconds: links and second-step codes depend on them. */
const clockDifferenceSeconds = 2;

async function checkClock(client: pg.Client): Promise<Found> {
  const asked = Date.now();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const answered = Date.now();
  // The database read its clock at some moment in between.
  const there = rows[0]?.now.getTime() ?? 0;
  const ahead = asked > there ? asked - there : Math.min(0, answered - there);
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  if (Math.abs(ahead) <= clockDifferenceSeconds * 1_000) return right("it agrees with the database's");
  return wrong(
    `this machine's is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the database's: set both by a time server`,
  );
}

/** Maximum time for a replica to reach the current WAL position of the database, in milliseconds. */
const replicaLagMs = 5_000;

const clientOf = (url: string) => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs * 2,
    application_name: 'wattle check',
  });
  client.on('error', () => {});
  return client;
};

type Server = { is_replica: boolean; server: string; position: string };

async function readServer(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Server>(`
    select pg_is_in_recovery() as is_replica,
      (select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database()) as server,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as position`);
  return rows[0]!;
}

async function replicaWords(primary: Server, replica: pg.Client): Promise<Found> {
  const { is_replica, server } = await readServer(replica);
  if (server !== primary.server) return wrong('it is of another database');
  if (!is_replica) return wrong('it accepts changes: it is no replica, or the database itself');
  const from = performance.now();
  for (;;) {
    const { rows } = await replica.query<{ has: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      [primary.position],
    );
    const ms = performance.now() - from;
    if (rows[0]?.has) return right(`a replica of the database, at most ${Math.ceil(ms / 1_000)} s behind it`);
    if (ms > replicaLagMs)
      return wrong(`it lags: after ${replicaLagMs / 1_000} s it lacks what the database had`);
    await pause(200);
  }
}

/** Tests that the replica can be reached, receives the changes of this database, and how far it lags. */
export async function checkReplica({ databaseUrl, replica }: Config): Promise<Found> {
  if (replica === undefined) return right('none: cards open while the database answers');
  const [primary, secondary] = [clientOf(databaseUrl ?? replica.url), clientOf(replica.url)];
  try {
    await secondary.connect();
    const found = await primary
      .connect()
      .then(() => readServer(primary))
      .catch(() => null);
    if (!found || found.is_replica)
      return wrong('it answers; it is not compared, as the database does not answer');
    return await replicaWords(found, secondary);
  } catch (error) {
    return await failed(error, peerOf(replica.url));
  } finally {
    await Promise.all([primary.end().catch(() => {}), secondary.end().catch(() => {})]);
  }
}

/** Tests the database; if it is available, also the keys against its values and the clock against its time. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined)
    return [{ about: 'database', ...right('the embedded one, which the server starts by itself') }];
  const client = clientOf(config.databaseUrl);
  try {
    await client.connect();
    const database: Finding = { about: 'database', ...(await checkOpenDatabase(client)) };
    const keys: Finding = { about: 'keys', ...(await checkKeys(client, config)) };
    return [database, keys, { about: 'clock', ...(await checkClock(client)) }];
  } catch (error) {
    return [
      { about: 'database', ...(await failed(error, peerOf(config.databaseUrl))) },
      { about: 'keys', ...wrong('not tried: they are tried on what the database holds') },
      { about: 'clock', ...wrong("not tried: it is compared with the database's") },
    ];
  } finally {
    await client.end().catch(() => {});
  }
}
