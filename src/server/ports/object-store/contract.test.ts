import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../testing/processes/free-port.ts';
import { cut, inChunks, keepsTheContract, newKey, read } from './contract.fixture.ts';
import { dataFolderStore } from './data-folder.ts';
import { withPatience } from './patience.ts';
import { ObjectStoreError, type ObjectStore } from './port.ts';
import { isStoreEmpty } from './configured.ts';
import { s3Store } from './s3.ts';

describe('the data folder', () => {
  let folder = '';
  let store: ObjectStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wattle-objects-'));
    store = dataFolderStore(join(folder, 'files'), { reserve: 0 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  keepsTheContract('the data folder', () => store);

  it('protects files from other users of the machine, under names without meaning', async () => {
    const key = newKey();
    await store.put(key, inChunks(Buffer.from('x')), 1);
    expect((await stat(join(folder, 'files', key))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'files', key, '..'))).mode & 0o777).toBe(0o700);
  });

  it('leaves no remains of an interrupted write, and no empty folder after the last object', async () => {
    const id = randomUUID();
    const keys = [newKey(id), newKey(id)] as const;
    await store.put(keys[0], inChunks(Buffer.from('x')), 1);
    await store.put(keys[1], cut(Buffer.from('xy'), 1), 2).catch(() => {});
    expect(await readdir(join(folder, 'files', 'files', id))).toEqual([keys[0].split('/')[2]]);
    await store.delete([...keys]);
    expect(await readdir(join(folder, 'files', 'files'))).not.toContain(id);
  });

  it('reserves space for the database: it reports `full` before the disk is full [fault 12]', async () => {
    const careful = dataFolderStore(join(folder, 'files'), { reserve: 2 ** 60 });
    await expect(careful.put(newKey(), inChunks(Buffer.from('x')), 1)).rejects.toMatchObject({
      code: 'full',
    });
  });

  it('reports that it cannot be written', async () => {
    const blocked = join(folder, 'blocked');
    await mkdir(blocked);
    const broken = dataFolderStore(join(blocked, 'x\0y'));
    await expect(broken.put(newKey(), inChunks(Buffer.from('x')), 1)).rejects.toBeInstanceOf(
      ObjectStoreError,
    );
  });
});

describe('a store that hangs', () => {
  const never = () => new Promise<never>(() => {});
  const hanging = withPatience(
    {
      put: never,
      async *get() {
        await never();
        yield Buffer.alloc(0);
      },
      delete: never,
    },
    100,
  );

  it('times out in every call [fault 12]', async () => {
    await expect(hanging.put(newKey(), inChunks(Buffer.from('x')), 1)).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect(read(hanging, newKey(), 0, 1)).rejects.toMatchObject({ code: 'timeout' });
    await expect(hanging.delete([newKey()])).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is distinguished from a slow sender, and from a sender that stops in the middle [fault 12]', async () => {
    const taking: ObjectStore = {
      ...hanging,
      async put(_, content) {
        for await (const _chunk of content);
      },
    };
    async function* slowly() {
      for (let count = 0; count < 3; count += 1) {
        await pause(150);
        yield Buffer.from('x');
      }
    }
    await expect(withPatience(taking, 100).put(newKey(), slowly(), 3)).resolves.toBeUndefined();
    const stopping: ObjectStore = {
      ...hanging,
      async put(_, content) {
        for await (const _chunk of content) await never();
      },
    };
    await expect(withPatience(stopping, 100).put(newKey(), slowly(), 3)).rejects.toMatchObject({
      code: 'timeout',
    });
  });
});

const s3Keys = { accessKeyId: 'wattle-test', secretAccessKey: 'wattle-test-secret' };

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * An S3 server that stores objects in a folder (github.com/versity/versitygw): set VERSITYGW to its program to run these tests.
 */
const program = process.env['VERSITYGW'];

describe.skipIf(!program)('S3, spoken by versitygw', () => {
  let folder = '';
  let server: ChildProcess;
  let store: ObjectStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wattle-s3-'));
    await mkdir(join(folder, 'wattle-files'));
    const port = await freePort();
    server = spawn(
      program as string,
      [
        '--port',
        `127.0.0.1:${port}`,
        '--access',
        s3Keys.accessKeyId,
        '--secret',
        s3Keys.secretAccessKey,
        'posix',
        folder,
      ],
      { stdio: 'ignore' },
    );
    for (let tries = 0; tries < 100 && !(await isListening(port)); tries += 1) await pause(100);
    const endpoint = `http://127.0.0.1:${port}`;
    store = s3Store({ bucket: 'wattle-files', region: 'us-east-1', endpoint, ...s3Keys });
  });
  afterAll(async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  keepsTheContract('S3', () => store);

  it('reports a wrong secret as `password` [fault 12]', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const away = s3Store({ bucket: 'wattle-files', region: 'us-east-1', endpoint, ...s3Keys });
    await expect(away.delete([newKey()])).rejects.toMatchObject({ code: 'connection' });
  });
});

describe('an S3 store that does not work', () => {
  const answering = async (status: number, code: string): Promise<{ server: Server; store: ObjectStore }> => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>No</Message></Error>`);
    }).listen(0, '127.0.0.1');
    await pause(20);
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { server, store: s3Store({ bucket: 'wattle-files', region: 'us-east-1', endpoint, ...s3Keys }) };
  };

  it.each([
    [403, 'AccessDenied', 'password'],
    [404, 'NoSuchKey', 'missing'],
    [507, 'InsufficientStorage', 'full'],
    [400, 'InvalidRequest', 'refused'],
  ])('reports the kind of fault: %d %s is %s [fault 12]', async (status, code, kind) => {
    const { server, store } = await answering(status, code);
    await expect(store.put(newKey(), inChunks(Buffer.from('x')), 1)).rejects.toMatchObject({ code: kind });
    await expect(read(store, newKey(), 0, 1)).rejects.toMatchObject({ code: kind });
    server.close();
  });
});

describe('whether a store is empty', () => {
  it('is detected in a data folder: folders without a file do not count [S-81]', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wattle-empty-'));
    expect(await isStoreEmpty({ s3: undefined, dataDir })).toBe(true);
    await mkdir(join(dataDir, 'files/files'), { recursive: true });
    expect(await isStoreEmpty({ s3: undefined, dataDir })).toBe(true);
    const store = dataFolderStore(join(dataDir, 'files'), { reserve: 0 });
    await store.put(newKey(), inChunks(Buffer.from('x')), 1);
    expect(await isStoreEmpty({ s3: undefined, dataDir })).toBe(false);
    await rm(dataDir, { recursive: true });
  });

  it('is detected in a bucket by listing one key; without the permission to list it, the store refuses [S-81]', async () => {
    const answers: [number, string][] = [
      [200, '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>'],
      [200, '<ListBucketResult><Contents><Key>x</Key></Contents></ListBucketResult>'],
      [403, '<Error><Code>AccessDenied</Code></Error>'],
    ];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const [status, body] = answers[asked.length] ?? [500, ''];
      asked.push(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const s3 = { bucket: 'wattle-files', region: 'us-east-1', endpoint, ...s3Keys };
    expect(await isStoreEmpty({ s3, dataDir: '' })).toBe(true);
    expect(await isStoreEmpty({ s3, dataDir: '' })).toBe(false);
    await expect(isStoreEmpty({ s3, dataDir: '' })).rejects.toMatchObject({ code: 'password' });
    expect(asked[0]).toContain('max-keys=1');
    server.close();
  });
});
