import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = `a:${Buffer.alloc(32, 7).toString('base64')}`;
const production = {
  DATABASE_URL: 'postgres://wattle:hunter2@db/wattle',
  PUBLIC_URL: 'https://wattle.example/',
  TRUST_PROXY: 'none',
  WATTLE_KEYS: key,
  SMTP_URL: 'smtps://user:hunter2@mail',
  MAIL_FROM: 'Wattle <no-reply@wattle.example>',
  SMS_URL: 'https://sms.example/messages',
  SMS_TOKEN: 'hunter2',
  SMS_FROM: 'Wattle',
  HELP_PHONE: '1800 123 456',
  HELP_HOURS: '9 to 5',
  HELP_HOURS_ZH: '9 点至 17 点',
  HELP_EMAIL: 'help@wattle.example',
  COMPANY_NAME: 'Wattle Pty Ltd',
  COMPANY_ABN: '51 824 753 556',
  COMPANY_ADDRESS: '1 Street',
  PRIVACY_EMAIL: 'privacy@wattle.example',
  PRIVACY_OFFICER: 'A. Officer',
};

function complaintOf(variables: Record<string, string | undefined>): string {
  try {
    readConfig(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('It started.');
}

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattle-config-'));
});
afterEach(() => {
  chmodSync(dataDir, 0o700);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('in production', () => {
  it('is the default when APP_ENV is unset, and names every missing variable in one message [CONST-04] [security 40]', () => {
    const complaint = complaintOf({});
    for (const name of Object.keys(production)) expect(complaint).toContain(name);
  });

  it.each(Object.keys(production))('does not start without %s [security 40]', (name) => {
    expect(complaintOf({ ...production, [name]: ' ' })).toContain(name);
  });

  it('repeats no secret in its message [security 40]', () => {
    const complaint = complaintOf({
      ...production,
      WATTLE_KEYS: 'a:hunter2',
      DATABASE_URL: 'hunter2',
      PORT: 'hunter2',
    });
    expect(complaint).toMatch(/WATTLE_KEYS[^]*DATABASE_URL|DATABASE_URL[^]*WATTLE_KEYS/);
    expect(complaint).toContain('PORT');
    expect(complaint).not.toContain('hunter2');
  });

  it('is reachable only by https, except on this machine', () => {
    expect(complaintOf({ ...production, PUBLIC_URL: 'http://wattle.example' })).toContain('https://');
    expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:8080' }).publicUrl).toBe(
      'http://localhost:8080',
    );
  });

  it('does not start behind https until the proxy in front is configured [R-01]', () => {
    const silent = { ...production, TRUST_PROXY: undefined };
    expect(complaintOf(silent)).toContain('TRUST_PROXY  (the addresses of the proxies in front, or "none")');
    expect(readConfig({ ...silent, TRUST_PROXY: 'false' }).trustProxy).toEqual([]);
    expect(readConfig({ ...silent, PUBLIC_URL: 'http://localhost:8080' }).trustProxy).toEqual([]);
  });

  it.each(['1', 'true', '10.0.0.0/99'])('does not start with TRUST_PROXY=%s [R-01]', (value) => {
    expect(complaintOf({ ...production, TRUST_PROXY: value })).toMatch(
      / {2}TRUST_PROXY must be the addresses/,
    );
  });

  it('sends its text messages, and the token, only by https, except on this machine', () => {
    expect(complaintOf({ ...production, SMS_URL: 'http://sms.example' })).toContain('SMS_URL');
    expect(readConfig({ ...production, SMS_URL: 'http://localhost:1' }).smsUrl).toBe('http://localhost:1');
  });

  it('starts with every variable set, makes no keys and cannot be changed', () => {
    const config = readConfig({
      ...production,
      WATTLE_DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback, 10.1.2.0/24',
    });
    expect(config).toMatchObject({
      environment: 'prod',
      publicUrl: 'https://wattle.example',
      trustProxy: ['loopback', '10.1.2.0/24'],
      port: 3000,
    });
    expect(config.homeUrl).toBe('https://wattle.example');
    expect(() => Object.assign(config.help, { phone: '' })).toThrow(TypeError);
    expect(() => statSync(join(dataDir, 'keys'))).toThrow('ENOENT');
  });
});

describe('outside production', () => {
  const variables = () => ({ APP_ENV: 'development', WATTLE_DATA_DIR: dataDir });

  it('needs no variable: all have default values for trying the product', () => {
    const config = readConfig({ ...variables(), PORT: '4100' });
    expect(config).toMatchObject({
      environment: 'development',
      port: 4100,
      publicUrl: 'http://localhost:4100',
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.smtpUrl).toBeUndefined();
  });

  it('makes its keys once and stores them readable only by their owner [security 36]', () => {
    const { keys } = readConfig(variables());
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o600);
    expect(readConfig(variables()).keys).toEqual(keys);
  });

  it('does not replace a damaged key file, because the data would be lost with it', () => {
    writeFileSync(join(dataDir, 'keys'), 'broken');
    expect(complaintOf(variables())).toContain('damaged');
    expect(readFileSync(join(dataDir, 'keys'), 'utf8')).toBe('broken');
  });

  it('reports in one sentence that the data folder is a file', () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expect(complaintOf({ ...variables(), WATTLE_DATA_DIR: file })).toMatch(
      /is not a folder.*WATTLE_DATA_DIR/,
    );
  });

  it('refuses an unknown environment', () => {
    expect(complaintOf({ APP_ENV: 'staging' })).toContain('APP_ENV');
  });
});
