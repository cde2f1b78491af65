import { ConfigError, readConfig, type Config } from '../../src/server/config.ts';
import { EmbeddedDatabaseError } from '../../src/server/db/embedded/cluster.ts';
import { connectDatabase, type Database } from '../../src/server/db/connect.ts';
import { isMigrated } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/embedded/open.ts';
import { createKeyring, SealError, type Keyring } from '../../src/server/db/seal.ts';

/** What a command of an administrator works with. */
export type Administration = { config: Config; db: Database; keyring: Keyring };

/** Runs a command on the database that the environment names, and ends with its exit code. */
export async function administer(run: (administration: Administration) => Promise<number>): Promise<void> {
  try {
    const config = readConfig();
    const database = await openDatabase(config, console.error);
    const { db, pool, close } = connectDatabase({ url: database.url, max: 2 });
    try {
      if (!(await isMigrated(pool))) {
        throw new EmbeddedDatabaseError(
          'The database is not at the version of this Wattle. Start the server once first.',
        );
      }
      process.exitCode = await run({ config, db, keyring: createKeyring(config.keys) });
    } finally {
      await close();
      await database.close();
    }
  } catch (error) {
    const known =
      error instanceof ConfigError || error instanceof EmbeddedDatabaseError || error instanceof SealError;
    console.error(known ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
