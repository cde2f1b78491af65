import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The stand-in reports files that contain these bytes as infected. */
export const infectedMark = 'WATTLE-TEST-INFECTED';

/** A stand-in for ClamAV's daemon that can stop answering. */
export type Scanner = {
  host: string;
  port: number;
  /** Whole files that were sent to it. */
  scans: number;
  /** Accepts connections and gives no verdict from now on. */
  fallSilent(): void;
  /** Gives verdicts from now on. Scans under way fail, as when the daemon restarts. */
  answer(): void;
  close(): Promise<void>;
};

const command = 'zINSTREAM\0';

/** Returns the file in an INSTREAM request; null while some of it has not arrived. */
function fileIn(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

export async function startScanner(): Promise<Scanner> {
  let isSilent = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const parts: Buffer[] = [];
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      const file = fileIn(Buffer.concat(parts));
      if (file === null) return;
      scanner.scans += 1;
      if (!isSilent) socket.end(file.includes(infectedMark) ? 'stream: Test FOUND\0' : 'stream: OK\0');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const scanner: Scanner = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    scans: 0,
    fallSilent: () => void (isSilent = true),
    answer() {
      isSilent = false;
      disconnectAll();
    },
    async close() {
      server.close();
      disconnectAll();
      await once(server, 'close');
    },
  };
  return scanner;
}
