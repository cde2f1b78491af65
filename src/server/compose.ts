import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Services } from './pipeline/context.ts';
import { databaseUnavailable } from './db/connection/connect.ts';
import { countRest } from './db/partitions/partitions.ts';
import { openDatabase } from './db/open-database.ts';
import { mayDeflate } from './db/sealing/may-deflate.ts';
import { createKeyring } from './db/sealing/seal.ts';
import { createPdfPool } from './documents/pdf-process/pdf-pool.ts';
import { subjectOf } from '../domain/billing/payment-company/event-kinds.ts';
import { checkDefinition } from '../domain/questionnaire/check-definition.ts';
import { catalogue } from '../domain/i18n/catalogue.ts';
import { webhookPath } from './features/billing/api.ts';
import { oldestCountChange } from './features/customers/api.ts';
import { countDrifts } from './features/billing/books/books-store.ts';
import { startBroadcast } from './features/notifications/broadcast.ts';
import { openHttp, type HttpLater } from './http/open-http.ts';
import type { Jobs } from './jobs/jobs.ts';
import { nightlyTaskNames } from './jobs/nightly/nightly-work.ts';
import { startJobsWhenWritable } from './jobs/start-when-writable.ts';
import {
  faultLog,
  type NoteFault,
  withFileFaults,
  withScanFaults,
  withMailFaults,
  withTextFaults,
} from './ports/fault-log.ts';
import { inSpan, type Part, type Trace } from './ports/traces/port.ts';
import {
  tracedCare,
  tracedMailer,
  tracedPayments,
  tracedScan,
  tracedStore,
  tracedTexts,
} from './ports/traced-ports.ts';
import { createHandOvers, type HandOvers } from './process/services/hand-overs.ts';
import { createMetrics, type Metrics } from './process/metrics.ts';
import { outboxMailer } from './ports/mail/outbox.ts';
import { reachMailServer, smtpMailer } from './ports/mail/smtp.ts';
import { configuredStore } from './ports/object-store/configured.ts';
import { withPatience } from './ports/object-store/patience.ts';
import { guardedFetch } from './ports/outgoing/guarded-fetch.ts';
import { openCareOf } from './ports/residential-care/open-care.ts';
import type { CareStandIn } from './ports/residential-care/stand-in/stand-in.ts';
import type { PaymentProvider } from './ports/payments/port.ts';
import type { StandIn, StandInOptions } from './ports/payments/stand-in/stand-in.ts';
import { watchedPayments } from './ports/payments/watched.ts';
import { httpTextMessages } from './ports/text-messages/http.ts';
import { outboxTextMessages } from './ports/text-messages/outbox.ts';
import { clamdScan } from './ports/virus-scan/clamd.ts';
import { reachGateway } from './ports/text-messages/reach.ts';
import { createServiceWatch } from './process/services/start-service-watch.ts';
import type { ServerState } from './process/server-state.ts';
import { holdCare, holdJobs, holdStore } from './installation/hold.ts';
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
  /** The simulated residential-care system, for tests; null in production. */
  careStandIn: CareStandIn | null;
  /** Starts the check, every 15 seconds, whether the required outside services respond. */
  watchServices: () => void;
  drain: () => void;
  close: () => Promise<void>;
};

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
  const { stripeProvider } = await import('./ports/payments/stripe/stripe.ts');
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

const pdfPart: Part = { name: 'make a PDF', kind: 'internal', facts: {} };

/** Creates the collector of traces; undefined, without loading its library, if no collector is configured. */
async function tracesOf({ traces }: Config, log: WriteLine, metrics: Metrics) {
  if (!traces) return undefined;
  const { openTelemetry } = await import('./ports/traces/open-telemetry.ts');
  return openTelemetry({ traces, log, dropped: metrics.spansDropped });
}

/** Warns of an incomplete configuration. @throws Error when the questionnaire is inconsistent */
function checkStart({ config, log }: ComposeOptions): void {
  const problems = checkDefinition(catalogue);
  if (problems.length > 0) throw new Error(`The questionnaire is not consistent:\n${problems.join('\n')}`);
  if (config.environment === 'prod' && !config.clamd)
    log('Files are not scanned for viruses, because CLAMD_ADDRESS is not set.');
}

type PortOptions = StandInOptions & {
  metrics: Metrics;
  handOvers: HandOvers;
  trace: Trace | undefined;
};

/** Chooses the adapters of all outside services. Calls to them are traced; their faults are logged and counted. */
async function choosePorts(config: Config, { metrics, handOvers, trace, ...standInOptions }: PortOptions) {
  const { db, log } = standInOptions;
  const logFault = faultLog(log);
  const noteFault: NoteFault = (service, kind) => {
    logFault(service, kind);
    metrics.outsideFault(service, kind);
    handOvers.failed(service, kind);
  };
  const { succeeded } = handOvers;
  const handOver = config.smtpUrl ? smtpMailer(config) : outboxMailer(db);
  const mailer = tracedMailer(withMailFaults(handOver, noteFault, succeeded), trace);
  const { provider, standIn } = await paymentsOf(config, standInOptions);
  const store = withPatience(await configuredStore(config));
  const installation = await watchInstallation({ db, store, log });
  const scan = config.clamd ? clamdScan(config.clamd) : noVirusScan;
  const textMessages = config.smsUrl ? httpTextMessages(config) : outboxTextMessages(db);
  const { care, careStandIn } = await openCareOf(config.environment, residentsOfDemo);
  return {
    ...{ mailer, standIn, careStandIn },
    residentialCare: holdCare(tracedCare(care, trace), installation),
    installation,
    /** The store and the scanner themselves, for checks whether they respond. */
    ...{ store, scan },
    payments:
      provider &&
      watchedPayments(
        tracedPayments(provider, trace),
        (kind) => noteFault('payment', kind),
        () => succeeded('payment'),
      ),
    textMessages: tracedTexts(withTextFaults(textMessages, noteFault, succeeded), trace),
    objectStore: holdStore(tracedStore(withFileFaults(store, noteFault, succeeded), trace), installation),
    outgoing: guardedFetch({ allowedHosts: config.environment === 'prod' ? [] : thisMachine }),
    virusScan: tracedScan(withScanFaults(scan, noteFault, succeeded), trace),
  };
}

/** Loads the residents of the simulated residential-care system. */
const residentsOfDemo = async () => (await import('./demo/care-residents.ts')).careResidents;

/** Hosts on this machine, which an organisation's address may name only outside production. */
const thisMachine = ['localhost', '127.0.0.1'];

type Ports = Awaited<ReturnType<typeof choosePorts>>;

/** Starts the jobs once the database is known to be the one in use. */
const startHeldJobs = ({ installation, mailer }: Ports, services: Services, pool: pg.Pool, log: WriteLine) =>
  holdJobs(installation, {
    start: () => startJobsWhenWritable({ services, mailer, pool, log }),
    log: (error) => log(`The jobs could not be started (${codeOf(error)}).`, 'error'),
    close: () => mailer.close(),
  });

/** Shows the work after commits in the metrics. */
function watchWork(
  metrics: Metrics,
  { db, jobs, installation }: { db: Services['db']; jobs: Jobs } & Pick<Ports, 'installation'>,
): void {
  metrics.watchQueues(() => jobs.queues());
  metrics.watchInstallation(() => installation.isInUse());
  metrics.watchDrifts(() => countDrifts(db));
  metrics.watchCountChanges(() => oldestCountChange(db));
  metrics.watchRest(() => countRest(db));
}

/** Functions of parts that start later than those that call them. */
type Later = {
  wake: () => void;
  deliver: StandInOptions['deliver'];
} & HttpLater &
  Pick<ServerState, 'queues'>;

/** Chooses every adapter and assembles the product: the only file that knows which database, mailer and PDF engine are used. */
export async function compose(options: ComposeOptions): Promise<Application> {
  const { config, log } = options;
  checkStart(options);
  const metrics = createMetrics();
  const trace = await tracesOf(config, log, metrics);
  const { main, reserved, directUrl, replica } = await openDatabase(options, trace);
  const keyring = createKeyring(config.keys, { deflates: await mayDeflate(main.db) });
  const secrets = createSecrets(await findOrMakeRootKey(main.db, keyring));
  const pdf = createPdfPool({ log });
  const broadcast = startBroadcast({ url: directUrl, log });
  metrics.watchPool('main', main.pool);
  metrics.watchPool('emergency', reserved.pool);
  metrics.watchReplica(replica);
  const clock = options.clock ?? (() => new Date());
  const later: Later = {
    ...{ wake: () => {}, write: () => {}, deliver: async () => 503 },
    ...{ queues: async () => [], readiness: async () => ({ ok: true, database: 'ok' }) },
  };
  const handOvers = createHandOvers();
  const standInOptions: StandInOptions = {
    ...{ db: main.db, clock, log },
    deliver: (body, headers) => later.deliver(body, headers),
    isEnabled: (type) => subjectOf(type) !== null,
  };
  const ports = await choosePorts(config, { ...standInOptions, metrics, handOvers, trace });
  const { installation, standIn, payments, textMessages, objectStore, virusScan, outgoing } = ports;
  const { residentialCare, careStandIn, store, scan } = ports;
  const mayWrite = installation.isInUse;
  const reached = { pool: main.pool, store, scan, mayWrite, reachMailServer, reachGateway };
  const watch = createServiceWatch(options, reached);
  const state: ServerState = {
    ...{ services: watch.facts, handOvers: handOvers.states, pdf: () => pdf.state() },
    ...{ isInUse: installation.isInUse, nightlyTasks: nightlyTaskNames },
    ...{ queues: () => later.queues(), readiness: () => later.readiness() },
  };
  const services: Services = {
    state,
    ...{ config, keyring, secrets, clock, trace, textMessages, objectStore, virusScan },
    ...{ db: main.db, emergencyDb: reserved.db, replica, outgoing, residentialCare },
    hasSimulatedCare: careStandIn !== null,
    makePdf: (document, how) => inSpan(trace, pdfPart, () => pdf.makePdf(document, how)),
    payments: installation.isInUse() ? payments : null,
    eventsWaiting: () => later.wake(),
    onNews: broadcast.onNews,
    whenInUse: installation.whenInUse,
    accessRefused: boundedRefusals((details, message) => later.write(details, message, 'warn')),
  };
  if (!installation.isInUse()) void installation.whenInUse.then(() => (services.payments = payments));
  const jobs = await startHeldJobs(ports, services, main.pool, log);
  // The relay's work is not a part of the request that wakes it.
  later.wake = trace ? () => trace.outside(() => jobs.wake()) : () => jobs.wake();
  later.queues = jobs.queues;
  watchWork(metrics, { db: main.db, jobs, installation });
  const { app, health } = await openHttp(services, options, reserved.pool, { metrics, later });
  standIn?.registerBrowserRoutes(app);
  later.deliver = async (payload, headers) =>
    (await app.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode;
  standIn?.runEachMinute();
  return {
    app,
    services,
    pool: main.pool,
    ...{ metrics, careStandIn },
    watchServices: () => watch.start(metrics),
    drain: () => health.drain(),
    async close() {
      health.drain();
      watch.stop();
      await app.close();
      await broadcast.close();
      await jobs.stop();
      await standIn?.close();
      await careStandIn?.close();
      await pdf.close();
      await replica?.close();
      await reserved.close();
      await main.close();
      await trace?.stop();
    },
  };
}
