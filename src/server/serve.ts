import { compose, type Application } from './compose.ts';
import { environmentOf, readConfig, type Config } from './config.ts';
import { removeMadeKeys } from './config/local-keys.ts';
import { SealError } from './db/sealing/seal.ts';
import { openDatabase, type OpenDatabase } from './db/embedded/open.ts';
import { houseGuide, makeDemoHouse } from './demo/demo-house.ts';
import { demoPassword, demoPeople, makeDemoPeople } from './demo/demo-people.ts';
import { rootName } from './demo/house/house-providers.ts';
import { errorSummary } from './graphql/errors.ts';
import { serveMetrics } from './process/metrics-server.ts';
import { createOperatorLog, logFaults } from './process/operator-log.ts';
import { shutDownOnSignal } from './process/shutdown.ts';
import { checkPort, sealProblem, startProblem } from './process/start-problem.ts';

function greet(config: Config, say: (line: string) => void): void {
  say(`\nWattle is at ${config.publicUrl}\n`);
  if (config.environment === 'prod') return;
  say(`Demo people, all with the password ${demoPassword}:`);
  for (const person of demoPeople) say(`  ${person.email.padEnd(26)} ${person.about}`);
  say(`Staff and 80 residents of ${rootName} follow within seconds, with the same password. Among them:`);
  for (const [email, about] of houseGuide) say(`  ${email.padEnd(44)} ${about}`);
  if (!config.smtpUrl) say(`\nMails are kept at ${config.publicUrl}/dev/outbox`);
}

async function serve(config: Config, database: OpenDatabase, say: (line: string) => void): Promise<void> {
  const application = await compose({ config, databaseUrl: database.url, log: say, logger: true });
  if (config.environment === 'development') await makeDemoPeople(application.services);
  if (config.metrics) await serveMetrics(application.metrics, config.metrics);
  application.watchServices();
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
  greet(config, say);
  if (config.environment === 'development') await fillDemoHouse(application, say);
}

/** Fills the demo house after the start message: this takes seconds, and no start waits for it. */
async function fillDemoHouse({ services }: Application, say: (line: string) => void): Promise<void> {
  try {
    if (await makeDemoHouse(services)) say(`All of ${rootName} is there now.`);
  } catch (error) {
    say(`${rootName} is not complete; the next start goes on. ${(error as Error).message}`);
  }
}

let log = createOperatorLog('development');
let database: OpenDatabase | undefined;
try {
  log = createOperatorLog(environmentOf(process.env));
  logFaults(log);
  const config = readConfig();
  await checkPort(config.port, config.host);
  if (config.metrics) await checkPort(config.metrics.port, config.metrics.host, 'METRICS_');
  database = await openDatabase(config, log.say);
  await serve(config, database, log.say);
} catch (error) {
  const sentence = error instanceof SealError ? sealProblem(error, removeMadeKeys()) : startProblem(error);
  if (sentence === undefined) log.fatal('Wattle cannot start: a fault.', { err: errorSummary(error) });
  else log.fatal(sentence);
  await database?.close();
  process.exit(1);
}
