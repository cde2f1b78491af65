import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../processes/free-port.ts';

const examples = resolve(import.meta.dirname, '../../docs/operations');

export type ProxyKind = 'haproxy' | 'nginx';

/** Whether a program is installed: runs it to print its version. */
export const isInstalled = (program: string, flag: string): boolean =>
  spawnSync(program, [flag], { stdio: 'ignore' }).error === undefined;

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'wattle.key'), join(folder, 'certificate.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error('openssl made no certificate');
  writeFileSync(join(folder, 'wattle.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

/** Returns the example of the documents, with its ports and folders replaced by those of the test. */
function exampleOf(
  kind: ProxyKind,
  folder: string,
  ports: { plain: number; tls: number; servers: number[] },
): string {
  const file = join(examples, kind === 'haproxy' ? 'haproxy.cfg' : 'nginx.conf');
  let text = readFileSync(file, 'utf8');
  const change = (from: string | RegExp, to: string) => {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`${file} has no ${String(from)}`);
    text = changed;
  };
  change(/10\.0\.0\.1([123]):3000/g, '127.0.0.1:SERVER$1');
  // The examples have three servers; a test may have two.
  if (ports.servers.length === 2) change(/^.*SERVER3.*\n/gm, '');
  for (const [index, port] of ports.servers.entries()) change(`SERVER${index + 1}`, String(port));
  if (kind === 'haproxy') {
    change('bind :80', `bind 127.0.0.1:${ports.plain}`);
    change('bind :443', `bind 127.0.0.1:${ports.tls}`);
    change('/etc/haproxy', folder);
  } else {
    change('listen 80', `listen 127.0.0.1:${ports.plain}`);
    change('listen 443', `listen 127.0.0.1:${ports.tls}`);
    change('/etc/nginx', folder);
    change('/var/log/nginx', folder);
    change('/run/nginx.pid', join(folder, 'nginx.pid'));
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = places.map((name) => `${name}_temp_path ${join(folder, name)};`);
    change('http {\n', `http {\n${temporary.join('\n')}\n`);
  }
  return text;
}

export type Proxy = {
  tls: number;
  plain: number;
  /** Returns its output so far: the log. */
  printed(): string;
  stop(): Promise<void>;
};

/** Starts a proxy with an example configuration in front of two or three servers at these ports. */
export async function startProxy(
  kind: ProxyKind,
  servers: readonly [number, number, number?],
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `wattle-${kind}-`));
  // The proxy's own user must be able to enter the folder.
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const [plain, tls] = [await freePort(), await freePort()];
  const file = join(folder, 'proxy.conf');
  writeFileSync(
    file,
    exampleOf(kind, folder, { plain, tls, servers: servers.filter((port) => port !== undefined) }),
  );
  const started: ChildProcess =
    kind === 'haproxy'
      ? spawn('haproxy', ['-db', '-f', file])
      : spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;']);
  let printed = '';
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (data) => (printed += String(data)));
  const stop = async () => {
    if (started.exitCode === null) {
      const ended = once(started, 'exit');
      started.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const logFile = join(folder, 'wattle.log');
  const logged = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  const proxy: Proxy = { tls, plain, printed: () => printed + logged(), stop };
  for (let tries = 0; tries < 200; tries += 1) {
    if (started.exitCode !== null) throw new Error(`${kind} did not start:\n${printed}`);
    const answered = await ask(proxy, '/up').catch(() => null);
    if (answered?.status === 200 || answered?.status === 404) return proxy;
    await wait(50);
  }
  await stop();
  throw new Error(`${kind} does not respond:\n${printed}`);
}

export type Asked = {
  from?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Sends only the headers of a request that announces a body of this length. */
  announcedBytes?: number;
  plain?: boolean;
};

/** Sends a request through a proxy, from one of this machine's loopback addresses. */
export function ask(proxy: Pick<Proxy, 'tls' | 'plain'>, path: string, asked: Asked = {}) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((done, failed) => {
    const length = asked.announcedBytes ?? asked.body?.length;
    const options = {
      host: '127.0.0.1',
      port: asked.plain ? proxy.plain : proxy.tls,
      path,
      method: length === undefined ? 'GET' : 'POST',
      localAddress: asked.from ?? '127.0.0.1',
      headers: { ...asked.headers, ...(length !== undefined && { 'content-length': String(length) }) },
      rejectUnauthorized: false,
      agent: false,
    };
    const call = asked.plain ? http.request(options) : https.request(options);
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', failed);
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, headers: response.headers, text });
        call.destroy();
      });
    });
    call.on('error', failed);
    if (asked.announcedBytes === undefined) call.end(asked.body);
    else call.flushHeaders();
  });
}

/** Stand-in for a server of Wattle, which counts its requests and returns what it received. */
export type Upstream = {
  port: number;
  requests: number;
  isReady: boolean;
  /** Accepts connections and sends no response, like a suspended process. */
  isHung: boolean;
  /** Answers API requests with 503, as when the bucket or the database is unavailable. */
  refusesCalls: boolean;
  /** Delay before each response except that of /readyz, in milliseconds. */
  delayMs: number;
  /** Ids of the requests with a PIN that it received, also while it hung. */
  pinIds: string[];
  stop(): Promise<void>;
};

export async function startUpstream(): Promise<Upstream> {
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    if (request.method === 'POST' && request.url?.startsWith('/acp-login/'))
      upstream.pinIds.push(String(request.headers['x-request-id']));
    if (upstream.isHung) return;
    if (request.url === '/readyz') {
      response.writeHead(upstream.isReady ? 200 : 503).end();
      return;
    }
    upstream.requests += 1;
    let bytes = 0;
    request.on('data', (part: Buffer) => (bytes += part.length));
    request.on('end', () => {
      const { headers, url } = request;
      if (upstream.refusesCalls && url?.startsWith('/api/')) response.statusCode = 503;
      const answer = { forwarded: headers['x-forwarded-for'], other: headers['forwarded'], url, bytes };
      setTimeout(() => response.end(JSON.stringify(answer)), upstream.delayMs);
    });
  });
  server.on('upgrade', (_, socket: Socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: Upstream = {
    port: (server.address() as AddressInfo).port,
    requests: 0,
    isReady: true,
    isHung: false,
    refusesCalls: false,
    delayMs: 0,
    pinIds: [],
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeIdleConnections();
      await wait(20);
      for (const socket of sockets) socket.destroy();
    },
  };
  return upstream;
}
