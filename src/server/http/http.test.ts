import { expect, it } from 'vitest';
import { pictureMaxBytes } from '../../domain/accounts/pictures.ts';
import { TestClient } from '../../../testing/client.ts';
import { startApp } from '../../../testing/start-app.ts';
import { bodyLimit } from './http.ts';

it('gives a request two minutes to arrive, so that senders who stall cannot fill the memory [security 27]', async () => {
  const { application, close } = await startApp();
  expect(application.app.server.requestTimeout).toBe(120_000);
  await close();
});

it('takes bodies up to one limit, which the largest picture fits into, and says that more is too large [R-62]', async () => {
  expect(bodyLimit).toBeGreaterThan((pictureMaxBytes * 4) / 3 + 10_000);
  const { close, url } = await startApp();
  const client = new TestClient(url);
  const padded = (bytes: number) => {
    const body = { query: '{ currentUser { id } }', token: '' };
    return { ...body, token: 'x'.repeat(bytes - JSON.stringify(body).length) };
  };
  for (const path of ['/api/graphql', '/api/auth/verify-email']) {
    expect((await client.post(path, padded(bodyLimit))).status).not.toBe(413);
    const { status, body } = await client.post(path, padded(bodyLimit + 1));
    expect([status, body.error ?? body.errors[0].extensions.code]).toEqual([413, 'too-large']);
  }
  await close();
});
