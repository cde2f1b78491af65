import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { createPdfPool } from '../documents/pdf-process/pdf-pool.ts';
import { cleanSignature } from '../features/acp/signing/signature.ts';
import { reencodePicture } from '../images/reencode.ts';
import { hashPassword, verifyPassword } from '../pipeline/passwords/passwords.ts';
import { outboxMailer } from '../ports/mail/outbox.ts';
import { smtpMailer } from '../ports/mail/smtp.ts';
import { stripeProvider } from '../ports/payments/stripe/stripe.ts';
import { httpTextMessages } from '../ports/text-messages/http.ts';
import { outboxTextMessages } from '../ports/text-messages/outbox.ts';
import { inTransaction } from './transactions/transaction.ts';

const mail = { messageId: 'a@b.example', to: 'a@b.example', subject: 'a', html: 'a', plain: 'a' };
const provider = stripeProvider({
  secretKey: 'sk_test_a',
  publishableKey: 'pk_test_a',
  webhookSecrets: ['a'],
  clock: () => new Date(),
  standIn: { host: '127.0.0.1', port: 1 },
});

/** Every call to the payment company. Webhooks are verified here, with their secret. */
const paymentCalls = Object.entries(provider).flatMap(([name, call]: [string, unknown]) =>
  typeof call === 'function' && name !== 'verifiedEvent'
    ? [[name, call as (...given: unknown[]) => Promise<unknown>] as const]
    : [],
);

const textMessage = { to: '+61491570156', text: 'a' };

describe('costly work and outside calls', () => {
  let test: TestServices;
  const pdfs = createPdfPool();
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(async () => {
    await pdfs.close();
    await test.close();
  });

  const works: Record<string, () => Promise<unknown>> = {
    'Hashing a password': () => hashPassword('Correct-horse-7'),
    'Checking a password': () => verifyPassword(null, 'Correct-horse-7'),
    'Encoding a picture': () => reencodePicture('data:', { longest: 10 }),
    'Encoding a signature': () => cleanSignature('person', 'data:'),
    'Making a PDF': () => pdfs.makePdf({} as never),
    'Sending a mail': () => outboxMailer(test.services.db).send(mail),
    'Sending a mail by SMTP': () =>
      smtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@b.example' }).send(mail),
    'Sending a text message': () => outboxTextMessages(test.services.db).send(textMessage),
    'Sending a text message to the gateway': () =>
      httpTextMessages({ smsUrl: 'http://127.0.0.1:1', smsToken: 'a', smsFrom: 'a' }).send(textMessage),
  };

  it.each(Object.keys(works))('%s is refused inside a transaction [R-05]', async (name) => {
    const run = inTransaction(test.services.db, async (tx) => {
      await sql`select 1`.execute(tx);
      await works[name]!();
      return { output: null, last: null };
    });
    await expect(run).rejects.toThrow('must not run inside a transaction');
    // The message names the work. Work that is in the list twice is named with its means in brackets.
    await expect(run).rejects.toThrow(name.replace(/ (by SMTP|to the gateway)$/, ''));
  });

  it('is refused inside a transaction, for every call to the payment company [R-05]', async () => {
    expect(paymentCalls.length).toBeGreaterThan(15);
    for (const [name, call] of paymentCalls) {
      const run = inTransaction(test.services.db, async () => {
        await call({}, {}, {});
        return { output: null, last: null };
      });
      await expect(run, name).rejects.toThrow('A call of the payment company must not run inside');
    }
  });

  it('is allowed after the transaction, and while another call has one', async () => {
    const { db } = test.services;
    const slow = inTransaction(db, async (tx) => {
      await sql`select pg_sleep(0.2)`.execute(tx);
      return { output: 'done', last: null };
    });
    await expect(hashPassword('Correct-horse-7')).resolves.toContain('$argon2id$');
    expect(await slow).toBe('done');
    await expect(hashPassword('Correct-horse-7')).resolves.toContain('$argon2id$');
  });

  it('is checked wherever a library for it is used [R-05]', () => {
    const server = resolve(import.meta.dirname, '..');
    const using = readdirSync(server, { recursive: true, encoding: 'utf8' })
      // The payment company's stand-in is the other end: it makes no such calls. The worker is another thread, which only
      // passwords.ts uses.
      .filter(
        (file) =>
          file.endsWith('.ts') &&
          !/\.(test|fixture)\.ts$|^demo\/|\/stand-in\/|\/password-worker\.ts$/.test(file),
      )
      .filter((file) =>
        /^import (?!type\b)[^;]*from '(sharp|@node-rs\/argon2|nodemailer|stripe|@aws-sdk\/[\w-]+)'|\bfetch\(/m.test(
          readFileSync(join(server, file), 'utf8'),
        ),
      );
    expect(using.length).toBeGreaterThan(3);
    const silent = using.filter(
      // All calls to the payment company go through `asking`, which contains the check.
      (file) => !/assertOutsideTransaction\(|\basking\(/.test(readFileSync(join(server, file), 'utf8')),
    );
    expect(silent).toEqual([]);
  });
});
