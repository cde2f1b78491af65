import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { AppError } from '../../../../domain/errors.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import { freshEmail, signupBody } from '../../sign-in/sign-in.fixture.ts';
import { readSignUp } from './guest-upload.ts';

const path = '/api/auth/email-password-file';

describe('sign-ups that arrive slowly', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Begins a long sign-up from one of this machine's own addresses. */
  async function begin(url: string, from: string): Promise<Socket> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\ncontent-type: application/json\r\ncontent-length: 5000000\r\n\r\n`,
    );
    socket.write('{"firstName":"Ann",');
    return socket;
  }

  it('from 26 addresses do not prevent others from signing up with a file [S-21]', async () => {
    const held = await Promise.all(
      Array.from({ length: 26 }, (_, at) => begin(app.url, `127.0.0.${10 + at}`)),
    );
    try {
      const { accountOwner: _, ...rest } = signupBody({
        ...{ email: freshEmail(), firstName: 'Ann', lastName: 'Lee', forMySelf: 'yes', type: 'signup' },
        ...{ fileName: 'a.pdf', documentType: 'ACP' },
        file: `data:application/pdf;base64,${pdfOf({ size: 200_000 }).toString('base64')}`,
      });
      const { body } = await new TestClient(app.url).post(path, rest);
      expect(body).toMatchObject({ ok: false, error: 'verification-required' });
    } finally {
      for (const socket of held) socket.destroy();
    }
  }, 30_000);

  it('are ended when they send too little in a window, at the beginning and in the middle [S-21]', async () => {
    const ends: string[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      const meta = { requestId: 'x', address: request.socket.remoteAddress ?? '', userAgent: null };
      const context = {
        services: app.services,
        actor: { kind: 'visitor' as const },
        meta: { ...meta, language: 'en' as const, sessionId: null },
      };
      void readSignUp(context, request, 5_000_000, { bytes: 10_000, windowMs: 300 }).catch(
        (error: unknown) => {
          const [field] = error instanceof AppError ? error.fields : [];
          ends.push(field?.message ?? String(error));
          response.writeHead(503, { connection: 'close' }).end();
        },
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stalled = await begin(url, '127.0.0.2');
    const middle = await begin(url, '127.0.0.3');
    middle.write(`"file":"data:application/pdf;base64,${'A'.repeat(60_000)}`);
    const dripping = await begin(url, '127.0.0.4');
    const drip = setInterval(() => dripping.write('"'), 20);
    try {
      await expect.poll(() => ends, { timeout: 10_000 }).toEqual(Array(3).fill('error.file.uploadSlow'));
    } finally {
      clearInterval(drip);
      for (const socket of [stalled, middle, dripping]) socket.destroy();
      server.closeAllConnections();
      server.close();
    }
  }, 30_000);
});
