import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestRequestBytes } from '../../src/server/features/sign-up/with-file/guest-upload.ts';
import { bodyLimit } from '../../src/server/http/http.ts';
import {
  ask,
  isInstalled,
  startProxy,
  startUpstream,
  type Proxy,
  type ProxyKind,
  type Upstream,
} from './proxies.ts';
import { startApp } from '../start-app.ts';

const hasOpenssl = isInstalled('openssl', 'version');
const client = '127.0.0.2';
const other = '127.0.0.3';

it('the example proxies have the body limits of the server, for all requests and for sign-up with a file [R-62] [S-85]', () => {
  for (const name of ['haproxy.cfg', 'nginx.conf'])
    for (const limit of [bodyLimit, guestRequestBytes])
      expect(readFileSync(join(import.meta.dirname, '../../docs/operations', name), 'utf8')).toMatch(
        new RegExp(`(gt|client_max_body_size) ${limit}\\b`),
      );
});

/** Opens twelve cards one after another; returns the statuses and the time of the slowest response. */
async function openTwelveCards(proxy: Proxy): Promise<{ statuses: number[]; slowestMs: number }> {
  const statuses: number[] = [];
  let slowestMs = 0;
  for (let card = 0; card < 12; card += 1) {
    const start = performance.now();
    const { status } = await ask(proxy, `/acp-login/card-${card}`, { body: Buffer.from('pin=123456') });
    slowestMs = Math.max(slowestMs, performance.now() - start);
    statuses.push(status);
  }
  return { statuses, slowestMs };
}
const allOpen = Array.from({ length: 12 }, () => 200);

describe.each<[kind: ProxyKind, isHere: boolean]>([
  ['haproxy', hasOpenssl && isInstalled('haproxy', '-v')],
  ['nginx', hasOpenssl && isInstalled('nginx', '-v')],
])('the example for %s', (kind, isHere) => {
  let proxy: Proxy;
  let servers: [Upstream, Upstream, Upstream];
  const portsOf = (all: typeof servers) => all.map(({ port }) => port) as [number, number, number];
  const startServers = async (): Promise<typeof servers> => [
    await startUpstream(),
    await startUpstream(),
    await startUpstream(),
  ];

  if (!isHere) {
    it.skip(`is tested only when ${kind} and openssl are installed`, () => {});
    return;
  }

  beforeAll(async () => {
    servers = await startServers();
    proxy = await startProxy(kind, portsOf(servers));
  }, 60_000);
  afterAll(async () => {
    await proxy.stop();
    for (const server of servers) await server.stop();
  });

  it('discards headers in which a caller claims an address [R-64] [R-01]', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' };
    const { text } = await ask(proxy, '/x', { from: client, headers });
    expect(JSON.parse(text)).toEqual({ forwarded: client, url: '/x', bytes: 0 });
  });

  it('accepts the largest body that the server accepts, and no larger one [R-64] [R-62]', async () => {
    const largest = await ask(proxy, '/x', { body: Buffer.alloc(bodyLimit) });
    expect([largest.status, JSON.parse(largest.text).bytes]).toEqual([200, bodyLimit]);
    expect((await ask(proxy, '/x', { body: Buffer.alloc(bodyLimit + 1) })).status).toBe(413);
  });

  it('accepts a video of 50 MB for sign-up with a file, and no more [S-85]', async () => {
    const path = '/api/auth/email-password-file';
    const largest = await ask(proxy, path, { body: Buffer.alloc(guestRequestBytes) });
    expect([largest.status, JSON.parse(largest.text).bytes]).toEqual([200, guestRequestBytes]);
    expect((await ask(proxy, path, { announcedBytes: guestRequestBytes + 1 })).status).toBe(413);
  });

  it('opens all twelve cards after every server answered many requests with 503 [S-80]', async () => {
    for (const server of servers) server.refusesCalls = true;
    try {
      for (let tries = 0; tries < 12; tries += 1)
        expect((await ask(proxy, '/api/graphql', { body: Buffer.from('{}') })).status).toBe(503);
      expect((await openTwelveCards(proxy)).statuses).toEqual(allOpen);
    } finally {
      for (const server of servers) server.refusesCalls = false;
    }
  });

  it('opens all twelve cards within 2 s each while a server hangs, sends a repeated PIN with the id of the first, and gets pages from the others [S-82] [C-01]', async () => {
    const own = await startServers();
    const through = await startProxy(kind, portsOf(own));
    try {
      own[0].isHung = true;
      const { statuses, slowestMs } = await openTwelveCards(through);
      expect(statuses).toEqual(allOpen);
      // An unanswered attempt takes at most 1.2 s; the servers of this test answer at once.
      expect(slowestMs).toBeLessThan(2_000);
      const [hung, ...others] = own.map(({ pinIds }) => pinIds);
      expect(hung!.length).toBeGreaterThan(0);
      expect(others.flat()).toEqual(expect.arrayContaining(hung!));
      // Another one for each card, which begins with the time.
      expect(new Set(others.flat()).size).toBe(12);
      const seconds = others.flat().map((id) => Number(/^(\d{10})[.-]/.exec(id)?.[1]));
      for (const each of seconds) expect(Math.abs(each - Date.now() / 1_000)).toBeLessThan(60);
      for (let pages = 0; pages < 6; pages += 1) expect((await ask(through, '/login')).status).toBe(200);
    } finally {
      await through.stop();
      for (const server of own) await server.stop();
    }
  }, 60_000);

  it('opens cards from the only server that still works, even when it is slow [S-82]', async () => {
    const own = await startServers();
    const through = await startProxy(kind, portsOf(own));
    try {
      for (const server of own.slice(1)) server.isHung = true;
      own[0].delayMs = 2_000;
      // HAProxy detects the loss of the two servers by its health checks.
      await expect
        .poll(async () => (await ask(through, '/acp-login/card', { body: Buffer.from('pin=1') })).status, {
          timeout: 30_000,
        })
        .toBe(200);
      const start = performance.now();
      const { status } = await ask(through, '/acp-login/card', { body: Buffer.from('pin=1') });
      expect(status).toBe(200);
      // At most 1.2 s for each of the three servers, then 6 s for each that hangs.
      expect(performance.now() - start).toBeLessThan(20_000);
    } finally {
      await through.stop();
      for (const server of own) await server.stop();
    }
  }, 90_000);

  it('keeps addresses of cards and tokens out of its log [R-64] [R-58]', async () => {
    const paths = [
      '/acp-login/',
      '//acp-login/',
      '/%61cp-login/',
      '/ACP-LOGIN/',
      '/acp%2Dlogin/',
      '/./acp-login/',
    ];
    for (const path of paths) await ask(proxy, `${path}SECRETCARD?token=SECRETTOKEN`);
    await ask(proxy, '/acp-login/SECRETCARD', { plain: true });
    await ask(proxy, '/last-line');
    await expect.poll(() => proxy.printed()).toContain('/last-line');
    const logged = proxy
      .printed()
      .split('\n')
      .filter((line) => line.includes('/acp-login/*'));
    expect(logged.length).toBeGreaterThan(5);
    expect(proxy.printed()).not.toMatch(/SECRET/);
  });

  it('redirects pages to https and refuses the API over plain http [R-64]', async () => {
    const page = await ask(proxy, '/login', { plain: true, headers: { host: 'wattle.example' } });
    expect([page.status, page.headers.location]).toEqual([308, 'https://wattle.example/login']);
    expect((await ask(proxy, '/api/graphql', { plain: true })).status).toBe(403);
  });

  it('forwards web sockets [R-64]', async () => {
    const socket = connectTls({
      host: '127.0.0.1',
      port: proxy.tls,
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    });
    await once(socket, 'secureConnect');
    socket.write(
      'GET /api/graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 101/);
    socket.write('hello');
    const [echo] = (await once(socket, 'data')) as [Buffer];
    expect(echo.toString()).toBe('hello');
    socket.destroy();
  });

  it('serves other clients while one client holds hundreds of connections [R-64]', async () => {
    const held: Socket[] = [];
    for (let index = 0; index < 300; index += 1) {
      const socket = connect({ host: '127.0.0.1', port: proxy.tls, localAddress: client });
      socket.on('error', () => {});
      held.push(socket);
    }
    const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(proxy, '/x', { from: other })));
    expect(statuses.every(({ status }) => status === 200)).toBe(true);
    for (const socket of held) socket.destroy();
  });

  it('loses no request when a server stops as the guide describes or dies [R-64]', async () => {
    const own = await startServers();
    const through = await startProxy(kind, portsOf(own));
    try {
      const failed: number[] = [];
      let going = true;
      const load = Array.from({ length: 4 }, async () => {
        while (going) {
          const { status } = await ask(through, '/x', { from: client }).catch(() => ({ status: 0 }));
          if (status !== 200) failed.push(status);
        }
      });
      if (kind === 'haproxy') {
        own[0].isReady = false;
        // It gets no more requests: its count does not change.
        await expect
          .poll(
            async () => {
              const before = own[0].requests;
              const elsewhere = own[1].requests;
              await expect.poll(() => own[1].requests).toBeGreaterThan(elsewhere + 20);
              return own[0].requests - before;
            },
            { timeout: 20_000 },
          )
          .toBe(0);
      }
      await own[0].stop();
      const after = own[1].requests;
      await expect.poll(() => own[1].requests, { timeout: 10_000 }).toBeGreaterThan(after + 50);
      going = false;
      await Promise.all(load);
      expect(failed).toEqual([]);
    } finally {
      await through.stop();
      for (const server of own) await server.stop();
    }
  }, 60_000);

  it('passes the address of each client on, so that the server limits each client separately [R-64] [R-01]', async () => {
    const app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' }, requestsPerMinute: 5 });
    const port = Number(new URL(app.url).port);
    const through = await startProxy(kind, [port, port, port]);
    try {
      const statusOf = async (from: string, claimed?: string) => {
        const headers = claimed === undefined ? {} : { 'x-forwarded-for': claimed };
        return (await ask(through, '/api/acp/plan.pdf', { from, headers })).status;
      };
      const statuses: number[] = [];
      for (let times = 0; times < 8; times += 1) statuses.push(await statusOf(client, `203.0.113.${times}`));
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      expect(await statusOf(other)).toBe(401);
      expect((await ask(through, '/acp-login/card', { from: client })).status).toBe(200);
      expect((await ask(through, '/readyz', { from: client })).status).toBe(200);
    } finally {
      await through.stop();
      await app.close();
    }
  }, 60_000);
});
