import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyLimit } from '../src/server/http/http.ts';
import {
  ask,
  isInstalled,
  startProxy,
  startUpstream,
  type Proxy,
  type ProxyKind,
  type Upstream,
} from './proxies.ts';
import { startApp } from './start-app.ts';

const hasOpenssl = isInstalled('openssl', 'version');
const client = '127.0.0.2';
const other = '127.0.0.3';

it('the example proxies name the one body limit of the server [R-62]', () => {
  for (const name of ['haproxy.cfg', 'nginx.conf'])
    expect(readFileSync(join(import.meta.dirname, '../docs/operations', name), 'utf8')).toMatch(
      new RegExp(`(gt|client_max_body_size) ${bodyLimit}\\b`),
    );
});

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
    it.skip(`is tried where ${kind} and openssl are installed: they are not here`, () => {});
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

  it('throws away what a caller says of its address [R-64] [R-01]', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' };
    const { text } = await ask(proxy, '/x', { from: client, headers });
    expect(JSON.parse(text)).toEqual({ forwarded: client, url: '/x', bytes: 0 });
  });

  it('takes the largest body that the server takes, and no larger one [R-64] [R-62]', async () => {
    const largest = await ask(proxy, '/x', { body: Buffer.alloc(bodyLimit) });
    expect([largest.status, JSON.parse(largest.text).bytes]).toEqual([200, bodyLimit]);
    expect((await ask(proxy, '/x', { body: Buffer.alloc(bodyLimit + 1) })).status).toBe(413);
  });

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

  it('leads pages to https and refuses the API over plain http [R-64]', async () => {
    const page = await ask(proxy, '/login', { plain: true, headers: { host: 'wattle.example' } });
    expect([page.status, page.headers.location]).toEqual([308, 'https://wattle.example/login']);
    expect((await ask(proxy, '/api/graphql', { plain: true })).status).toBe(403);
  });

  it('lets web sockets through [R-64]', async () => {
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

  it('serves others while one client holds hundreds of connections [R-64]', async () => {
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

  it('lets no request fail when a server is stopped as the guide says, and one that died [R-64]', async () => {
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
        // Not asked any more: its count stands still.
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

  it('counts each client by itself at the server behind, whatever the others do [R-64] [R-01]', async () => {
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
