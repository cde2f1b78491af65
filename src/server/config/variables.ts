import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  bearerToken,
  bearerTokens,
  bucket,
  businessNumber,
  databaseAddress,
  emailAddress,
  host,
  hostAndPort,
  origin,
  phone,
  port,
  processes,
  proxies,
  region,
  sealingKeys,
  seconds,
  sender,
  smtpAddress,
  stripeKey,
  text,
  textSender,
  trueOrFalse,
  webAddress,
} from './formats.ts';
import { collectorAddress, headerPairs, share, traceSampler } from './traces.ts';

/** Where the server runs. */
export type Environment = 'prod' | 'development' | 'test';

/** The variables of an environment, by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The folder that contains package.json. */
export const projectRoot = resolve(import.meta.dirname, '../../..');

/** The purpose of each variable that production requires. */
export const requiredInProduction: Readonly<Record<string, string>> = {
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

/** Returns the schema of the environment: each variable with its form, and its default. */
export function schemaFor(environment: Environment, given: Variables) {
  const needs = requirementsIn(environment);
  // Plain http is allowed on this machine only, where no proxy is required.
  const hasProxy = environment === 'prod' && !given['PUBLIC_URL']?.startsWith('http://');
  return z.object({
    ...serverVariables(environment, needs),
    ...serviceVariables(needs),
    ...paymentVariables,
    ...operatorVariables(environment, needs),
    TRUST_PROXY: hasProxy ? proxies : proxies.default([]),
    HOME_URL: origin.optional(),
    SUPER_ADMIN_EMAIL: emailAddress.optional(),
    ...chineseVariables,
    ...linkVariables,
  });
}

/**
 * Outside production every variable has a default, so that the product can be tried; production uses none of these. A `trial`
 * variable has the given default, an `optional` one is unset.
 */
function requirementsIn(environment: Environment) {
  const isProduction = environment === 'prod';
  return {
    trial: <T extends z.ZodType<unknown, string>>(schema: T, value: string) =>
      isProduction ? schema : schema.prefault(value as z.input<T>),
    optional: <T extends z.ZodType>(schema: T) => (isProduction ? schema : schema.optional()),
  };
}

type Requirements = ReturnType<typeof requirementsIn>;

/** The server's addresses, its data, its keys and its traces. */
const serverVariables = (environment: Environment, { optional }: Requirements) => ({
  PORT: port.default(3000),
  HOST: host.default(environment === 'prod' ? '0.0.0.0' : 'localhost'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional(),
  OTEL_TRACES_SAMPLER: traceSampler.optional(),
  OTEL_TRACES_SAMPLER_ARG: share.optional(),
  PUBLIC_URL: optional(origin),
  WATTLE_DATA_DIR: text.default(join(projectRoot, '.data')),
  MIGRATE_AT_START: trueOrFalse.default('true'),
  DRAIN_SECONDS: seconds.default(environment === 'prod' ? 5 : 0),
  DATABASE_URL: optional(databaseAddress),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  SERVER_PROCESSES: processes.optional(),
  WATTLE_KEYS: optional(sealingKeys),
});

/** Mail, text messages and files. */
const serviceVariables = ({ trial, optional }: Requirements) => ({
  SMTP_URL: optional(smtpAddress),
  MAIL_FROM: trial(sender, 'Wattle <no-reply@wattle.localhost>'),
  SMS_URL: optional(webAddress),
  SMS_TOKEN: trial(bearerToken, 'none'),
  SMS_FROM: trial(textSender, 'Wattle'),
  S3_BUCKET: bucket.optional(),
  S3_REGION: region.default('ap-southeast-2'),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: bearerToken.optional(),
  S3_SECRET_ACCESS_KEY: bearerToken.optional(),
  CLAMD_ADDRESS: hostAndPort.optional(),
});

const paymentVariables = {
  STRIPE_SECRET_KEY: stripeKey('sk', 'rk').optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk').optional(),
  STRIPE_WEBHOOK_SECRET: bearerTokens.optional(),
  STRIPE_PRICE_CARE: bearerToken.optional(),
  STRIPE_PRICE_LIFETIME: bearerToken.optional(),
  PAYMENT_DISABLED: trueOrFalse.default('false'),
  GST_REGISTERED: trueOrFalse.default('false'),
  TRUSTED_CONTACTS_PAYWALL: trueOrFalse.default('false'),
};

/** The help desk and the company in the texts. */
const operatorVariables = (environment: Environment, { trial }: Requirements) => ({
  HELP_PHONE: trial(phone, '1800 000 000'),
  HELP_HOURS: trial(text, '9 am to 5 pm Melbourne time, Monday to Friday'),
  HELP_HOURS_ZH: trial(text, '周一至周五 9:00 至 17:00（墨尔本时间）'),
  HELP_EMAIL: trial(emailAddress, 'help@wattle.localhost'),
  COMPANY_NAME: trial(text, 'Wattle'),
  COMPANY_ABN: trial(environment === 'prod' ? businessNumber : text, '00 000 000 000'),
  COMPANY_ADDRESS: trial(text, '1 Example Street, Melbourne VIC 3000'),
  PRIVACY_EMAIL: trial(emailAddress, 'privacy@wattle.localhost'),
  PRIVACY_OFFICER: trial(text, 'Privacy Officer'),
  BANK_DETAILS: text.optional(),
  HOSTING_PLACE: text.default('Australia'),
  PAYMENT_COMPANY: text.default('Stripe'),
  SMS_COMPANY: text.default('our text message provider'),
  MAIL_COMPANY: text.default('our mail provider'),
  OVERSEAS_COUNTRIES: text.default('the United States'),
});

/** Names of the operator in Chinese texts. */
const chineseVariables = {
  COMPANY_NAME_ZH: text.optional(),
  COMPANY_ADDRESS_ZH: text.optional(),
  PRIVACY_OFFICER_ZH: text.optional(),
  HOSTING_PLACE_ZH: text.optional(),
  PAYMENT_COMPANY_ZH: text.optional(),
  SMS_COMPANY_ZH: text.optional(),
  MAIL_COMPANY_ZH: text.optional(),
  OVERSEAS_COUNTRIES_ZH: text.optional(),
};

const linkVariables = {
  ADVANCE_CARE_PLANNING_URL: webAddress.default('https://www.advancecareplanning.org.au/'),
  HEALTH_RECORD_URL: webAddress.default('https://www.myhealthrecord.gov.au/'),
  ORGAN_DONOR_URL: webAddress.default('https://www.donatelife.gov.au/register-donor-today'),
};
