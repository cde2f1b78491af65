import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Services } from './pipeline/context.ts';
import { connectDatabase } from './db/connect.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { createKeyring } from './db/seal.ts';
import { createPdfPool } from './documents/pdf-pool.ts';
import { checkDefinition } from '../domain/questionnaire/check-definition.ts';
import { catalogue } from '../domain/i18n/catalogue.ts';
import { startBroadcast } from './features/notifications/broadcast.ts';
import { createHttp } from './http/http.ts';
import { startJobs } from './jobs/jobs.ts';
import { outboxMailer } from './ports/mail/outbox.ts';
import { smtpMailer } from './ports/mail/smtp.ts';
import { httpTextMessages } from './ports/text-messages/http.ts';
import { outboxTextMessages } from './ports/text-messages/outbox.ts';
import { boundedRefusals } from './pipeline/access-denied-log.ts';
import { createSecrets, findOrMakeRootKey } from './db/secrets.ts';

export type ComposeOptions = {
  config: Config;
  databaseUrl: string | (() => string);
  log: (message: string) => void;
  clock?: () => Date;
  logger?: boolean;
  requestsPerMinute?: number;
};

/** The product, put together and ready to listen. `close` lets running requests and jobs end first. */
export type Application = {
  app: FastifyInstance;
  services: Services;
  pool: pg.Pool;
  close: () => Promise<void>;
};

/** Connections of the emergency page alone, so that no other load keeps a paramedic waiting (fault 24). */
const emergencyConnections = 3;

/**
 * Chooses every adapter and puts the product together: the only file that knows which database, mailer and PDF engine it has.
 */
export async function compose(options: ComposeOptions): Promise<Application> {
  const { config, log } = options;
  const problems = checkDefinition(catalogue);
  if (problems.length > 0)
    throw new Error(`The questionnaire does not hold together:\n${problems.join('\n')}`);

  const main = connectDatabase({ url: options.databaseUrl, log });
  const reserved = connectDatabase({ url: options.databaseUrl, log, max: emergencyConnections });
  await migrate({
    url: typeof options.databaseUrl === 'function' ? options.databaseUrl() : options.databaseUrl,
    log,
  });

  const keyring = createKeyring(config.keys);
  const secrets = createSecrets(await findOrMakeRootKey(main.db, keyring));
  const pdf = createPdfPool({ log });
  const broadcast = startBroadcast({ url: options.databaseUrl, log });
  const mailer = config.smtpUrl ? smtpMailer(config) : outboxMailer(main.db);
  let wake = () => {};
  let warn: (details: object, message: string) => void = () => {};
  const services: Services = {
    config,
    db: main.db,
    emergencyDb: reserved.db,
    keyring,
    secrets,
    clock: options.clock ?? (() => new Date()),
    makePdf: (document, how) => pdf.makePlanPdf(document, how),
    textMessages: config.smsUrl ? httpTextMessages(config) : outboxTextMessages(main.db),
    eventsWaiting: () => wake(),
    onNews: broadcast.onNews,
    accessRefused: boundedRefusals((details, message) => warn(details, message)),
  };
  const jobs = await startJobs({ services, mailer, pool: main.pool, log });
  wake = () => jobs.wake();

  const app = await createHttp(services, {
    logger: options.logger ?? false,
    isReady: () => isMigrated(main.pool),
    requestsPerMinute: options.requestsPerMinute ?? 600,
  });
  warn = (details, message) => app.log.warn(details, message);
  return {
    app,
    services,
    pool: main.pool,
    async close() {
      await app.close();
      await broadcast.close();
      await jobs.stop();
      await pdf.close();
      await reserved.close();
      await main.close();
    },
  };
}
