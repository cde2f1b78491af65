import { describe, expect, it } from 'vitest';
import { productionVariables } from '../../../testing/security/product.ts';
import { ConfigError, readConfig } from '../config.ts';
import { schemaFor } from './variables.ts';

const right: Record<string, string> = {
  ...productionVariables(),
  DATABASE_URL: 'postgres://wattle:x@db.example/wattle?sslmode=verify-full',
};

const line = ['one\ntwo', 'a\u0000b', 'x'.repeat(1_001)];
const email = ['no address', 'Help <help@wattle.example>', 'help@wattle.example, other@wattle.example'];
const page = ['www.example.org', 'ftp://example.org', 'https://user:hunter2@example.org'];
const token = ['two words', 'line\nbreak', 'schlüssel'];
const choice = ['yes', '1', 'TRUE'];
const site = ['https://wattle.example/care', 'https://wattle.example?x=1', 'https://wattle.example/#top'];

/** Invalid values of each variable, with which the server must not start. */
const wrong: Record<string, string[]> = {
  APP_ENV: ['staging', 'prod2', 'true'],
  PORT: ['http', '65536', '3e3', '0x50', '-1', '80.5'],
  HOST: ['http://localhost', 'localhost:3000', 'two hosts', '::1]'],
  METRICS_PORT: ['metrics', '65536', '-1', '94.64'],
  METRICS_HOST: ['http://localhost', 'localhost:9464', 'two hosts'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'collector:4318',
    'http://collector.example:4318',
    'https://user:hunter2@collector.example',
    'https://collector.example?token=hunter2',
    'grpc://collector.example',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: ['hunter2', 'two words=hunter2', 'a=hunter2,', 'a=hunter2%', 'a=hunter2%0Ab'],
  OTEL_TRACES_SAMPLER: ['always', 'traceid', '0.1', 'jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '10%', '-0.1', 'half', '0x1'],
  PUBLIC_URL: ['wattle.example', 'http://wattle.example', 'https://user:x@wattle.example', ...site],
  MIGRATE_AT_START: choice,
  DRAIN_SECONDS: ['-1', '601', '1.5', 'five', '0x5'],
  WATTLE_DATA_DIR: line,
  DATABASE_URL: [
    'mysql://db/wattle',
    'postgres://wattle:hunter2@db',
    'postgres://wattle:hun#ter2@db/wattle',
    'postgres://wattle:50%@db/wattle',
    'postgres:///wattle',
    'postgres://db/wattle?sslmode=verify_full',
    'postgres://db/wattle?sslmode=require',
    'postgres://db/wattle?sslmode=verify-full&sslrootcert=/no/such/file.pem',
  ],
  DATABASE_DIRECT_URL: ['mysql://db/wattle', 'postgres:///wattle', 'postgres://db/wattle?sslmode=require'],
  DATABASE_REPLICA_URL: ['mysql://db/wattle', 'postgres:///wattle', 'postgres://db/wattle?sslmode=require'],
  SERVER_PROCESSES: ['0', '101', '-1', '1.5', 'two', '0x2'],
  WATTLE_KEYS: ['secret', 'a:c2hvcnQ=', `${right['WATTLE_KEYS']},${right['WATTLE_KEYS']}`],
  SMTP_URL: [
    'mail.example:587',
    'https://mail.example',
    'smtp:mail.example',
    'smtp://ma$il.example',
    'smtp://user@mail.example',
    'smtp://user:50%@mail.example',
    'smtp://user:hun/ter2@mail.example',
    'smtp://mail.example:587/?requireTLS=false',
    'smtp://mail.example:99999',
  ],
  MAIL_FROM: [
    'Wattle',
    'Wattle no-reply@wattle.example',
    'Wattle <no-reply>',
    'Wattle, Inc <no-reply@wattle.example>',
    'a@wattle.example, b@wattle.example',
    'Wattle <a@wattle.example> <b@wattle.example>',
    'Wattle <a@wattle.example>\r\nBcc: other@example.org',
  ],
  SMS_URL: ['sms.example', 'http://sms.example', 'https://user:hunter2@sms.example', 'ftp://sms.example'],
  SMS_TOKEN: token,
  SMS_FROM: ['Wattle Health Care', '0400 000 000', '+0400000000', '4', 'Wáttle', '+614000000001234567'],
  S3_BUCKET: ['My-Bucket', 'ab', 'files/of/people', '-files'],
  S3_REGION: ['Sydney!', 'ap southeast 2', 'x'],
  S3_ENDPOINT: ['s3.example', 'ftp://s3.example', 'http://s3.example', 'https://s3.example/bucket'],
  S3_ACCESS_KEY_ID: [...token, 'alone-without-its-secret'],
  S3_SECRET_ACCESS_KEY: token,
  CLAMD_ADDRESS: ['clamd', 'clamd:0', 'clamd:99999', 'tcp://clamd:3310'],
  STRIPE_SECRET_KEY: ['pk_live_4eC39HqLyjWD', 'sk_', 'sk_live_hunter2 x', 'whsec_4eC39HqLyjWD'],
  STRIPE_PUBLISHABLE_KEY: ['sk_live_4eC39HqLyjWD', 'rk_live_4eC39HqLyjWD', 'pk_', 'pk_live_hunter2 x'],
  STRIPE_WEBHOOK_SECRET: [...token, ',', ',,'],
  STRIPE_PRICE_CARE: token,
  STRIPE_PRICE_LIFETIME: token,
  PAYMENT_DISABLED: choice,
  GST_REGISTERED: choice,
  TRUSTED_CONTACTS_PAYWALL: choice,
  HELP_PHONE: ['call us', '12', '1800 WATTLE', '1800 123 456 ext. 7', '+61 1800 123 456 1234567'],
  HELP_HOURS: line,
  HELP_HOURS_ZH: [...line, '\uFFFD\uFFFD'],
  HELP_EMAIL: email,
  COMPANY_NAME: line,
  COMPANY_ABN: ['51 824 753 557', '51 824 753', 'ABN 51 824 753 556', '00 000 000 000'],
  COMPANY_ADDRESS: line,
  PRIVACY_EMAIL: email,
  PRIVACY_OFFICER: line,
  BANK_DETAILS: line,
  HOSTING_PLACE: line,
  PAYMENT_COMPANY: line,
  SMS_COMPANY: line,
  MAIL_COMPANY: line,
  OVERSEAS_COUNTRIES: line,
  COMPANY_NAME_ZH: line,
  COMPANY_ADDRESS_ZH: line,
  PRIVACY_OFFICER_ZH: line,
  HOSTING_PLACE_ZH: line,
  PAYMENT_COMPANY_ZH: line,
  SMS_COMPANY_ZH: line,
  MAIL_COMPANY_ZH: line,
  OVERSEAS_COUNTRIES_ZH: line,
  TRUST_PROXY: ['1', 'true', 'proxy', '10.0.0.0/99'],
  HOME_URL: ['example.org', 'ftp://example.org', ...site],
  SUPER_ADMIN_EMAIL: email,
  ADVANCE_CARE_PLANNING_URL: page,
  HEALTH_RECORD_URL: page,
  ORGAN_DONOR_URL: page,
};

function refusalOf(variables: Record<string, string>): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'It started.';
}

describe('an invalid variable', () => {
  it('is tested for every variable that the server reads, with at least three values [R-57]', () => {
    const known = Object.keys(schemaFor('prod', {}).shape);
    expect(known.length).toBeGreaterThan(25);
    expect([...known, 'APP_ENV'].filter((name) => (wrong[name] ?? []).length < 3)).toEqual([]);
  });

  it.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'prevents the start, with a message that does not repeat its value: %s=%j [R-57] [security 40]',
    (name, value) => {
      const refusal = refusalOf({ ...right, [name]: value });
      expect(refusal).toMatch(new RegExp(`^( {2}|Wattle cannot start.* )${name} (must|is|has|names)`, 'm'));
      expect(refusal).not.toContain('hunter2');
      if (value.length > 12) expect(refusal).not.toContain(value);
      expect(refusal).not.toMatch(/\n\s+at /);
    },
  );
});

describe('a valid variable', () => {
  it.each([
    ['PORT', '8080'],
    ['HOST', '::'],
    ['HOST', '0.0.0.0'],
    ['PUBLIC_URL', 'https://wattle.example:8443'],
    ['PUBLIC_URL', 'https://wattle.example/'],
    ['DATABASE_URL', 'postgresql://wattle:p%23ss@db.example:5433/wattle'],
    ['DATABASE_URL', 'postgres:///wattle?host=/run/postgresql'],
    ['SMTP_URL', 'smtp://mail'],
    ['SMTP_URL', 'smtps://user%40wattle.example:p%2Fss@mail.example:465'],
    ['SMTP_URL', 'smtp://[2001:db8::1]:25/'],
    ['MAIL_FROM', 'no-reply@wattle.example'],
    ['MAIL_FROM', 'Wattle Care 2 <no-reply@wattle.example>'],
    ['MAIL_FROM', '"Wattle, Inc." <no-reply@wattle.example>'],
    ['MAIL_FROM', '金合欢 <no-reply@wattle.example>'],
    ['SMS_URL', 'https://sms.example/v2/messages?account=7'],
    ['SMS_FROM', '+61400000000'],
    ['SMS_FROM', 'Wattle Care'],
    ['S3_BUCKET', 'wattle-files.example'],
    ['S3_ENDPOINT', 'https://s3.example:9000'],
    ['CLAMD_ADDRESS', '[::1]:3310'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example/otlp'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20a,x-tenant=care'],
    ['HELP_PHONE', '(03) 5550 0123'],
    ['HELP_PHONE', '13 11 14'],
    ['HOME_URL', 'https://example.org'],
    ['COMPANY_NAME', 'Wattle & Söhne <Pty> Ltd'],
  ])('is accepted: %s=%s [R-57]', (name, value) => {
    expect(refusalOf({ ...right, [name]: value })).toBe('It started.');
  });
});
