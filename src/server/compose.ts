import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Services } from './pipeline/context.ts';
import { connectDatabase, databaseUnavailable } from './db/connect.ts';
import { migrate, plannedMigrations } from './db/migrate.ts';
import { MigrationError } from './db/migrations.ts';
import { requireTimeouts } from './db/pooler.ts';
import { databaseProbe } from './db/probe.ts';
import { tracedStatements } from './db/traced-statements.ts';
import { mayDeflate } from './db/sealing/may-deflate.ts';
import { createKeyring } from './db/sealing/seal.ts';
import { createPdfPool } from './documents/pdf-pool.ts';
import { checkDefinition } from '../domain/questionnaire/check-definition.ts';
import { catalogue } from '../domain/i18n/catalogue.ts';
import { webhookPath } from './features/billing/api.ts';
import { oldestCountChange } from './features/customers/api.ts';
import { countDrifts } from './features/billing/books/books-store.ts';
import { startBroadcast } from './features/notifications/broadcast.ts';
import { createHealth } from './http/health.ts';
import { createHttp } from './http/http.ts';
import { createOutageLog } from './http/outage-log.ts';
import { startJobsWhenWritable } from './jobs/start-when-writable.ts';
import {
  faultLog,
  type NoteFault,
  withFileFaults,
  withScanFaults,
  withMailFaults,
  withTextFaults,
} from './ports/fault-log.ts';
import { inSpan, type Part } from './ports/traces/port.ts';
import { tracedMailer, tracedPayments, tracedScan, tracedStore, tracedTexts } from './ports/traced-ports.ts';
import { createMetrics, type Metrics } from './process/metrics.ts';
import { outboxMailer } from './ports/mail/outbox.ts';
import { reachMailServer, smtpMailer } from './ports/mail/smtp.ts';
import { configuredStore } from './ports/object-store/configured.ts';
import { withPatience } from './ports/object-store/patience.ts';
import type { PaymentProvider } from './ports/payments/port.ts';
import type { StandIn, StandInOptions } from './ports/payments/stand-in/stand-in.ts';
import { watchedPayments } from './ports/payments/watched.ts';
import { httpTextMessages } from './ports/text-messages/http.ts';
import { outboxTextMessages } from './ports/text-messages/outbox.ts';
import { clamdScan } from './ports/virus-scan/clamd.ts';
import { reachGateway } from './ports/text-messages/reach.ts';
import { watchServices, type ServiceWatch } from './process/service-watch.ts';
import { watchedServices } from './process/watched-services.ts';
import { holdJobs, holdStore } from './installation/hold.ts';
import { watchInstallation } from './installation/watch-installation.ts';
import { codeOf } from './jobs/queue.ts';
import { noVirusScan } from './ports/virus-scan/none.ts';
import { boundedRefusals } from './pipeline/audit/access-denied-log.ts';
import { createSecrets, findOrMakeRootKey } from './db/sealing/secrets.ts';
import type { WriteLine } from './ports/write-line.ts';

export type ComposeOptions = {
  config: Config;
  databaseUrl: string | (() => string);
  log: WriteLine;
  clock?: () => Date;
  logger?: boolean;
  requestsPerMinute?: number;
};

/**
 * The assembled product, ready to listen. `drain` makes it not ready while it still serves; `close` lets running requests and
 * jobs finish first.
 */
export type Application = {
  app: FastifyInstance;
  services: Services;
  pool: pg.Pool;
  metrics: Metrics;
  /** Starts the check, every 15 seconds, whether the required outside services respond. */
  watchServices: () => void;
  drain: () => void;
  close: () => Promise<void>;
};

/** Connections reserved for the emergency page, so that no other load delays a paramedic (fault 24). */
const emergencyConnections = 3;

/** Timeout in milliseconds for these when the database does not respond: the page with the telephone number must appear soon. */
const emergencyTimeoutMs = 3_000;

/**
 * Returns the payment company, or outside production the stand-in with the same calls. Also if taking payments is turned off:
 * existing payment plans continue there, so they must be read, and can be stopped. Its library is loaded only when it is used.
 */
async function paymentsOf(
  { payments, environment }: Config,
  standInOptions: StandInOptions,
): Promise<{ provider: PaymentProvider | null; standIn: StandIn | null }> {
  if (!payments.stripe && environment === 'prod') return { provider: null, standIn: null };
  const { clock, log } = standInOptions;
  const { stripeProvider } = await import('./ports/payments/stripe.ts');
  if (payments.stripe) return { provider: stripeProvider({ ...payments.stripe, clock }), standIn: null };
  const { startStandIn } = await import('./ports/payments/stand-in/stand-in.ts');
  try {
    const standIn = await startStandIn(standInOptions);
    const { secretKey, publishableKey, webhookSecret, host, port } = standIn;
    const keys = { secretKey, publishableKey, webhookSecrets: [webhookSecret] };
    return { provider: stripeProvider({ ...keys, clock, standIn: { host, port } }), standIn };
  } catch (error) {
    if (!databaseUnavailable(error)) throw error;
    log('Payment is off until the next start: its stand-in cannot write to the database.');
    return { provider: null, standIn: null };
  }
}

/** Interval at which the stand-in checks for renewals, in milliseconds. The payment company does this itself. */
const standInMs = 60_000;

const renew = (standIn: StandIn, clock: () => Date, log: WriteLine): Promise<void> =>
  standIn.runDue(clock()).then(
    () => {},
    (error: unknown) => log(`Renewals of the payment stand-in wait (${(error as Error).name}).`),
  );

const pdfPart: Part = { name: 'make a PDF', kind: 'internal', facts: {} };

/** Creates the collector of traces; undefined, without loading its library, if no collector is configured. */
async function tracesOf({ traces }: Config, log: WriteLine, metrics: Metrics) {
  if (!traces) return undefined;
  const { openTelemetry } = await import('./ports/traces/open-telemetry.ts');
  return openTelemetry({ traces, log, dropped: metrics.spansDropped });
}

async function requireMigrated(url: string): Promise<void> {
  const names = (await plannedMigrations({ url })).map(({ name }) => name);
  if (names.length > 0)
    throw new MigrationError(`The database lacks ${names.join(', ')}. Run "npm run migrate" first.`);
}

/** Chooses every adapter and assembles the product: the only file that knows which database, mailer and PDF engine are used. */
export async function compose(options: ComposeOptions): Promise<Application> {
  const { config, log } = options;
  const problems = checkDefinition(catalogue);
  if (problems.length > 0) throw new Error(`The questionnaire is not consistent:\n${problems.join('\n')}`);

  if (config.environment === 'prod' && !config.clamd)
    log('Files are not scanned for viruses, because CLAMD_ADDRESS is not set.');

  const metrics = createMetrics();
  const trace = await tracesOf(config, log, metrics);
  const around = trace && tracedStatements(trace);
  const main = connectDatabase({ url: options.databaseUrl, log, around });
  const reserved = connectDatabase({
    url: options.databaseUrl,
    log,
    around,
    max: emergencyConnections,
    timeoutMs: emergencyTimeoutMs,
  });
  const directUrl = config.databaseDirectUrl ?? options.databaseUrl;
  await requireTimeouts([main.pool, reserved.pool]);
  const url = typeof directUrl === 'function' ? directUrl() : directUrl;
  if (config.migrateAtStart) await migrate({ url, log });
  else await requireMigrated(url);

  const keyring = createKeyring(config.keys, { deflates: await mayDeflate(main.db) });
  const secrets = createSecrets(await findOrMakeRootKey(main.db, keyring));
  const pdf = createPdfPool({ log });
  const broadcast = startBroadcast({ url: directUrl, log });
  metrics.watchPool('main', main.pool);
  metrics.watchPool('emergency', reserved.pool);
  const logFault = faultLog(log);
  const noteFault: NoteFault = (service, kind) => {
    logFault(service, kind);
    metrics.outsideFault(service, kind);
  };
  const handOver = config.smtpUrl ? smtpMailer(config) : outboxMailer(main.db);
  const mailer = tracedMailer(withMailFaults(handOver, noteFault), trace);
  const clock = options.clock ?? (() => new Date());
  let deliver: StandInOptions['deliver'] = async () => 503;
  const { provider, standIn } = await paymentsOf(config, {
    db: main.db,
    clock,
    log,
    deliver: (body, headers) => deliver(body, headers),
  });
  const store = withPatience(await configuredStore(config));
  const installation = await watchInstallation({ db: main.db, store, log });
  const scan = config.clamd ? clamdScan(config.clamd) : noVirusScan;
  const payments =
    provider && watchedPayments(tracedPayments(provider, trace), (kind) => noteFault('payment', kind));
  const textMessages = config.smsUrl ? httpTextMessages(config) : outboxTextMessages(main.db);
  let wake = () => {};
  let write: (details: object, message: string, level: 'info' | 'warn' | 'error') => void = () => {};
  const services: Services = {
    config,
    db: main.db,
    emergencyDb: reserved.db,
    keyring,
    secrets,
    clock,
    trace,
    makePdf: (document, how) => inSpan(trace, pdfPart, () => pdf.makePdf(document, how)),
    textMessages: tracedTexts(withTextFaults(textMessages, noteFault), trace),
    objectStore: holdStore(tracedStore(withFileFaults(store, noteFault), trace), installation),
    virusScan: tracedScan(withScanFaults(scan, noteFault), trace),
    payments: installation.isInUse() ? payments : null,
    eventsWaiting: () => wake(),
    onNews: broadcast.onNews,
    whenInUse: installation.whenInUse,
    accessRefused: boundedRefusals((details, message) => write(details, message, 'warn')),
  };
  if (!installation.isInUse())
    void installation.whenInUse.then(() => {
      services.payments = payments;
    });
  const jobs = await holdJobs(installation, {
    start: () => startJobsWhenWritable({ services, mailer, pool: main.pool, log }),
    log: (error) => log(`The jobs could not be started (${codeOf(error)}).`, 'error'),
    close: () => mailer.close(),
  });
  // The relay's work is not a part of the request that wakes it.
  wake = trace ? () => trace.outside(() => jobs.wake()) : () => jobs.wake();
  metrics.watchQueues(() => jobs.queues());
  metrics.watchInstallation(() => installation.isInUse());
  metrics.watchDrifts(() => countDrifts(main.db));
  metrics.watchCountChanges(() => oldestCountChange(main.db));

  let watch: ServiceWatch | undefined;

  const outages = createOutageLog((details, message, level) => write(details, message, level));
  const health = createHealth(databaseProbe(reserved.pool), outages);
  metrics.watchReadiness(async () => (await health.readiness()).ok);
  const app = await createHttp(services, {
    logger: options.logger ?? false,
    health,
    outages,
    metrics,
    requestsPerMinute: options.requestsPerMinute ?? 600,
  });
  write = (details, message, level) => app.log[level](details, message);
  standIn?.registerBrowserRoutes(app);
  deliver = async (payload, headers) =>
    (await app.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode;
  const due = standIn && setInterval(() => void renew(standIn, clock, log), standInMs);
  due?.unref();
  return {
    app,
    services,
    pool: main.pool,
    metrics,
    watchServices() {
      watch ??= watchServices({
        services: watchedServices(config, {
          ...{ pool: main.pool, store, scan, mayWrite: installation.isInUse },
          ...{ reachMailServer, reachGateway },
        }),
        log,
      });
      metrics.watchServices(() => watch?.states() ?? []);
    },
    drain: () => health.drain(),
    async close() {
      health.drain();
      watch?.stop();
      clearInterval(due ?? undefined);
      await app.close();
      await broadcast.close();
      await jobs.stop();
      await standIn?.close();
      await pdf.close();
      await reserved.close();
      await main.close();
      await trace?.stop();
    },
  };
}
