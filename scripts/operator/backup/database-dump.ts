import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedAsJson, type AppliedMigration } from '../../../src/server/db/migrations.ts';
import { BackupError } from './backup-error.ts';
import { writeFileWithDigest } from './files.ts';
import { tablePath, type Manifest, type TableFile } from './manifest.ts';
import { referencesQuery } from './objects.ts';

type DumpedDatabase = Pick<Manifest, 'installation' | 'postgres' | 'migrations' | 'tables' | 'sequences'>;

type Table = Pick<TableFile, 'schema' | 'name' | 'columns'>;

/** Returns the path of the file that keeps the references to objects until the objects are copied. */
export const referenceFile = (folder: string): string => join(folder, 'references');

/** Settings that fix the format of values for COPY, independent of the role's settings. */
export const copySettings =
  "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'";

// The other tables of the queue (counts and warnings) are filled by the queue itself.
const queueTables = ['queue', 'job'];

/**
 * Finds the tables and the columns to copy, without generated columns, which are computed again. A partitioned table is one table: its
 * partitions are in another schema, and a restore makes its own.
 */
async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, json_agg(a.attname order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where (n.nspname = 'public' and c.relkind in ('r', 'p') or n.nspname = 'jobs' and c.relname = any($1))
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     group by 1, 2
     -- The queues before their jobs.
     order by n.nspname <> 'public', c.relname desc`,
    [queueTables],
  );
  return rows;
}

const columnList = ({ columns }: Pick<Table, 'columns'>) => columns.map((name) => `"${name}"`).join(', ');

/** Returns the statement that copies a table, without completed jobs. COPY without a query refuses partitioned tables. */
const copyStatement = (table: Table) =>
  table.schema === 'jobs' && table.name === 'job'
    ? `copy (select ${columnList(table)} from jobs.job where state not in ('completed', 'cancelled')) to stdout`
    : `copy (select ${columnList(table)} from ${table.schema}."${table.name}") to stdout`;

async function dumpTable(client: pg.Client, folder: string, table: Table): Promise<TableFile> {
  const rows = client.query(copyTo(copyStatement(table)));
  const compressed = createGzip({ level: 1 });
  rows.on('error', (error) => compressed.destroy(error));
  const digest = await writeFileWithDigest(tablePath(folder, table), rows.pipe(compressed));
  return { ...table, rows: rows.rowCount, ...digest };
}

/**
 * Writes all rows of the database, from one snapshot, and the references to objects into the folder. Its locks block only
 * migrations.
 * @throws BackupError
 */
export async function dumpDatabase(client: pg.Client, folder: string): Promise<DumpedDatabase> {
  await client.query(copySettings);
  await client.query('begin isolation level repeatable read read only');
  const tables = await findTables(client);
  await client.query(
    `lock table ${tables.map(({ schema, name }) => `${schema}."${name}"`).join(', ')} in access share mode`,
  );
  const { rows } = await client.query<{ id: string | null; postgres: string; applied: AppliedMigration[] }>(
    `select (select id from installation) as id, current_setting('server_version') as postgres, ${appliedAsJson} as applied`,
  );
  const [found] = rows;
  if (!found?.id)
    throw new BackupError('No server has worked on this database yet: there is nothing to back up.');
  const dumped: TableFile[] = [];
  for (const table of tables) dumped.push(await dumpTable(client, folder, table));
  await writeFileWithDigest(
    referenceFile(folder),
    client.query(copyTo(`copy (${referencesQuery}) to stdout`)),
  );
  const sequences = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  await client.query('commit');
  return {
    installation: found.id,
    postgres: found.postgres,
    migrations: found.applied.map(({ number, name, checksum }) => ({ number, name, checksum })),
    tables: dumped,
    sequences: sequences.rows,
  };
}
