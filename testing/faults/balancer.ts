import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A load balancer in front of servers that come and go. */
export type Balancer = {
  url: string;
  /** From now on new requests and sockets go to these, by turns. What is under way goes on. */
  lead(to: readonly string[]): void;
  close(): Promise<void>;
};

/** Passes every request on to one of the servers it leads to, and web sockets as well. */
export async function startBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  let turn = 0;
  const sockets = new Set<Socket>();
  const next = () => servers[(turn += 1) % servers.length] ?? '';
  const passOn = ({ method, url, headers }: http.IncomingMessage) =>
    http.request(next() + url, { method, headers, agent: false });

  const balancer = http.createServer((request, response) => {
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
    async close() {
      balancer.close();
      for (const socket of sockets) socket.destroy();
      await once(balancer, 'close');
    },
  };
}
