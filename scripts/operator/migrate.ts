// npm run migrate: migrates the database to this version without starting the server. With --check, lists pending migrations.
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { EmbeddedDatabaseError } from '../../src/server/db/embedded/cluster.ts';
import { openDatabase } from '../../src/server/db/embedded/open.ts';
import { migrate, plannedMigrations } from '../../src/server/db/migrate.ts';
import { MigrationError, type Migration } from '../../src/server/db/migrations.ts';

const describe = ({ name, compatibleFrom }: Migration): string =>
  compatibleFrom === 0
    ? name
    : `${name}  (servers whose newest migration is before ${String(compatibleFrom).padStart(4, '0')} stop being ready)`;

async function check(url: string): Promise<number> {
  const planned = await plannedMigrations({ url });
  if (planned.length === 0) console.log('The database is at this version.');
  else console.log(['To run:', ...planned.map((migration) => `  ${describe(migration)}`)].join('\n'));
  return planned.length === 0 ? 0 : 1;
}

async function apply(url: string): Promise<number> {
  const ran = await migrate({ url, log: (line) => console.log(line) });
  if (ran.length === 0) console.log('The database is at this version.');
  return 0;
}

const [option, ...more] = process.argv.slice(2);
if ((option !== undefined && option !== '--check') || more.length > 0) {
  console.error('Usage: npm run migrate [-- --check]');
  process.exitCode = 1;
} else {
  try {
    const config = readConfig();
    const database = await openDatabase(config, console.error);
    try {
      process.exitCode = await (option ? check : apply)(config.databaseDirectUrl ?? database.url());
    } finally {
      await database.close();
    }
  } catch (error) {
    const known = [ConfigError, EmbeddedDatabaseError, MigrationError].some((kind) => error instanceof kind);
    console.error(known ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
