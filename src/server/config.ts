import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Language } from '../domain/i18n/texts.ts';
import {
  bearerToken,
  bucket,
  businessNumber,
  databaseAddress,
  emailAddress,
  host,
  hostAndPort,
  origin,
  phone,
  port,
  proxies,
  region,
  sealingKeys,
  seconds,
  sender,
  smtpAddress,
  text,
  textSender,
  webAddress,
} from './config/formats.ts';
import { bucketOf, type Bucket } from './config/bucket.ts';
import { localKeys } from './config/local-keys.ts';
import type { SealingKey } from './db/seal.ts';
import { chineseNames } from './config/operator-names.ts';

/** What the server knows about where it runs. Read once at start-up, never changed. */
export interface Config {
  readonly environment: 'prod' | 'development' | 'test';
  /** The folder that holds package.json. */
  readonly root: string;
  readonly port: number;
  readonly host: string;
  /** Where the metrics are shown; absent: nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** How people reach the product, without a slash at the end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Whether the start brings the database to this version; otherwise `npm run migrate` did before. */
  readonly migrateAtStart: boolean;
  /** Seconds to serve on while not ready, before the server closes. */
  readonly drainSeconds: number;
  /** Sealing keys, the current one first. */
  readonly keys: readonly SealingKey[];
  /** Absent: mail goes to the outbox page. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Absent: text messages go to the outbox page. */
  readonly smsUrl: string | undefined;
  readonly smsToken: string;
  /** Whom a text message says it is from: a number, or a name of at most eleven signs. */
  readonly smsFrom: string;
  /** Where the bytes of files stand. Absent: in the data folder. */
  readonly s3: Bucket | undefined;
  /** ClamAV's daemon. Absent: files are not scanned. */
  readonly clamd: { readonly host: string; readonly port: number } | undefined;
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
    readonly privacyEmail: string;
    readonly privacyOfficer: string;
    readonly hostingPlace: string;
    readonly paymentCompany: string;
    readonly smsCompany: string;
    readonly mailCompany: string;
    readonly overseasCountries: string;
    /** Names that have Chinese words of their own. */
    readonly zh: ReturnType<typeof chineseNames>;
  };
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed; empty for none. */
  readonly trustProxy: readonly string[];
  readonly homeUrl: string;
  /** The one system administrator who is shown the pages for old files in production (SUPER-02). */
  readonly superAdminEmail: string | undefined;
  readonly links: {
    readonly advanceCarePlanning: string;
    readonly healthRecord: string;
    readonly organDonor: string;
  };
}

/** The environment is not fit to start with. The message names every variable at fault and repeats no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Config['environment'];
type Variables = Readonly<Record<string, string | undefined>>;

const projectRoot = resolve(import.meta.dirname, '../..');

/** What each variable that production cannot do without is for. */
const requiredInProduction: Readonly<Record<string, string>> = {
  DATABASE_URL: 'the PostgreSQL address',
  PUBLIC_URL: 'the https address people use',
  TRUST_PROXY: 'the addresses of the proxies in front, or "none"',
  WATTLE_KEYS: 'sealing keys, "npm run keys:new" makes one',
  SMTP_URL: 'the mail server',
  MAIL_FROM: 'the sender of mail',
  SMS_URL: 'the text message gateway',
  SMS_TOKEN: 'its bearer token',
  SMS_FROM: 'the sender of text messages',
  HELP_PHONE: 'the help line',
  HELP_HOURS: 'when the help line answers',
  HELP_HOURS_ZH: 'the same in Chinese',
  HELP_EMAIL: 'the help address',
  COMPANY_NAME: 'the company in the consent texts',
  COMPANY_ABN: 'its ABN',
  COMPANY_ADDRESS: 'its address',
  PRIVACY_EMAIL: 'where privacy questions go',
  PRIVACY_OFFICER: 'who answers them',
};

function schemaFor(environment: Environment, given: Variables) {
  // Plain http is for this machine alone, where nothing needs to be in front.
  const hasProxy = environment === 'prod' && !given['PUBLIC_URL']?.startsWith('http://');
  // Outside production everything has a value to try the product with; production gets none of these.
  const trial = <T extends z.ZodType<unknown, string>>(schema: T, value: string) =>
    environment === 'prod' ? schema : schema.prefault(value as z.input<T>);
  const optionalOutside = <T extends z.ZodType>(schema: T) =>
    environment === 'prod' ? schema : schema.optional();
  return z.object({
    PORT: port.default(3000),
    HOST: host.default(environment === 'prod' ? '0.0.0.0' : 'localhost'),
    METRICS_PORT: port.optional(),
    METRICS_HOST: host.default('127.0.0.1'),
    PUBLIC_URL: optionalOutside(origin),
    WATTLE_DATA_DIR: text.default(join(projectRoot, '.data')),
    MIGRATE_AT_START: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
    DRAIN_SECONDS: seconds.default(environment === 'prod' ? 5 : 0),
    DATABASE_URL: optionalOutside(databaseAddress),
    WATTLE_KEYS: optionalOutside(sealingKeys),
    SMTP_URL: optionalOutside(smtpAddress),
    MAIL_FROM: trial(sender, 'Wattle <no-reply@wattle.localhost>'),
    SMS_URL: optionalOutside(webAddress),
    SMS_TOKEN: trial(bearerToken, 'none'),
    SMS_FROM: trial(textSender, 'Wattle'),
    S3_BUCKET: bucket.optional(),
    S3_REGION: region.default('ap-southeast-2'),
    S3_ENDPOINT: origin.optional(),
    S3_ACCESS_KEY_ID: bearerToken.optional(),
    S3_SECRET_ACCESS_KEY: bearerToken.optional(),
    CLAMD_ADDRESS: hostAndPort.optional(),
    HELP_PHONE: trial(phone, '1800 000 000'),
    HELP_HOURS: trial(text, '9 am to 5 pm AEST, Monday to Friday'),
    HELP_HOURS_ZH: trial(text, '周一至周五 9:00 至 17:00（澳大利亚东部标准时间）'),
    HELP_EMAIL: trial(emailAddress, 'help@wattle.localhost'),
    COMPANY_NAME: trial(text, 'Wattle'),
    COMPANY_ABN: trial(environment === 'prod' ? businessNumber : text, '00 000 000 000'),
    COMPANY_ADDRESS: trial(text, '1 Example Street, Melbourne VIC 3000'),
    PRIVACY_EMAIL: trial(emailAddress, 'privacy@wattle.localhost'),
    PRIVACY_OFFICER: trial(text, 'Privacy Officer'),
    HOSTING_PLACE: text.default('Australia'),
    PAYMENT_COMPANY: text.default('Stripe'),
    SMS_COMPANY: text.default('our text message provider'),
    MAIL_COMPANY: text.default('our mail provider'),
    OVERSEAS_COUNTRIES: text.default('the United States'),
    TRUST_PROXY: hasProxy ? proxies : proxies.default([]),
    HOME_URL: origin.optional(),
    SUPER_ADMIN_EMAIL: emailAddress.optional(),
    COMPANY_NAME_ZH: text.optional(),
    COMPANY_ADDRESS_ZH: text.optional(),
    PRIVACY_OFFICER_ZH: text.optional(),
    HOSTING_PLACE_ZH: text.optional(),
    PAYMENT_COMPANY_ZH: text.optional(),
    SMS_COMPANY_ZH: text.optional(),
    MAIL_COMPANY_ZH: text.optional(),
    OVERSEAS_COUNTRIES_ZH: text.optional(),
    ADVANCE_CARE_PLANNING_URL: webAddress.default('https://www.advancecareplanning.org.au/'),
    HEALTH_RECORD_URL: webAddress.default('https://www.myhealthrecord.gov.au/'),
    ORGAN_DONOR_URL: webAddress.default('https://www.donatelife.gov.au/register-donor-today'),
  });
}

/** What the environment says that this is: production, where it says nothing. Throws ConfigError. */
export function environmentOf(variables: Variables): Environment {
  const named = variables['APP_ENV']?.trim() || 'prod';
  if (named === 'prod' || named === 'production') return 'prod';
  if (named === 'development' || named === 'test') return named;
  throw new ConfigError('Wattle cannot start. APP_ENV must be prod, development or test.');
}

function complaint(
  environment: Environment,
  issues: readonly z.core.$ZodIssue[],
  given: Variables,
): ConfigError {
  const names = [...new Set(issues.map((issue) => String(issue.path[0])))];
  const missing = names.filter((name) => given[name] === undefined);
  const wrong = new Map(
    issues
      .toReversed()
      .map((issue) => [String(issue.path[0]), issue.message] as const)
      .filter(([name]) => given[name] !== undefined),
  );
  const lines = [
    environment === 'prod'
      ? 'Wattle cannot start in production (APP_ENV is unset or "prod").'
      : 'Wattle cannot start.',
  ];
  if (missing.length > 0) lines.push('Missing environment variables:');
  for (const name of missing) lines.push(`  ${name}  (${requiredInProduction[name] ?? 'required'})`);
  if (wrong.size > 0) lines.push('Wrong environment variables:');
  for (const [name, message] of wrong) lines.push(`  ${name} ${message}`);
  if (environment === 'prod' && missing.length > 0)
    lines.push('To try Wattle on this machine, use "npm start".');
  return new ConfigError(lines.join('\n'));
}

function keysIn(dataDir: string): SealingKey[] {
  try {
    return localKeys(dataDir);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function isLocal(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

function freeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
    for (const part of Object.values(value)) freeze(part);
    Object.freeze(value);
  }
  return value;
}

/**
 * Reads the environment. An empty variable counts as unset. Outside production the sealing keys are made on
 * first use and kept in the data folder. Throws ConfigError.
 */
export function readConfig(variables: Variables = process.env): Config {
  const environment = environmentOf(variables);
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = schemaFor(environment, given).safeParse(given);
  if (!parsed.success) throw complaint(environment, parsed.error.issues, given);
  const env = parsed.data;

  const publicUrl = withoutSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  if (environment === 'prod' && !publicUrl.startsWith('https://') && !isLocal(publicUrl)) {
    throw new ConfigError('Wattle cannot start in production. PUBLIC_URL must begin with https://.');
  }
  if (environment === 'prod' && env.SMS_URL && !env.SMS_URL.startsWith('https://') && !isLocal(env.SMS_URL)) {
    throw new ConfigError('Wattle cannot start in production. SMS_URL must begin with https://.');
  }
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined))
    throw new ConfigError('Wattle cannot start. S3_ACCESS_KEY_ID must come with S3_SECRET_ACCESS_KEY.');
  if (environment === 'prod' && env.S3_ENDPOINT?.startsWith('http://') && !isLocal(env.S3_ENDPOINT))
    throw new ConfigError('Wattle cannot start in production. S3_ENDPOINT must begin with https://.');
  const dataDir = resolve(env.WATTLE_DATA_DIR);
  return freeze({
    environment,
    root: projectRoot,
    port: env.PORT,
    host: env.HOST,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
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
    help: {
      phone: env.HELP_PHONE,
      hours: { en: env.HELP_HOURS, zh: env.HELP_HOURS_ZH },
      email: env.HELP_EMAIL,
    },
    company: {
      name: env.COMPANY_NAME,
      abn: env.COMPANY_ABN,
      address: env.COMPANY_ADDRESS,
      privacyEmail: env.PRIVACY_EMAIL,
      privacyOfficer: env.PRIVACY_OFFICER,
      hostingPlace: env.HOSTING_PLACE,
      paymentCompany: env.PAYMENT_COMPANY,
      smsCompany: env.SMS_COMPANY,
      mailCompany: env.MAIL_COMPANY,
      overseasCountries: env.OVERSEAS_COUNTRIES,
      zh: chineseNames(given),
    },
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
