import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Language } from '../domain/i18n/texts.ts';
import { bucketOf, type Bucket } from './config/bucket.ts';
import { localKeys } from './config/local-keys.ts';
import type { SealingKey } from './db/sealing/seal.ts';
import { paymentsOf, type Payments } from './config/payments.ts';
import { chineseNames } from './config/operator-names.ts';
import { tracesOf, type Traces } from './config/traces.ts';
import { problemsTogether, type Problem } from './config/together.ts';
import {
  projectRoot,
  requiredInProduction,
  schemaFor,
  type Environment,
  type Variables,
} from './config/variables.ts';

/** The server's configuration. Read once at start-up, never changed. */
export interface Config {
  readonly environment: Environment;
  /** The folder with package.json. */
  readonly root: string;
  readonly port: number;
  readonly host: string;
  /** Address of the metrics; undefined: not served. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Where traces of requests and jobs are sent; without it none are collected. */
  readonly traces: Traces | undefined;
  /** The public address of the product, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /**
   * The same database without a pooler, for work that needs a connection of its own (LISTEN, migrations, locks); undefined:
   * databaseUrl.
   */
  readonly databaseDirectUrl: string | undefined;
  /** A replica of the database, for the emergency page while the primary does not answer; undefined: none. */
  readonly replica: { readonly url: string; readonly processes: number } | undefined;
  /** Whether the start migrates the database to this version; otherwise `npm run migrate` must run before. */
  readonly migrateAtStart: boolean;
  /** Seconds to serve while not ready, before the server closes. */
  readonly drainSeconds: number;
  /** Sealing keys, the current one first. */
  readonly keys: readonly SealingKey[];
  /** Undefined: mail goes to the outbox page. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Undefined: text messages go to the outbox page. */
  readonly smsUrl: string | undefined;
  readonly smsToken: string;
  /** The sender of text messages: a number, or a name of at most eleven characters. */
  readonly smsFrom: string;
  /** Storage for the bytes of files. Undefined: the data folder. */
  readonly s3: Bucket | undefined;
  /** ClamAV's daemon. Undefined: files are not scanned. */
  readonly clamd: { readonly host: string; readonly port: number } | undefined;
  readonly payments: Payments;
  readonly help: {
    readonly phone: string;
    readonly hours: Readonly<Record<Language, string>>;
    readonly email: string;
  };
  /** Named in the consent texts. */
  readonly company: {
    readonly name: string;
    readonly abn: string;
    readonly address: string;
    /** The account for bank transfers, on invoices of providers. Undefined: they say whom to ask. */
    readonly bankDetails: string | undefined;
    readonly privacyEmail: string;
    readonly privacyOfficer: string;
    readonly hostingPlace: string;
    readonly paymentCompany: string;
    readonly smsCompany: string;
    readonly mailCompany: string;
    readonly overseasCountries: string;
    /** Names with their own Chinese form. */
    readonly zh: ReturnType<typeof chineseNames>;
  };
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted; empty for none. */
  readonly trustProxy: readonly string[];
  readonly homeUrl: string;
  /** The only system administrator with access to the pages for old files in production (SUPER-02). */
  readonly superAdminEmail: string | undefined;
  readonly links: {
    readonly advanceCarePlanning: string;
    readonly healthRecord: string;
    readonly organDonor: string;
  };
}

/** The environment is invalid. The message names every faulty variable and contains no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The faulty variables. */
  readonly variables: readonly string[];

  constructor(message: string, variables: readonly string[] = []) {
    super(message);
    this.variables = variables;
  }
}

/** Returns the environment's name; production by default. @throws ConfigError */
export function environmentOf(variables: Variables): Environment {
  const named = variables['APP_ENV']?.trim() || 'prod';
  if (named === 'prod' || named === 'production') return 'prod';
  if (named === 'development' || named === 'test') return named;
  throw new ConfigError('Wattle cannot start. APP_ENV must be prod, development or test.', ['APP_ENV']);
}

function complaint(
  environment: Environment,
  issues: readonly z.core.$ZodIssue[],
  together: readonly Problem[],
  given: Variables,
): ConfigError {
  const named = issues.map((issue) => ({ name: String(issue.path[0]), words: issue.message }));
  const missing = new Set(named.map(({ name }) => name).filter((name) => given[name] === undefined));
  // If a variable has several problems, the first one is reported.
  const wrong = new Map(
    [...named, ...together]
      .filter(({ name }) => !missing.has(name))
      .toReversed()
      .map(({ name, words }) => [name, words]),
  );
  const lines = [
    environment === 'prod'
      ? 'Wattle cannot start in production (APP_ENV is unset or "prod").'
      : 'Wattle cannot start.',
  ];
  if (missing.size > 0) lines.push('Missing environment variables:');
  for (const name of missing) lines.push(`  ${name}  (${requiredInProduction[name] ?? 'required'})`);
  if (wrong.size > 0) lines.push('Wrong environment variables:');
  for (const [name, words] of wrong) lines.push(`  ${name} ${words}`);
  if (environment === 'prod' && missing.size > 0)
    lines.push('To try Wattle on this machine, use "npm start".');
  return new ConfigError(lines.join('\n'), [...missing, ...wrong.keys()]);
}

function keysIn(dataDir: string): SealingKey[] {
  try {
    return localKeys(dataDir);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function freeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
    for (const part of Object.values(value)) freeze(part);
    Object.freeze(value);
  }
  return value;
}

const replicaOf = (env: z.output<ReturnType<typeof schemaFor>>): Config['replica'] =>
  env.DATABASE_REPLICA_URL === undefined
    ? undefined
    : { url: env.DATABASE_REPLICA_URL, processes: env.SERVER_PROCESSES ?? 1 };

const companyOf = (env: z.output<ReturnType<typeof schemaFor>>, given: Variables): Config['company'] => ({
  name: env.COMPANY_NAME,
  abn: env.COMPANY_ABN,
  address: env.COMPANY_ADDRESS,
  bankDetails: env.BANK_DETAILS,
  privacyEmail: env.PRIVACY_EMAIL,
  privacyOfficer: env.PRIVACY_OFFICER,
  hostingPlace: env.HOSTING_PLACE,
  paymentCompany: env.PAYMENT_COMPANY,
  smsCompany: env.SMS_COMPANY,
  mailCompany: env.MAIL_COMPANY,
  overseasCountries: env.OVERSEAS_COUNTRIES,
  zh: chineseNames(given),
});

/**
 * Reads the environment. An empty variable counts as unset. Outside production the sealing keys are made on first use and stored
 * in the data folder.
 * @throws ConfigError
 */
export function readConfig(variables: Variables = process.env): Config {
  const environment = environmentOf(variables);
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = schemaFor(environment, given).safeParse(given);
  const together = problemsTogether(environment, given);
  if (!parsed.success || together.length > 0)
    throw complaint(environment, parsed.error?.issues ?? [], together, given);
  const env = parsed.data;

  const publicUrl = withoutSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  const dataDir = resolve(env.WATTLE_DATA_DIR);
  return freeze({
    environment,
    root: projectRoot,
    port: env.PORT,
    host: env.HOST,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    traces: tracesOf(env),
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    replica: replicaOf(env),
    migrateAtStart: env.MIGRATE_AT_START === 'true',
    drainSeconds: env.DRAIN_SECONDS,
    keys: env.WATTLE_KEYS ?? keysIn(dataDir),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    smsUrl: env.SMS_URL,
    smsToken: env.SMS_TOKEN,
    smsFrom: env.SMS_FROM,
    s3: bucketOf(env),
    clamd: env.CLAMD_ADDRESS,
    payments: paymentsOf(env),
    help: {
      phone: env.HELP_PHONE,
      hours: { en: env.HELP_HOURS, zh: env.HELP_HOURS_ZH },
      email: env.HELP_EMAIL,
    },
    company: companyOf(env, given),
    trustProxy: env.TRUST_PROXY,
    homeUrl: withoutSlash(env.HOME_URL ?? publicUrl),
    superAdminEmail: env.SUPER_ADMIN_EMAIL?.toLowerCase(),
    links: {
      advanceCarePlanning: env.ADVANCE_CARE_PLANNING_URL,
      healthRecord: env.HEALTH_RECORD_URL,
      organDonor: env.ORGAN_DONOR_URL,
    },
  });
}
