import { compose, type Application } from './compose.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { EmbeddedDatabaseError } from './db/embedded/cluster.ts';
import { MigrationError } from './db/migrations.ts';
import { openDatabase, type OpenDatabase } from './db/embedded/open.ts';
import { houseGuide, makeDemoHouse } from './demo/demo-house.ts';
import { shutDownOnSignal } from './shutdown.ts';
import { demoPassword, demoPeople, makeDemoPeople } from './demo/demo-people.ts';
import { rootName } from './demo/house-providers.ts';

const say = (line: string) => console.log(line);

function greet(config: Config): void {
  say(`\nWattle is at ${config.publicUrl}\n`);
  if (config.environment === 'prod') return;
  say(`Demo people, all with the password ${demoPassword}:`);
  for (const person of demoPeople) say(`  ${person.email.padEnd(26)} ${person.about}`);
  say(`Staff and 80 residents of ${rootName} follow within seconds, with the same password. Among them:`);
  for (const [email, about] of houseGuide) say(`  ${email.padEnd(44)} ${about}`);
  if (!config.smtpUrl) say(`\nMails are kept at ${config.publicUrl}/dev/outbox`);
}

async function serve(config: Config, database: OpenDatabase): Promise<void> {
  const application = await compose({ config, databaseUrl: database.url, log: say, logger: true });
  if (config.environment === 'development') await makeDemoPeople(application.services);
  await application.app.listen({ port: config.port, host: config.host });
  shutDownOnSignal({
    drain: application.drain,
    async close() {
      await application.close();
      await database.close();
    },
    drainSeconds: config.drainSeconds,
    log: say,
  });
  greet(config);
  if (config.environment === 'development') await fillDemoHouse(application);
}

/** After the greeting: the lists fill within seconds, and no start waits for them. */
async function fillDemoHouse({ services }: Application): Promise<void> {
  try {
    if (await makeDemoHouse(services)) say(`All of ${rootName} is there now.`);
  } catch (error) {
    say(`${rootName} is not complete; the next start goes on. ${(error as Error).message}`);
  }
}

/** What to tell the person who started the product: one sentence for what they can mend, everything for what they cannot. */
function complaint(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return 'Wattle cannot start: its port is taken. Set PORT to another one.';
  }
  const known = [ConfigError, EmbeddedDatabaseError, MigrationError].some((kind) => error instanceof kind);
  return known ? (error as Error).message : error;
}

let database: OpenDatabase | undefined;
try {
  const config = readConfig();
  database = await openDatabase(config, say);
  await serve(config, database);
} catch (error) {
  console.error(complaint(error));
  await database?.close();
  process.exit(1);
}
