import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../testing/client.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startApp } from '../../../testing/start-app.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('a sign-up while the mail server is away', () => {
  it('succeeds, and the mail leaves once when the server is back [fault 13, EVERIFY-01]', async () => {
    const port = await freePort();
    const app = await startApp({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMS_URL: 'http://127.0.0.1:1/' },
    });
    closing.push(() => app.close());
    const { status, body } = await new TestClient(app.url).post('/api/auth/email-password', {
      email: 'new.person@test.example',
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
    // Long enough for some tries against the closed port.
    await vi.waitFor(
      async () => {
        const { rows } = await app.application.pool.query(
          `select retry_count from jobs.job where name = 'mails' and state = 'retry'`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    const received: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, callback) {
        stream.resume();
        stream.on('end', () => {
          received.push(...session.envelope.rcptTo.map(({ address }) => address));
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    await vi.waitFor(() => expect(received).toEqual(['new.person@test.example']), {
      timeout: 60_000,
      interval: 100,
    });
    await vi.waitFor(
      async () => {
        const { rows } = await app.application.pool.query(`select state from jobs.job where name = 'mails'`);
        expect(rows).toEqual([{ state: 'completed' }]);
      },
      { timeout: 10_000 },
    );
    expect(received).toHaveLength(1);
    expect((await fetch(`${app.url}/dev/outbox.json`)).status).toBe(404);
  }, 90_000);
});
