import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { outboxMailer } from './outbox.ts';
import { MailError, type Mail, type Mailer } from './port.ts';
import { smtpMailer } from './smtp.ts';

/** The fields of a received mail. */
type Received = {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  plain: string;
  senderName?: string;
  replyTo?: string;
};

type Peer = {
  mailer: Mailer;
  received: () => Promise<Received[]>;
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

function decodeBody(encoding: string, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeBody('quoted-printable', word.replaceAll('_', ' ')),
    );

function split(text: string): [head: Map<string, string>, body: string] {
  const at = text.indexOf('\r\n\r\n');
  return [headersOf(text.slice(0, at)), text.slice(at + 4)];
}

/** Returns the sender's name and the reply address if they differ from the configuration. */
function senderIn(head: Map<string, string>): Pick<Received, 'senderName' | 'replyTo'> {
  const [, quoted, name] =
    /^(?:"(.*)"|(.*?))\s*<no-reply@wattle\.example>$/.exec(head.get('from') ?? '') ?? [];
  const senderName = decodeWords(quoted ?? name ?? '');
  const replyTo = head.get('reply-to');
  return { ...(senderName !== 'Wattle' && { senderName }), ...(replyTo !== undefined && { replyTo }) };
}

/** Parses a two-part MIME message (RFC 2045 to 2047), in the form of our own mails. */
function readMessage(text: string, to: string): Received {
  const [head, body] = split(text);
  const boundary = /boundary="([^"]+)"/.exec(head.get('content-type') ?? '')?.[1] ?? '';
  const parts = new Map<string, string>();
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [partHead, partBody] = split(part.replace(/^\r\n/, ''));
    const type = (partHead.get('content-type') ?? '').split(';')[0] ?? '';
    parts.set(type, decodeBody(partHead.get('content-transfer-encoding') ?? '7bit', partBody));
  }
  return {
    messageId: (head.get('message-id') ?? '').replace(/[<>]/g, ''),
    to,
    subject: decodeWords(head.get('subject') ?? ''),
    html: parts.get('text/html') ?? '',
    plain: parts.get('text/plain') ?? '',
    ...senderIn(head),
  };
}

async function smtpPeer(): Promise<Peer & { server: SMTPServer; raw: string[] }> {
  const raw: string[] = [];
  const got: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _, callback) =>
      address.address.startsWith('unknown@')
        ? callback(Object.assign(new Error('No such user'), { responseCode: 550 }))
        : callback(),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('latin1');
        raw.push(text);
        got.push(readMessage(text, session.envelope.rcptTo.map(({ address }) => address).join()));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = smtpMailer(
    { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Wattle <no-reply@wattle.example>' },
    { timeoutMs: 2_000 },
  );
  return {
    mailer,
    server,
    raw,
    received: async () => got,
    clear: async () => {
      got.length = 0;
      raw.length = 0;
    },
    close: async () => {
      await mailer.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function outboxPeer(): Promise<Peer> {
  const test: TestServices = await startServices();
  const { db } = test.services;
  const mailer = outboxMailer(db);
  return {
    mailer,
    received: async () =>
      (await db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute()).map((row) => ({
        messageId: row.message_id,
        to: row.to_address,
        subject: row.subject,
        html: row.html,
        plain: row.plain,
        ...(row.sender_name !== null && { senderName: row.sender_name }),
        ...(row.reply_to !== null && { replyTo: row.reply_to }),
      })),
    clear: async () => void (await db.deleteFrom('mail_outbox').execute()),
    close: async () => {
      await mailer.close();
      await test.close();
    },
  };
}

const mail = (more: Partial<Mail> = {}): Mail => ({
  messageId: 'a1.owner@wattle.example',
  to: 'margaret@demo.example',
  subject: 'Your plan is complete',
  html: '<!doctype html><html lang="en-AU"><p>Hello, 您好 – <a href="https://wattle.example/x?a=1&amp;b=2">link</a></p></html>',
  plain: 'Hello, 您好\n\n.a line that starts with a dot\nhttps://wattle.example/verify-email#token=abc',
  ...more,
});

const trimmed = (received: Received): Received => ({
  ...received,
  html: received.html.replaceAll('\r\n', '\n').trim(),
  plain: received.plain.replaceAll('\r\n', '\n').trim(),
});

describe.each([
  ['the SMTP adapter, against an SMTP server', smtpPeer],
  ['the outbox adapter', outboxPeer],
])('%s', (_, start) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await start();
  });
  beforeEach(() => peer.clear());
  afterAll(() => peer.close());

  it('delivers the whole mail, in both languages and both forms [GAP-119]', async () => {
    const sent = mail({ subject: '您的计划已完成，请打印急救卡，并告诉身边的人，也请给医生一份副本' });
    await peer.mailer.send(sent);
    expect((await peer.received()).map(trimmed)).toEqual([sent]);
  });

  it.each(['Banksia Care', "O'Brien & Sons - Care", '金合欢照护'])(
    'sends from the configured name, %s, with the right reply address [GAP-77]',
    async (senderName) => {
      const sent = mail({ senderName, replyTo: 'office@banksia.example' });
      await peer.mailer.send(sent);
      expect((await peer.received()).map(trimmed)).toEqual([sent]);
    },
  );

  it.each([
    ['a second header in the name of the sender', { senderName: 'Wattle\r\nBcc: thief@evil.example' }],
    ['an address in the name of the sender', { senderName: 'Bank <thief@evil.example>' }],
    ['quotes in the name of the sender', { senderName: 'Wattle" <thief@evil.example>, "x' }],
    ['an empty name of the sender', { senderName: ' ' }],
    ['a second address for answers', { replyTo: 'a@demo.example, thief@evil.example' }],
    ['a header in the address for answers', { replyTo: 'a@demo.example\r\nBcc: thief@evil.example' }],
    ['a second header in the subject', { subject: 'Hello\r\nBcc: thief@evil.example' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: thief@evil.example' }],
    ['an empty subject', { subject: ' ' }],
    ['a second receiver', { to: 'a@demo.example, thief@evil.example' }],
    ['an SMTP command in the address', { to: 'a@demo.example>\r\nRCPT TO:<thief@evil.example' }],
    ['a name before the address', { to: 'Ann <a@demo.example>' }],
    ['blanks around the address', { to: ' a@demo.example' }],
    ['something that is no address', { to: 'unknown' }],
    ['a line break in the id', { messageId: 'a@b\r\nBcc: thief@evil.example' }],
    ['no text', { plain: '' }],
  ])('refuses %s permanently, before anything is sent [security 28]', async (_name, wrong) => {
    const refusal = await peer.mailer.send(mail(wrong)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailError);
    expect(refusal).toMatchObject({ permanent: true });
    expect((refusal as MailError).message).not.toContain('evil');
    expect(await peer.received()).toEqual([]);
  });
});

describe('the SMTP adapter', () => {
  it('distinguishes a refused address from an unavailable server [fault 13]', async () => {
    const peer = await smtpPeer();
    expect(
      await peer.mailer.send(mail({ to: 'unknown@demo.example' })).catch((error: unknown) => error),
    ).toMatchObject({ permanent: true });
    await peer.close();
    const away = await peer.mailer.send(mail()).catch((error: unknown) => error);
    expect(away).toBeInstanceOf(MailError);
    expect(away).toMatchObject({ permanent: false });
    expect((away as MailError).message).not.toContain('margaret@demo.example');
  });

  it('times out if the server accepts the connection and does not respond [fault 13]', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const mailer = smtpMailer(
      { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'no-reply@wattle.example' },
      { timeoutMs: 300 },
    );
    const begin = performance.now();
    await expect(mailer.send(mail())).rejects.toMatchObject({ permanent: false });
    expect(performance.now() - begin).toBeLessThan(3_000);
    silent.close();
  });

  it('writes one From, one To and no Bcc, whatever the texts contain [security 28]', async () => {
    const peer = await smtpPeer();
    await peer.mailer.send(
      mail({
        subject: 'Bcc: thief@evil.example',
        plain: 'Bcc: thief@evil.example\r\n.\r\nMAIL FROM:<x@evil.example>',
      }),
    );
    const [text = ''] = peer.raw;
    const head = text.slice(0, text.indexOf('\r\n\r\n'));
    expect(head.match(/^from:/gim)).toHaveLength(1);
    expect(head.match(/^to:/gim)).toHaveLength(1);
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toMatch(/^Message-ID: <a1\.owner@wattle\.example>\r?$/im);
    expect(head).toMatch(/^Auto-Submitted: auto-generated\r?$/im);
    expect(head).not.toMatch(/^list-unsubscribe/im);
    expect(peer.raw).toHaveLength(1);
    await peer.close();
  });

  it('adds the unsubscribe page of a summary as a header, without one-click unsubscribe [R-63]', async () => {
    const peer = await smtpPeer();
    await peer.mailer.send(mail({ unsubscribe: 'https://wattle.example/provider/settings/notification' }));
    const [text = ''] = peer.raw;
    const head = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ');
    expect(head).toMatch(
      /^List-Unsubscribe: <https:\/\/wattle\.example\/provider\/settings\/notification>\r?$/im,
    );
    expect(head).not.toMatch(/^list-unsubscribe-post/im);
    await expect(
      peer.mailer.send(mail({ unsubscribe: 'https://wattle.example/>\r\nBcc: thief@evil.example' })),
    ).rejects.toMatchObject({ permanent: true });
    await peer.close();
  });
});
