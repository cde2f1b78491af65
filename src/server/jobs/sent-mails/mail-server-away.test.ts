import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { freePort } from '../../../../testing/processes/free-port.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const address = 'new.person@test.example';

/**
 * Starts a product whose mail server is unavailable, with a person who has signed up and whose mail waits for its next attempt.
 */
async function signedUpWithoutMail(): Promise<{ app: TestApp; port: number }> {
  const port = await freePort();
  const app = await startApp({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMS_URL: 'http://127.0.0.1:1/' },
  });
  closing.push(() => app.close());
  const { status, body } = await new TestClient(app.url).post('/api/auth/email-password', {
    email: address,
    password: 'Xylophone-77q',
    accountOwner: 'self',
    type: 'signup',
    payload: '',
    redirect: false,
    medicareNumber: '',
    birthDate: '01/02/1950',
    gender: 'Female',
    EUSARead: true,
    privacyPolicyRead: true,
    notOwnerConfirmation: false,
    language: 'en',
  });
  expect([status, body.error]).toEqual([200, 'verification-required']);
  // Long enough for some attempts at the closed port.
  await mailsAre(app, ['retry'], 10_000);
  return { app, port };
}

const mailsAre = (app: TestApp, states: string[], timeout: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await app.application.pool.query<{ state: string }>(
        `select state from jobs.job where name = 'mails'`,
      );
      expect(rows.map(({ state }) => state)).toEqual(states);
    },
    { timeout, interval: 100 },
  );

/** Starts the mail server; received mails are added to the list. */
async function startMailServer(port: number): Promise<string[]> {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      stream.resume();
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map((to) => to.address));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return received;
}

describe('a sign-up while the mail server is unavailable', () => {
  it('succeeds, and the mail is sent once when the server is back [fault 13, EVERIFY-01]', async () => {
    const { app, port } = await signedUpWithoutMail();
    const received = await startMailServer(port);
    await vi.waitFor(() => expect(received).toEqual([address]), { timeout: 60_000, interval: 100 });
    await mailsAre(app, ['completed'], 10_000);
    expect(received).toHaveLength(1);
    expect((await fetch(`${app.url}/dev/outbox.json`)).status).toBe(404);
  }, 90_000);

  it('keeps a mail that was given up after its last attempt, until the statement of the runbook sends it [S-89]', async () => {
    const { app, port } = await signedUpWithoutMail();
    const { pool } = app.application;
    await pool.query(
      `update jobs.job set retry_count = retry_limit, start_after = now() where name = 'mails' and state = 'retry'`,
    );
    await mailsAre(app, ['failed'], 60_000);
    const received = await startMailServer(port);
    const runbook = readFileSync(
      join(import.meta.dirname, '../../../../docs/operations/runbook.md'),
      'utf8',
    ).replaceAll(/\s+/g, ' ');
    const [, statement = ''] = /`(update jobs\.job [^`]+)`/.exec(runbook) ?? [];
    await pool.query(statement);
    await vi.waitFor(() => expect(received).toEqual([address]), { timeout: 60_000, interval: 100 });
    await mailsAre(app, ['completed'], 10_000);
  }, 150_000);
});
