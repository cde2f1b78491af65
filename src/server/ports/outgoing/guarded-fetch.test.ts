import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { markTransaction } from '../../db/outside-transaction.ts';
import { guardedFetch, type GuardOptions } from './guarded-fetch.ts';
import { OutgoingError } from './port.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

async function listen<T extends Server>(server: T): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const serve = (listener: (...given: Parameters<RequestListener>) => unknown) =>
  listen(createServer((request, response) => void listener(request, response)));

const inside = { allowedHosts: ['127.0.0.1'] };

const problemOf = async (url: string, options: GuardOptions = {}): Promise<string> => {
  try {
    await guardedFetch({ timeoutMs: 2_000, ...options })(url);
    return 'sent';
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    expect(error.message).not.toContain(new URL(url).hostname);
    return error.problem;
  }
};

const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::10.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '127.1',
    '',
  ])('is false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
    'is true for %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('guardedFetch', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('refuses the private address of %s', async (url) => {
    expect(await problemOf(url)).toBe('private');
  });

  it('refuses a name when any of its addresses is private, without a connection', async () => {
    let asked = 0;
    const port = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    const url = `https://issuer.example.com:${port}/`;
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']])
      expect(await problemOf(url, { resolve: resolving(...addresses) })).toBe('private');
    expect(asked).toBe(0);
  });

  it('resolves a name once and connects to the checked address', async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return resolving(asked === 1 ? '127.0.0.1' : '203.0.113.1')();
    };
    const response = await guardedFetch({ allowedHosts: ['issuer.example.com'], resolve })(
      `http://issuer.example.com:${port}/`,
    );
    expect(await response.text()).toBe(`issuer.example.com:${port}`);
    expect(asked).toBe(1);
  });

  it.each([
    'http://issuer.example.com/',
    'ftp://issuer.example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://user:secret@issuer.example.com/',
  ])('refuses the form of %s', async (url) => {
    await expect(guardedFetch({ resolve: resolving('8.8.8.8') })(url)).rejects.toMatchObject({
      problem: 'address',
    });
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const port = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    expect(await problemOf(`http://127.0.0.1:${port}/`, inside)).toBe('redirect');
    expect(asked).toBe(1);
  });

  it('stops a response that is too large, with and without a length', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/length') response.setHeader('content-length', 2_000);
      response.write('x'.repeat(1_000));
      response.end('x'.repeat(1_000));
    });
    for (const path of ['length', 'chunks'])
      expect(await problemOf(`http://127.0.0.1:${port}/${path}`, { ...inside, maxBytes: 1_500 })).toBe(
        'too_large',
      );
    expect(await problemOf(`http://127.0.0.1:${port}/`, { ...inside, maxBytes: 2_000 })).toBe('sent');
  });

  it('stops after its timeout: without a response, with a slow body and with a slow name server', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/body') response.write('x');
    });
    const short = { ...inside, timeoutMs: 200 };
    expect(await problemOf(`http://127.0.0.1:${port}/`, short)).toBe('timeout');
    expect(await problemOf(`http://127.0.0.1:${port}/body`, short)).toBe('timeout');
    const resolve = () => new Promise<never>(() => {});
    expect(await problemOf('https://issuer.example.com/', { timeoutMs: 200, resolve })).toBe('timeout');
  });

  it('reports a refused connection and an unknown name', async () => {
    const port = await serve(() => {});
    await new Promise((done) => servers.pop()!.close(done));
    expect(await problemOf(`http://127.0.0.1:${port}/`, inside)).toBe('connection');
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await problemOf('https://issuer.example.com/', { resolve })).toBe('not_found');
  });

  it('checks the certificate against the name, not the address', async () => {
    const certificate = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../../../testing/certificates', name), 'utf8');
    const port = await listen(
      createTlsServer({ key: certificate('key.pem'), cert: certificate('valid.pem') }, (_, response) =>
        response.end('ok'),
      ),
    );
    const url = `https://localhost:${port}/`;
    const options = { allowedHosts: ['localhost'], resolve: resolving('127.0.0.1') };
    expect(await problemOf(url, options)).toBe('certificate');
    expect(await problemOf(url, { ...options, ca: certificate('authority.pem') })).toBe('sent');
    expect(
      await problemOf(`https://elsewhere:${port}/`, {
        ...options,
        allowedHosts: ['elsewhere'],
        ca: certificate('authority.pem'),
      }),
    ).toBe('certificate');
  });

  it('sends method, headers and body, and returns status, headers and body', async () => {
    const port = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.writeHead(418, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify([request.method, request.headers, String(Buffer.concat(chunks))]));
    });
    const response = await guardedFetch(inside)(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    });
    expect(response.status).toBe(418);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const [method, headers, body] = (await response.json()) as [string, Record<string, string>, string];
    expect([method, body]).toEqual(['POST', 'grant_type=refresh_token']);
    expect(headers).toMatchObject({
      authorization: 'Bearer x',
      'content-length': '24',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    });
  });

  it('never runs inside a transaction', async () => {
    await expect(
      markTransaction(() => guardedFetch(inside)('http://127.0.0.1:1/').then(String)),
    ).rejects.toThrow('must not run inside a transaction');
  });
});
