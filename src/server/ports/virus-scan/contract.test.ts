import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { clamdScan } from './clamd.ts';
import { noVirusScan } from './none.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a test daemon that collects the content of INSTREAM and responds with `answer`. */
async function daemon(answer: (content: Buffer) => string | null, onBytes?: (socket: Socket) => void) {
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      onBytes?.(socket);
      const chunks: Buffer[] = [];
      const command = 'zINSTREAM\0';
      let at = command.length;
      while (at + 4 <= bytes.length) {
        const length = bytes.readUInt32BE(at);
        if (length === 0) {
          const said =
            bytes.toString('latin1', 0, command.length) === command
              ? answer(Buffer.concat(chunks))
              : 'UNKNOWN COMMAND';
          if (said !== null) socket.end(`${said}\0`);
          return;
        }
        if (at + 4 + length > bytes.length) return;
        chunks.push(bytes.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return clamdScan({ host: '127.0.0.1', port }, { connect: 500, step: 500, verdict: 500 });
}

async function* content(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

describe('the virus scanner', () => {
  it('sends the whole file and returns the verdict of the daemon [security 34]', async () => {
    const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
    const scan = await daemon((bytes) =>
      bytes.toString().includes('EICAR') ? 'stream: Eicar-Signature FOUND' : 'stream: OK',
    );
    expect(await scan.isClean(content('a letter', '', ' to you'))).toBe(true);
    expect(await scan.isClean(content(eicar.slice(0, 30), eicar.slice(30)))).toBe(false);
  });

  it.each([
    ['of another form', 'OK'],
    ['that it is too large', 'INSTREAM size limit exceeded. ERROR'],
    ['of nothing', ''],
    ['of a file called FOUND', 'stream: FOUND OK'],
  ])('throws for a response %s, so the file is not accepted [security 34]', async (_, answer) => {
    const scan = await daemon(() => answer);
    await expect(scan.isClean(content('x'))).rejects.toMatchObject({ name: 'VirusScanError' });
  });

  it('fails closed if the daemon is unavailable, hangs, or closes the connection [security 34]', async () => {
    const away = clamdScan({ host: '127.0.0.1', port: 1 });
    await expect(away.isClean(content('x'))).rejects.toMatchObject({ code: 'connection' });
    const hanging = await daemon(() => null);
    await expect(hanging.isClean(content('x'))).rejects.toMatchObject({ code: 'timeout' });
    const rude = await daemon(
      () => 'stream: OK',
      (socket) => socket.destroy(),
    );
    await expect(rude.isClean(content('x', 'y'))).rejects.toMatchObject({ name: 'VirusScanError' });
  });

  it('ends a scan if its caller no longer waits, before and after the connection is made [S-32]', async () => {
    const hanging = await daemon(() => null);
    const soon = AbortSignal.timeout(50);
    await expect(hanging.isClean(content('x'), soon)).rejects.toMatchObject({ code: 'timeout' });
    await expect(hanging.isClean(content('x'), soon)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('rethrows errors of reading the file', async () => {
    const scan = await daemon(() => 'stream: OK');
    async function* broken() {
      yield Buffer.from('x');
      throw new Error('The store is away');
    }
    await expect(scan.isClean(broken())).rejects.toThrow('The store is away');
  });

  it('accepts every file if none is configured', async () => {
    expect(await noVirusScan.isClean(content('x'))).toBe(true);
  });
});
