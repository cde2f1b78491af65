import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pictureMaxBytes } from '../../domain/accounts/pictures.ts';
import { TestClient } from '../../../testing/client.ts';
import { startApp } from '../../../testing/start-app.ts';
import { bodyLimit } from './http.ts';

it('gives a request two minutes to arrive, so that stalled senders cannot fill the memory [security 27]', async () => {
  const { application, close } = await startApp();
  expect(application.app.server.requestTimeout).toBe(120_000);
  await close();
});

it('accepts bodies up to one limit, which fits the largest picture, and refuses larger ones as too large [R-62]', async () => {
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

it('reads a body that is too large to its end, so that a caller that is still sending gets the refusal instead of a broken connection [R-62]', async () => {
  const { close, url } = await startApp();
  const { port, host } = new URL(url);
  const part = Buffer.alloc(256 * 1024, 'x');
  const parts = 24;
  for (const length of [`content-length: ${part.length * parts}`, 'transfer-encoding: chunked']) {
    const caller = connect(Number(port), '127.0.0.1');
    let answer = '';
    const faults: Error[] = [];
    caller.on('data', (data) => (answer += data.toString()));
    caller.on('error', (error) => faults.push(error));
    caller.write(`POST /api/auth/verify-email HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\n`);
    caller.write(`content-type: application/json\r\n${length}\r\n\r\n`);
    const isChunked = length.startsWith('transfer');
    for (let sent = 0; sent < parts; sent += 1) {
      if (isChunked) caller.write(`${part.length.toString(16)}\r\n`);
      caller.write(part);
      if (isChunked) caller.write('\r\n');
      await pause(10);
    }
    if (isChunked) caller.write('0\r\n\r\n');
    await expect.poll(() => answer).toContain('too-large');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(faults).toEqual([]);
    caller.destroy();
  }
  await close();
});

it('waits five seconds at most for a body that is too large and does not arrive, and then refuses it [R-62, security 27]', async () => {
  const { close, url } = await startApp();
  const { port, host } = new URL(url);
  const caller = connect(Number(port), '127.0.0.1');
  let answer = '';
  caller.on('data', (data) => (answer += data.toString()));
  caller.on('error', () => {});
  caller.write(`POST /api/auth/verify-email HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\n`);
  caller.write(`content-type: application/json\r\ncontent-length: ${bodyLimit + 1}\r\n\r\nx`);
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
  caller.destroy();
  await close();
});
