import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the connection of a caller', () => {
  it.each(['/healthz', '/', '/login', '/api/graphql', '/acp-login/unknown', '/assets/none.js'])(
    'is kept after a request without a body: %s',
    async (path) => {
      const { headers } = await fetch(app.url + path, { redirect: 'manual' });
      expect(headers.get('connection')).not.toBe('close');
    },
  );

  it('is closed after a refusal that did not wait for the rest of a body, so that no later request waits for it [S-80]', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `PUT /api/files/none/parts/1 HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\nfirst bytes`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\nconnection: close\r\n/i);
    socket.destroy();
  });
});
