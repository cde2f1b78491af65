import { compose, type Application } from './compose.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { EmbeddedDatabaseError } from './db/cluster.ts';
import { startEmbedded, type EmbeddedDatabase } from './db/embedded.ts';
import { demoPassword, demoPeople, makeDemoPeople } from './demo-people.ts';

const say = (line: string) => console.log(line);

/** Seconds that running requests get to end after SIGTERM. */
const graceSeconds = 20;

async function openDatabase(config: Config): Promise<{ url: string | (() => string); embedded: EmbeddedDatabase | null }> {
  if (config.databaseUrl) return { url: config.databaseUrl, embedded: null };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: say });
  return { url: () => embedded.url(), embedded };
}

function stopOn(application: Application, embedded: EmbeddedDatabase | null): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), graceSeconds * 1000).unref();
    await application.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

function greet(config: Config): void {
  say(`\nWattle is at ${config.publicUrl}\n`);
  if (config.environment === 'prod') return;
  say(`Demo people, all with the password ${demoPassword}:`);
  for (const person of demoPeople) say(`  ${person.email.padEnd(26)} ${person.about}`);
  if (!config.smtpUrl) say(`\nMails are kept at ${config.publicUrl}/dev/outbox`);
}

async function start(): Promise<void> {
  const config = readConfig();
  const { url, embedded } = await openDatabase(config);
  const application = await compose({ config, databaseUrl: url, log: say, logger: true });
  stopOn(application, embedded);
  if (config.environment === 'development') await makeDemoPeople(application.services);
  await application.app.listen({ port: config.port, host: config.host });
  greet(config);
}

try {
  await start();
} catch (error) {
  const known = error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(inUse ? 'Wattle cannot start: its port is taken. Set PORT to another one.' : known ? (error as Error).message : error);
  process.exit(1);
}
