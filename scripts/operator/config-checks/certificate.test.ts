import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { keepCompiled } from '../../../testing/processes/compiled.ts';
import { testServers } from '../../../testing/processes/test-servers.ts';

const { portOf } = testServers();

const certificates = join(import.meta.dirname, '../../../testing/certificates');
const expired = {
  cert: readFileSync(join(certificates, 'expired.pem')),
  key: readFileSync(join(certificates, 'key.pem')),
};

/** Runs the command where the authority of the expired certificate is trusted, so that only its date is wrong. */
const run = (variables: Record<string, string>) =>
  new Promise<string>((resolve) => {
    const env = {
      ...{ PATH: process.env['PATH'], ...keepCompiled, APP_ENV: 'test' },
      ...{ NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem'), ...variables },
    };
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../check-config.ts')],
      { env },
      (_, printed, errors) => resolve(printed + errors),
    );
  });

describe('a certificate that has expired', () => {
  const words = 'WRONG  its certificate has expired on 2026-03-01: renew it there';

  it('is named with its date, for the gateway and for mail servers with and without STARTTLS [S-88]', async () => {
    const gateway = await portOf(createServer(expired, (_, response) => response.end()));
    const withStartTls = new SMTPServer({ ...expired, authOptional: true });
    withStartTls.on('error', () => {});
    const atOnce = new SMTPServer({ ...expired, secure: true, authOptional: true });
    atOnce.on('error', () => {});
    const [plainPort, tlsPort] = [await portOf(withStartTls.server), await portOf(atOnce.server)];
    const first = await run({
      SMS_URL: `https://127.0.0.1:${gateway}`,
      SMTP_URL: `smtp://127.0.0.1:${plainPort}`,
    });
    expect(first).toContain(`texts      ${words}`);
    expect(first).toContain(`mail       ${words}`);
    expect(await run({ SMTP_URL: `smtps://127.0.0.1:${tlsPort}` })).toContain(`mail       ${words}`);
  }, 90_000);
});
