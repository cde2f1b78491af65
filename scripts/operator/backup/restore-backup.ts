import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '../../../src/server/config.ts';
import { removeMadeKeys } from '../../../src/server/config/local-keys.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { pendingMigrations, readMigrations, type Migration } from '../../../src/server/db/migrations.ts';
import { configuredStore, isStoreEmpty } from '../../../src/server/ports/object-store/configured.ts';
import { BackupError } from './backup-error.ts';
import { withConnection } from './command.ts';
import { isEmptyDatabase, loadDatabase } from './database-load.ts';
import { findDamage } from './files.ts';
import { unfinished } from './make-backup.ts';
import {
  isSignedBy,
  manifestPath,
  missingKeys,
  parseManifest,
  tablePath,
  type Manifest,
} from './manifest.ts';
import { checkObjects, putObjects, removeObjects } from './objects.ts';

/** Maximum number of damaged files that are named; the others are only counted. */
const namedAtMost = 20;

async function readManifest(folder: string): Promise<ReturnType<typeof parseManifest>> {
  if (folder.replace(/\/+$/, '').endsWith(unfinished))
    throw new BackupError('This backup was not finished: its name ends with ".part". Nothing was written.');
  if (!existsSync(manifestPath(folder)))
    throw new BackupError(
      'The folder has no manifest.json: it is no backup, or not a whole one. Nothing was written.',
    );
  return parseManifest(await readFile(manifestPath(folder), 'utf8'));
}

function checkKeys(manifest: Manifest, signature: string, { keys }: Config): void {
  const missing = missingKeys(manifest, keys);
  if (missing.length > 0)
    throw new BackupError(
      `The keys of this environment are not those of the backup. Missing: ${missing.join(', ')}. Put them into WATTLE_KEYS (or the ` +
        'file "keys" of the data folder). Nothing was written.',
    );
  if (!isSignedBy(manifest, signature, keys))
    throw new BackupError('The manifest was changed after the backup was made. Nothing was written.');
}

async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  const damaged: string[] = [];
  let count = 0;
  const report = (file: string, damage: string) => {
    count += 1;
    if (damaged.length < namedAtMost) damaged.push(`  ${file} ${damage}`);
  };
  for (const table of manifest.tables) {
    const path = tablePath(folder, table);
    const damage = await findDamage(path, table);
    if (damage !== null) report(path.slice(folder.length + 1), damage);
  }
  await checkObjects(folder, manifest, report);
  if (count === 0) return;
  const more = count > damaged.length ? [`  and ${count - damaged.length} more`] : [];
  throw new BackupError(
    ['Files of the backup are not as they were written:', ...damaged, ...more, 'Nothing was written.'].join(
      '\n',
    ),
  );
}

/** Returns the migrations that made the backup's tables. @throws BackupError if this program does not have all of them */
function migrationsOf({ migrations, wattle }: Manifest): Migration[] {
  const here = readMigrations();
  const newer = migrations.find(({ number }) => !here.some((migration) => migration.number === number));
  if (newer)
    throw new BackupError(
      `The backup is newer than this Wattle: it has the migration ${newer.name}. Use Wattle ${wattle} or later. Nothing was written.`,
    );
  pendingMigrations(
    here,
    migrations.map((migration) => ({ ...migration, compatible_from: 0 })),
  );
  return here.filter(({ number }) => migrations.some((migration) => migration.number === number));
}

async function isStillEmpty(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await isEmptyDatabase(client);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

export type Restored = { manifest: Manifest; migrated: string[] };

/** Reads a backup and compares every part with its manifest and the environment. @throws BackupError, MigrationError */
async function checkBackup(
  folder: string,
  config: Config,
): Promise<{ manifest: Manifest; migrations: Migration[] }> {
  try {
    const { manifest, signature } = await readManifest(folder);
    checkKeys(manifest, signature, config);
    const migrations = migrationsOf(manifest);
    await checkFiles(folder, manifest);
    return { manifest, migrations };
  } catch (error) {
    // These keys were created for a data folder without keys: the next start must not use them.
    removeMadeKeys();
    throw error;
  }
}

/**
 * Restores a backup into an empty database and an empty store; with `databaseOnly` the store is neither checked nor written. Does
 * all checks before the first write. On a later failure, rolls back the transaction and removes the written objects.
 * @throws BackupError, MigrationError, and errors of the database, the store and the disk
 */
export async function restoreBackup(
  config: Config,
  { from, databaseOnly }: { from: string; databaseOnly: boolean },
): Promise<Restored> {
  const folder = from.replace(/\/+$/, '');
  const { manifest, migrations } = await checkBackup(folder, config);
  return withConnection(config, async ({ client, url }) => {
    if (!(await isEmptyDatabase(client)))
      throw new BackupError(
        'The database is not empty: make a new one for the restore. Nothing was written.',
      );
    if (!databaseOnly && !(await isStoreEmpty(config)))
      throw new BackupError(
        'The bucket or data folder holds files already: name an empty one. If it is that of the lost database, add --database-only. ' +
          'Nothing was written.',
      );
    const store = await configuredStore(config);
    try {
      if (!databaseOnly) await putObjects(store, folder);
      await loadDatabase(client, folder, { manifest, migrations, withObjects: !databaseOnly });
    } catch (error) {
      // The commit may have succeeded although its response was lost: the objects then belong to its rows.
      if (!databaseOnly && (await isStillEmpty(url))) await removeObjects(store, folder);
      throw error;
    }
    return { manifest, migrated: await migrate({ url }) };
  });
}
