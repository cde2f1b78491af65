import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { createSchema } from '../../../src/server/db/migrate.ts';
import type { Migration } from '../../../src/server/db/migrations.ts';
import { BackupError } from './backup-error.ts';
import { copySettings } from './database-dump.ts';
import { tablePath, type Manifest, type TableFile } from './manifest.ts';
import { removeUnfinishedParts } from './objects.ts';

/** Counts the tables, views and sequences of the database, without those of extensions. */
const countRelations = `select count(*)::integer as count
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** Whether the database has no tables yet. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(countRelations);
  return rows[0]?.count === 0;
}

type Statements = { drop: string; create: string };

/** Foreign keys, dropped during the load: they are valid only after all tables are loaded. */
const foreignKeys = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

/**
 * Indexes, created after the load because that is faster. Indexes of primary keys and unique constraints stay. The definition of an index
 * of a partitioned table is `ON ONLY` that table; without the word it is also created on its partitions.
 */
const indexes = `select format('drop index %s', indexrelid::regclass) as drop,
    replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || case when obj_description(indexrelid, 'pg_class') is null then ''
      else format('; comment on index %s is %L', indexrelid::regclass, obj_description(indexrelid, 'pg_class')) end as create
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)`;

const tablesOfSchema = `select relname as name from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by 1`;

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

async function copyRows(client: pg.Client, folder: string, table: TableFile, target: string): Promise<void> {
  const copy = client.query(copyFrom(`copy ${target} (${quote(table.columns)}) from stdin`));
  await pipeline(createReadStream(tablePath(folder, table)), createGunzip(), copy);
  if (copy.rowCount !== table.rows)
    throw new BackupError(`The table ${table.name} has ${copy.rowCount} rows instead of ${table.rows}.`);
}

async function loadTables(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const own = tables.filter(({ schema }) => schema === 'public');
  const made = await client.query<{ name: string }>(tablesOfSchema);
  const expected = made.rows.map(({ name }) => name);
  const found = own.map(({ name }) => name).toSorted();
  if (found.join() !== expected.toSorted().join())
    throw new BackupError('The tables of the backup are not those that its migrations create.');

  const constraints = (await client.query<Statements>(foreignKeys)).rows;
  for (const { drop } of constraints) await client.query(drop);
  const indexList = (await client.query<Statements>(indexes)).rows;
  for (const { drop } of indexList) await client.query(drop);
  for (const name of expected) await client.query(`alter table "${name}" disable trigger user`);
  // Migrations insert rows too; the backup contains the current version of these rows.
  await client.query(`truncate ${quote(expected)}`);
  for (const table of own) await copyRows(client, folder, table, `public."${table.name}"`);
  for (const { name, lastValue } of sequences)
    await client.query(`select setval($1::regclass, $2::bigint)`, [`public."${name}"`, lastValue]);
  for (const { create } of indexList) await client.query(create);
  for (const { create } of constraints) await client.query(create);
  for (const name of expected) await client.query(`alter table "${name}" enable trigger user`);
}

/**
 * Loads the waiting jobs into the queue's tables as this program creates them. Only columns that both versions of the queue have
 * are loaded, so that a backup of an earlier release can be restored.
 */
async function loadQueue(client: pg.Client, folder: string, { tables }: Manifest): Promise<void> {
  const own = tables.filter(({ schema }) => schema === 'jobs');
  if (own.length === 0) return;
  await client.query(
    getConstructionPlans('jobs')
      .replace(/^\s*BEGIN;/, '')
      .replace(/COMMIT;\s*$/, ''),
  );
  await client.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  for (const table of own) {
    const staged = `backup_${table.name}`;
    const columns = table.columns.map((name) => `"${name}" text`).join(', ');
    await client.query(`create temporary table ${staged} (${columns}) on commit drop`);
    await copyRows(client, folder, table, staged);
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname = any($2)`,
      [`jobs.${table.name}`, table.columns],
    );
    const values = rows.map(({ name, type }) => `"${name}"::${type}`).join(', ');
    await client.query(
      `insert into jobs.${table.name} (${quote(rows.map(({ name }) => name))}) select ${values} from ${staged}`,
    );
  }
}

/**
 * Creates the tables with the migrations of the backup and loads its rows, all in one transaction. The role only needs to own the
 * database. With `withObjects`, the store contains only the objects of the backup, so rows of unfinished uploads are removed.
 * @throws BackupError, MigrationError
 */
export async function loadDatabase(
  client: pg.Client,
  folder: string,
  {
    manifest,
    migrations,
    withObjects,
  }: { manifest: Manifest; migrations: readonly Migration[]; withObjects: boolean },
): Promise<void> {
  await client.query(copySettings);
  await client.query('begin');
  await createSchema(client, migrations);
  await loadTables(client, folder, manifest);
  await loadQueue(client, folder, manifest);
  if (withObjects) await client.query(removeUnfinishedParts);
  await client.query('commit');
  // A failure is harmless: the rows are loaded, and autovacuum analyses them later.
  await client.query('analyze').catch(() => {});
}
