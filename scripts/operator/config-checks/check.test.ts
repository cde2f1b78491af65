import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcp, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../testing/processes/free-port.ts';
import { testServers } from '../../../testing/processes/test-servers.ts';
import { productionVariables } from '../../../testing/security/product.ts';
import { checkConfig } from './check.ts';
import type { Subject } from './finding.ts';

const { portOf } = testServers();

const wordsAbout = async (about: Subject, variables: Record<string, string>) =>
  (await checkConfig({ APP_ENV: 'test', ...variables }))
    .filter((finding) => finding.about === about)
    .map(({ isRight, words }) => `${isRight ? 'right' : 'WRONG'} ${words}`);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A store with the S3 operations that one object needs; with `keeps` off it discards uploads. */
function store(keeps = true): { listener: RequestListener; requests: string[] } {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    void (async () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      requests.push(request.method ?? '');
      const body = await bodyOf(request);
      if (request.method === 'PUT' && keeps) objects.set(path, body);
      const object = objects.get(path);
      if (request.method === 'GET' && object) response.writeHead(206).end(object);
      else if (request.method === 'GET') response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      else if (request.method === 'POST') response.writeHead(200).end('<DeleteResult></DeleteResult>');
      else response.writeHead(200).end();
    })();
  };
  return { listener, requests };
}

const bucketAt = (port: number) => ({
  S3_BUCKET: 'wattle-files',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
});

describe('the check of the bucket', () => {
  it('writes an object, reads it and deletes it [S-84]', async () => {
    const { listener, requests } = store();
    expect(await wordsAbout('files', bucketAt(await portOf(createServer(listener))))).toEqual([
      'right an object was written to the bucket, read and deleted',
    ]);
    expect(requests).toEqual(['PUT', 'GET', 'POST']);
  });

  it('names an unavailable store, and one that discards uploads [S-84]', async () => {
    expect(await wordsAbout('files', bucketAt(1))).toEqual(['WRONG the bucket: nothing listens there']);
    const port = await portOf(createServer(store(false).listener));
    expect(await wordsAbout('files', bucketAt(port))).toEqual([
      'WRONG the bucket: what was written to it is not there',
    ]);
  });

  it.each([
    [404, 'NoSuchBucket', 'it has no bucket of the name S3_BUCKET'],
    [403, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY is not that of S3_ACCESS_KEY_ID'],
    [403, 'InvalidAccessKeyId', 'it does not know S3_ACCESS_KEY_ID'],
    [403, 'AccessDenied', 'the keys may not write, read and delete in the bucket'],
  ])('names what the store refuses: %d %s [S-84]', async (status, code, words) => {
    const listener: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>No</Message></Error>`);
    };
    const port = await portOf(createServer(listener));
    expect(await wordsAbout('files', bucketAt(port))).toEqual([`WRONG the bucket: ${words}`]);
  });
});

/** A daemon with clamd's PING and INSTREAM, which answers a scan with `verdict`. */
const scanner = (pong: string, verdict: (content: string) => string) =>
  createTcp((socket) => {
    socket.on('error', () => {});
    let content = '';
    socket.on('data', (part) => {
      content += part.toString('latin1');
      if (content.startsWith('zPING\0')) socket.end(pong);
      else if (content.endsWith('\0\0\0\0')) socket.end(`${verdict(content)}\0`);
    });
  });

const findsTestFile = (content: string) =>
  content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';

describe('the check of the data folder', () => {
  it('writes to the folder of files if it exists, and does not create it [S-84]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wattle-check-'));
    const check = () => wordsAbout('files', { WATTLE_DATA_DIR: folder });
    expect(await check()).toEqual([
      'right no bucket: the first start makes a folder for files in the data folder',
    ]);
    expect(readdirSync(folder)).not.toContain('files');
    mkdirSync(join(folder, 'files'));
    expect(await check()).toEqual([
      'right no bucket: files are kept in the data folder, which can be written to',
    ]);
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('the check of the scanner', () => {
  const at = async (server: Server) =>
    wordsAbout('scanner', { CLAMD_ADDRESS: `127.0.0.1:${await portOf(server)}` });

  it('tests whether it responds, and whether it finds the EICAR test file [S-84]', async () => {
    expect(await at(scanner('PONG\0', findsTestFile))).toEqual(['right it finds the test file of EICAR']);
  });

  it('names one that is unavailable, has another protocol, finds nothing, or finds everything [S-84]', async () => {
    expect(await wordsAbout('scanner', { CLAMD_ADDRESS: '127.0.0.1:1' })).toEqual([
      'WRONG nothing listens at its port',
    ]);
    expect(await at(scanner('220 mail.example\r\n', findsTestFile))).toEqual([
      "WRONG it does not speak clamd's protocol",
    ]);
    expect(await at(scanner('PONG\0', () => 'stream: OK'))).toEqual([
      'WRONG it finds nothing in the test file of EICAR',
    ]);
    expect(await at(scanner('PONG\0', () => 'stream: Any FOUND'))).toEqual([
      'WRONG it reports a virus in a clean file',
    ]);
    expect(await at(scanner('PONG\0', () => 'INSTREAM size limit exceeded. ERROR'))).toEqual([
      'WRONG it gives no verdict on a file',
    ]);
  });
});

describe('the check of the collector of traces', () => {
  const at = async (status: number) => {
    const sent: { headers: IncomingMessage['headers']; body: string }[] = [];
    const collector = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        sent.push({ headers: request.headers, body: body.toString() });
        response.writeHead(request.url === '/base/v1/traces' ? status : 404).end();
      });
    });
    const words = await wordsAbout('traces', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await portOf(collector)}/base`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2',
    });
    return { words, sent };
  };

  it('sends it an export without a span, with the configured headers', async () => {
    const { words, sent } = await at(200);
    expect(words).toEqual(['right the collector takes them']);
    expect(sent).toEqual([
      {
        headers: expect.objectContaining({
          authorization: 'Bearer hunter2',
          'content-type': 'application/json',
        }),
        body: '{"resourceSpans":[]}',
      },
    ]);
  });

  it.each([
    [401, 'the collector refuses OTEL_EXPORTER_OTLP_HEADERS'],
    [404, 'nothing takes traces there: the address is that of a collector over HTTP, without /v1/traces'],
    [500, 'the collector does not take them (500)'],
    [301, 'the collector does not take them (301)'],
  ])('names what it answers: %d', async (status, words) => {
    expect((await at(status)).words).toEqual([`WRONG ${words}`]);
  });

  it('names one that is unavailable', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    expect(await wordsAbout('traces', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual([
      'WRONG nothing listens at its port',
    ]);
  });
});

describe('the variables', () => {
  it('that look like variables of Wattle but are not are named, with the probable one [S-84]', async () => {
    const foreign = { HOME: '/root', MAIL: '/var/mail/root', HOSTNAME: 'web-1', PATH: '/bin' };
    expect(await wordsAbout('variables', foreign)).toEqual(['right read as for test']);
    expect(
      await wordsAbout('variables', { ...foreign, DATABSE_URL: 'x', S3_BUKET: 'x', STRIPE_KEY: 'x' }),
    ).toEqual([
      'right read as for test',
      "WRONG DATABSE_URL is none of Wattle's: is DATABASE_URL meant?",
      "WRONG S3_BUKET is none of Wattle's: is S3_BUCKET meant?",
      "WRONG STRIPE_KEY is none of Wattle's",
    ]);
  });

  it('may not give two services one port [S-84]', async () => {
    expect(await wordsAbout('variables', { PORT: '3000', METRICS_PORT: '3000' })).toEqual([
      expect.stringContaining('METRICS_PORT must be another port than PORT'),
    ]);
    expect(await wordsAbout('variables', { METRICS_PORT: '3000' })).toEqual([
      expect.stringContaining('METRICS_PORT must be another port than PORT'),
    ]);
  });

  it('that are wrong are named all at once, and the services in the other ones are still tested [S-84]', async () => {
    const variables = {
      ...productionVariables(),
      APP_ENV: 'prod',
      DATABASE_URL: 'postgres://wattle:hunter2@127.0.0.1:1/wattle?sslmode=disable',
      SMS_URL: 'http://sms.example',
      S3_SECRET_ACCESS_KEY: 'alone',
      STRIPE_SECRET_KEY: 'sk_test_1',
      CLAMD_ADDRESS: `127.0.0.1:${await portOf(scanner('PONG\0', findsTestFile))}`,
    };
    const findings = await checkConfig(variables);
    const said = Object.fromEntries(findings.map(({ about, words }) => [about, words]));
    for (const name of [
      'SMS_URL must begin with https://',
      'S3_SECRET_ACCESS_KEY must come with S3_ACCESS_KEY_ID',
      'STRIPE_PUBLISHABLE_KEY is not set',
      'STRIPE_PRICE_LIFETIME is not set',
    ])
      expect(said['variables']).toContain(name);
    const notTried = 'not tried: its variables are missing or wrong';
    expect(said).toMatchObject({
      database: 'nothing listens at its port',
      scanner: 'it finds the test file of EICAR',
      mail: 'nothing listens at its port',
      files: notTried,
      texts: notTried,
      payment: notTried,
    });
  });
});

describe('the check of payment', () => {
  it('names the event types of the webhook under payment, before the keys are set [fault 15]', async () => {
    const production = productionVariables();
    const names = Object.keys(production).filter((name) => name.startsWith('STRIPE_'));
    const without = Object.fromEntries(Object.entries(production).filter(([name]) => !names.includes(name)));
    const [words] = await wordsAbout('payment', without);
    expect(words).toMatch(
      /^right no keys: no one can pay; .* customer\.subscription\.\*, .*charge\.refunded/,
    );
  });
});
