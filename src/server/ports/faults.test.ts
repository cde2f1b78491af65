import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kindOfFault } from './fault-kind.ts';
import { faultLog, withMailFaults, withTextFaults } from './fault-log.ts';
import { MailError, type Mail } from './mail/port.ts';
import { smtpMailer } from './mail/smtp.ts';
import { httpTextMessages } from './text-messages/http.ts';
import { TextMessageError } from './text-messages/port.ts';

const mail: Mail = {
  messageId: 'a1.owner@wattle.example',
  to: 'margaret@demo.example',
  subject: 'Hello',
  html: '<p>Hello</p>',
  plain: 'Hello',
};
const text = { to: '+61491570156', text: 'Wattle code: 123456.' };
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function smtpServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ authOptional: true, ...options });
  // A handshake that the client ends raises an error here too.
  server.on('error', () => {});
  return portOf(server.server);
}

const silent = () => portOf(createServer(() => {}));

async function unused(): Promise<number> {
  const port = await portOf(createServer());
  closing.pop()?.();
  return port;
}

const gateway = (status: number) =>
  portOf(createHttpServer((_, response) => response.writeHead(status).end('no credit for +61491570156')));

const refusing = (code: number, words: string) =>
  smtpServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error(words), { responseCode: code })),
  });

const wrongPassword = () =>
  smtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error('No such person as wattle')),
  });

const selfSigned = () => smtpServer({ secure: true });

/** Returns the operator's log lines of one attempt. */
async function linesOf(send: (lines: ReturnType<typeof faultLog>) => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  await expect(send(faultLog((line) => void lines.push(line)))).rejects.toThrow(/mail server|gateway/);
  return lines;
}

describe('a mail that is not delivered', () => {
  it.each([
    ['name', async () => 'smtp://no-such-server.invalid:25'],
    ['connection', async () => `smtp://127.0.0.1:${await unused()}`],
    ['certificate', async () => `smtps://127.0.0.1:${await selfSigned()}`],
    ['password', async () => `smtp://wattle:wrong@127.0.0.1:${await wrongPassword()}`],
    ['refused', async () => `smtp://127.0.0.1:${await refusing(550, 'No margaret@demo.example here')}`],
    ['timeout', async () => `smtp://127.0.0.1:${await silent()}`],
  ])('is logged with the kind %s, without the address or the response [R-56]', async (kind, url) => {
    const smtpUrl = await url();
    const lines = await linesOf((note) =>
      withMailFaults(
        smtpMailer({ smtpUrl, mailFrom: 'no-reply@wattle.example' }, { timeoutMs: 1_000 }),
        note,
      ).send(mail),
    );
    expect(lines).toEqual([`A mail could not be handed over: ${kind}.`]);
  });
});

describe('a text message that is not delivered', () => {
  it.each([
    ['name', async () => 'https://no-such-gateway.invalid/'],
    ['connection', async () => `http://127.0.0.1:${await unused()}/`],
    ['certificate', async () => `https://127.0.0.1:${await selfSigned()}/`],
    ['password', async () => `http://127.0.0.1:${await gateway(401)}/`],
    ['refused', async () => `http://127.0.0.1:${await gateway(422)}/`],
    ['timeout', async () => `http://127.0.0.1:${await silent()}/`],
  ])('is logged with the kind %s, without the number or the response [R-56]', async (kind, url) => {
    const smsUrl = await url();
    const lines = await linesOf((note) =>
      withTextFaults(
        httpTextMessages({ smsUrl, smsToken: 'token-7', smsFrom: 'Wattle' }, { timeoutMs: 1_000 }),
        note,
      ).send(text),
    );
    expect(lines).toEqual([`A text message could not be handed over: ${kind}.`]);
  });
});

describe('faults of mails and text messages', () => {
  it('are logged in one line at once and then one line a minute for each kind, with their number [R-56]', async () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const note = faultLog((line) => void lines.push(line));
    for (let count = 0; count < 1_000; count += 1) note('mail', 'certificate');
    note('mail', 'timeout');
    note('text message', 'timeout');
    expect(lines).toEqual([
      'A mail could not be handed over: certificate.',
      'A mail could not be handed over: timeout.',
      'A text message could not be handed over: timeout.',
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(3)).toEqual([
      '999 more within a minute: a mail could not be handed over: certificate.',
    ]);
    note('mail', 'certificate');
    expect(lines).toHaveLength(5);
    vi.useRealTimers();
  });

  it('have their kind for the log of the jobs, also for an invalid message [R-56]', () => {
    const cause = Object.assign(new Error('secret'), { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' });
    expect(new MailError('x', { permanent: false, cause }).code).toBe('certificate');
    expect(new TextMessageError('x', { code: 'unfit' }).code).toBe('unfit');
    expect(
      kindOfFault(new TypeError('fetch failed', { cause: new AggregateError([{ code: 'ENETUNREACH' }]) })),
    ).toBe('connection');
    for (const strange of [null, undefined, 'x', new Error('x'), { code: 7 }])
      expect(kindOfFault(strange)).toBe('other');
  });
});
