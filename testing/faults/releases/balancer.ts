import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Load balancer in front of servers that start and stop. */
export type Balancer = {
  url: string;
  /** Sends new requests and sockets to these servers in turn. Requests and sockets in progress continue. */
  lead(to: readonly string[]): void;
  /**
   * Polls `/readyz` of these servers twenty times a second and sends requests only to those that are ready. It gets no other
   * notice that a server stops. Servers may be added to the list and removed from it.
   */
  follow(all: readonly string[]): void;
  close(): Promise<void>;
};

/** Starts a balancer that forwards every request and web socket to one of its servers. */
export async function startBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  let following: AbortController | undefined;
  // Keeps connections to servers open, as real balancers do: a server that stops must not lose requests on them.
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;
  const sockets = new Set<Socket>();
  const next = () => servers[(turn += 1) % servers.length] ?? '';
  const passOn = ({ method, url, headers }: http.IncomingMessage) =>
    http.request(next() + url, {
      method,
      // Simulates many callers for a server with TRUST_PROXY, so that no rate limit of one address applies.
      headers: { ...headers, 'x-forwarded-for': `10.0.0.${turn % 250}` },
      agent: headers.upgrade ? false : agent,
    });
  const isReady = (server: string) =>
    fetch(`${server}/readyz`, { signal: AbortSignal.timeout(2_000) })
      .then(async (answer) => (await answer.arrayBuffer(), answer.status === 200))
      .catch(() => false);
  async function check(all: readonly string[], signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(50)) {
      const known = [...all];
      const ready = await Promise.all(known.map(isReady));
      if (!signal.aborted) servers = known.filter((_, index) => ready[index]);
    }
  }

  const balancer = http.createServer((request, response) => {
    if (servers.length === 0) return void response.writeHead(503).end();
    const passed = passOn(request);
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  balancer.on('upgrade', (request: http.IncomingMessage, near: Socket) => {
    const passed = passOn(request);
    passed.on('upgrade', (answer, far: Socket, head: Buffer) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      near.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
      near.write(head);
      near.pipe(far).pipe(near);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    });
    passed.on('response', () => near.destroy());
    passed.on('error', () => near.destroy());
    passed.end();
  });
  balancer.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    lead: (to) => void (servers = to),
    follow(all) {
      following?.abort();
      following = new AbortController();
      void check(all, following.signal);
    },
    async close() {
      following?.abort();
      agent.destroy();
      balancer.close();
      for (const socket of sockets) socket.destroy();
      await once(balancer, 'close');
    },
  };
}
