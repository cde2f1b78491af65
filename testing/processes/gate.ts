import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** TCP relay in front of a service, for tests in which the service becomes unavailable and available again. */
export type Gate = {
  port: number;
  /** Closes open connections and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Stops forwarding data; connections stay open. */
  freeze(): void;
  thaw(): void;
};

/** Starts an open gate, on a free port of this machine, that forwards to `target`. */
export async function startGate(target: { host: string; port: number }): Promise<Gate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  let isFrozen = false;
  const server = createServer((near) => {
    // The connection was accepted while the gate was closing.
    if (!server.listening) {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) keep(socket);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (part) => void to.write(part));
      if (isFrozen) from.pause();
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async shut() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: () => listen(port),
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
