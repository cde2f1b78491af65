import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices } from '../../../../testing/services.ts';
import { httpTextMessages } from './http.ts';
import { outboxTextMessages } from './outbox.ts';
import { TextMessageError, type TextMessage, type TextMessages } from './port.ts';

type Peer = {
  messages: TextMessages;
  received: () => Promise<TextMessage[]>;
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a gateway that stores the received requests and sends the configured answer. */
async function startGateway() {
  const requests: { request: IncomingMessage; body: string }[] = [];
  let answer: { status: number; headers?: Record<string, string>; body?: string } | 'nothing' = {
    status: 202,
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      requests.push({ request, body });
      if (answer !== 'nothing') response.writeHead(answer.status, answer.headers).end(answer.body ?? '{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/messages`,
    requests,
    answerWith: (next: typeof answer) => void (answer = next),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const settings = (smsUrl: string) => ({ smsUrl, smsToken: 'token-7', smsFrom: 'Wattle' });

async function httpPeer(): Promise<Peer> {
  const gateway = await startGateway();
  return {
    messages: httpTextMessages(settings(gateway.url)),
    received: async () =>
      gateway.requests.map(({ body }) => {
        const { to, text } = JSON.parse(body) as TextMessage;
        return { to, text };
      }),
    clear: async () => void (gateway.requests.length = 0),
    close: gateway.close,
  };
}

async function outboxPeer(): Promise<Peer> {
  const test = await startServices();
  const { db } = test.services;
  return {
    messages: outboxTextMessages(db),
    received: async () =>
      (await db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute()).map(
        ({ to_address, plain }) => ({ to: to_address, text: plain }),
      ),
    clear: async () => void (await db.deleteFrom('mail_outbox').execute()),
    close: () => test.close(),
  };
}

const message = (more: Partial<TextMessage> = {}): TextMessage => ({
  to: '+61491570156',
  text: 'Wattle code: 123456. It works for 5 minutes.\n\n@wattle.example #123456',
  ...more,
});

describe.each([
  ['the HTTP adapter, against a gateway', httpPeer],
  ['the outbox adapter', outboxPeer],
])('%s', (_, start) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await start();
  });
  beforeEach(() => peer.clear());
  afterAll(() => peer.close());

  it('delivers number and text, in both languages, and a repeated message as two [D-12]', async () => {
    const chinese = message({ text: 'Wattle 验证码：123456，5 分钟内有效。\n\n@wattle.example #123456' });
    await peer.messages.send(message());
    await peer.messages.send(chinese);
    await peer.messages.send(chinese);
    expect(await peer.received()).toEqual([message(), chinese, chinese]);
  });

  it.each([
    ['no number', { to: '' }],
    ['a number without its country', { to: '0491570156' }],
    ['two numbers', { to: '+61491570156,+61491570157' }],
    ['a second line in the number', { to: '+61491570156\n+61491570157' }],
    ['a name', { to: 'Margaret' }],
    ['an emergency number', { to: '000' }],
    ['no text', { text: ' \n ' }],
    ['a text without end', { text: 'a'.repeat(269) }],
    ['signs that cannot be printed', { text: 'code\u0000 123456' }],
    ['half a sign', { text: 'code \ud83d' }],
  ])('refuses %s before anything is sent, without quoting it [security 28]', async (_name, wrong) => {
    const refusal = await peer.messages.send(message(wrong)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TextMessageError);
    expect((refusal as Error).message).not.toMatch(/\d{3}|Margaret/);
    expect(await peer.received()).toEqual([]);
  });
});

describe('the HTTP adapter', () => {
  it('posts JSON of number, sender and text with its token [D-12]', async () => {
    const gateway = await startGateway();
    await httpTextMessages(settings(gateway.url)).send(message());
    const [{ request, body } = { request: undefined, body: '' }] = gateway.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/v1/messages' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer token-7',
      'content-type': 'application/json',
    });
    expect(JSON.parse(body)).toEqual({ to: '+61491570156', from: 'Wattle', text: message().text });
    await gateway.close();
  });

  it.each([400, 401, 403, 404, 429, 500, 503])(
    'reports that the gateway refused with %i, without its text',
    async (status) => {
      const gateway = await startGateway();
      gateway.answerWith({ status, body: '{"error":"no credit for +61491570156"}' });
      const refusal = await httpTextMessages(settings(gateway.url))
        .send(message())
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(TextMessageError);
      expect((refusal as Error).message).not.toContain('credit');
      expect((refusal as Error).message).not.toContain('491570156');
      await gateway.close();
    },
  );

  it('sends its token to no other server, whatever the gateway responds [security 28]', async () => {
    const [gateway, other] = [await startGateway(), await startGateway()];
    gateway.answerWith({ status: 307, headers: { location: other.url } });
    await expect(httpTextMessages(settings(gateway.url)).send(message())).rejects.toThrow(TextMessageError);
    expect(other.requests).toEqual([]);
    await Promise.all([gateway.close(), other.close()]);
  });

  it('fails if the gateway does not respond in time, and if it is unavailable', async () => {
    const gateway = await startGateway();
    gateway.answerWith('nothing');
    const begin = performance.now();
    await expect(httpTextMessages(settings(gateway.url), { timeoutMs: 300 }).send(message())).rejects.toThrow(
      TextMessageError,
    );
    expect(performance.now() - begin).toBeLessThan(3_000);
    await gateway.close();
    await expect(httpTextMessages(settings(gateway.url)).send(message())).rejects.toThrow(TextMessageError);
  });
});
