import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeCluster } from '../../../../testing/database/database-cluster.ts';
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const script = resolve(import.meta.dirname, '../../../../testing/database/embedded-process.ts');
const unprivileged = { uid: 65_534, gid: 65_534 };

let seed: string;
let dataDir: string;
let running: EmbeddedDatabase[];
let children: ChildProcess[];

beforeAll(async () => {
  seed = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-seed-`));
  await (await startEmbedded({ dataDir: seed })).stop();
});

afterAll(() => removeCluster(seed));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-embedded-`));
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of running) await embedded.stop();
  await removeCluster(dataDir);
});

async function start(folder = dataDir): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({ dataDir: folder });
  running.push(embedded);
  return embedded;
}

/** Starts on a copy of a prepared database folder, which is faster than creating one. */
function startPrepared(): Promise<EmbeddedDatabase> {
  spawnSync('cp', ['-a', join(seed, 'postgres'), dataDir]);
  return start();
}

async function ask<Row extends pg.QueryResultRow>(embedded: EmbeddedDatabase, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: embedded.url(), connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts another process on the folder and waits for its first output. */
function startProcess(
  folder: string,
  account: object = {},
): Promise<{ url?: string; pid?: number; reused?: boolean; error?: string }> {
  const child = spawn(process.execPath, [script, folder], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((done) => {
    child.stdout.once('data', (line: Buffer) => done(JSON.parse(line.toString())));
  });
}

function isAlive(pid: number): boolean {
  try {
    return !/^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? 'X');
  } catch {
    return false;
  }
}

const postgresFolder = () => join(dataDir, 'postgres');

describe('the embedded database', () => {
  it('keeps its data when it is stopped and started again', async () => {
    const first = await startPrepared();
    await ask(first, 'create table kept (id integer); insert into kept values (7)');
    const pid = first.pid()!;
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await ask(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('is durable and UTF-8, listens on this machine alone, and its application role is no superuser', async () => {
    const embedded = await start();
    const [facts] = await ask(
      embedded,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
        current_setting('is_superuser') as superuser, lower('ÄÉ') as lower, current_setting('timezone') as zone`,
    );
    expect(facts).toEqual({
      fsync: 'on',
      pages: 'on',
      addresses: '127.0.0.1',
      encoding: 'UTF8',
      superuser: 'off',
      lower: 'äé',
      zone: 'UTC',
    });
    const wrong = embedded.url().replace(/:[^:@]+@/, ':wrong@');
    await expect(new pg.Client({ connectionString: wrong }).connect()).rejects.toThrow(/password/);
  });

  it('is shared by a second start on the same folder, and runs until the last user stops', async () => {
    const first = await startPrepared();
    const second = await startProcess(dataDir);
    expect(second).toMatchObject({ reused: true, pid: first.pid(), url: first.url() });
    const third = await start();
    await first.stop();
    await third.stop();
    expect(isAlive(second.pid!)).toBe(true);
    children[0]!.kill('SIGTERM');
    await expect.poll(() => isAlive(second.pid!), { timeout: 10_000 }).toBe(false);
  });

  it('starts once when several processes start at the same moment on a new folder', async () => {
    const started = await Promise.all([startProcess(dataDir), startProcess(dataDir), startProcess(dataDir)]);
    expect(new Set(started.map((one) => one.pid)).size).toBe(1);
    expect(started.filter((one) => one.reused)).toHaveLength(2);
  });

  it('is used again after its server was killed, and then stops with its new server', async () => {
    const killed = await startProcess(dataDir);
    children[0]!.kill('SIGKILL');
    await pause(200);
    expect(isAlive(killed.pid!)).toBe(true);
    const embedded = await start();
    expect(embedded.reused).toBe(true);
    expect(embedded.pid()).toBe(killed.pid);
    await embedded.stop();
    expect(isAlive(killed.pid!)).toBe(false);
  });

  it('starts when postmaster.pid is stale, also when its process id belongs to another program now [fault 3]', async () => {
    const first = await startPrepared();
    await ask(first, 'create table kept (id integer)');
    process.kill(first.pid()!, 'SIGKILL');
    await first.stop();
    const again = await start();
    expect(await ask(again, 'select * from kept')).toEqual([]);
    await again.stop();
    const lines = [
      process.pid,
      join(postgresFolder(), 'data'),
      0,
      20_000,
      '',
      '127.0.0.1',
      '0 0',
      'ready',
      '',
    ];
    writeFileSync(join(postgresFolder(), 'data/postmaster.pid'), lines.join('\n'));
    expect(await ask(await start(), 'select * from kept')).toEqual([]);
  });

  it('uses another port when its own is taken, and remembers it', async () => {
    const first = await startPrepared();
    const { port } = new URL(first.url());
    await first.stop();
    const occupant = createServer().listen(Number(port), '127.0.0.1');
    try {
      const second = await start();
      expect(new URL(second.url()).port).not.toBe(port);
      await second.stop();
      expect((await start()).url()).toBe(second.url());
    } finally {
      occupant.close();
    }
  });

  it('sets new passwords when cluster.json is lost', async () => {
    const first = await startPrepared();
    await ask(first, 'create table kept (id integer)');
    await first.stop();
    rmSync(join(postgresFolder(), 'cluster.json'));
    expect(await ask(await start(), 'select * from kept')).toEqual([]);
  });

  it('refuses data of another PostgreSQL, naming both', async () => {
    await (await startPrepared()).stop();
    writeFileSync(join(postgresFolder(), 'data/PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/PostgreSQL 17.*PostgreSQL 18/);
  });

  it('does not continue with an empty database when its folder is removed while it runs', async () => {
    const embedded = await startPrepared();
    const pid = embedded.pid()!;
    rmSync(join(postgresFolder(), 'data'), { recursive: true, force: true });
    await pause(1_000);
    expect(existsSync(join(postgresFolder(), 'data/PG_VERSION'))).toBe(false);
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
});

describe('the account that runs it', () => {
  it('gets one sentence if the data folder is not writable', async () => {
    chmodSync(dataDir, 0o555);
    if (isRoot) process.seteuid!(unprivileged.uid);
    try {
      await expect(startEmbedded({ dataDir })).rejects.toThrow(
        `The data folder ${dataDir} is not writable. Make it writable, or set WATTLE_DATA_DIR to another folder.`,
      );
    } finally {
      if (isRoot) process.seteuid!(0);
      chmodSync(dataDir, 0o755);
    }
  });

  const othersCanRun =
    isRoot &&
    spawnSync(process.execPath, ['--check', script], { ...unprivileged, cwd: '/', stdio: 'ignore' })
      .status === 0;

  it.runIf(othersCanRun)('is an ordinary user itself, with files for that user only', async () => {
    const own = join(dataDir, 'own');
    mkdirSync(own);
    spawnSync('chown', [`${unprivileged.uid}:${unprivileged.gid}`, own]);
    chmodSync(dataDir, 0o755);
    const started = await startProcess(own, unprivileged);
    expect(started.error).toBeUndefined();
    expect(readFileSync(`/proc/${started.pid}/status`, 'utf8')).toMatch(
      new RegExp(`Uid:\\s+${unprivileged.uid}`),
    );
    expect(readFileSync(join(own, 'postgres/cluster.json'), 'utf8')).toContain('password');
    expect(
      spawnSync('stat', ['-c', '%a', join(own, 'postgres/cluster.json')], { encoding: 'utf8' }).stdout,
    ).toBe('600\n');
    children[0]!.kill('SIGTERM');
    await expect.poll(() => isAlive(started.pid!), { timeout: 10_000 }).toBe(false);
  });

  it.runIf(isRoot)('is another user if root starts it, also on data that root restored', async () => {
    const first = await startPrepared();
    expect(readFileSync(`/proc/${first.pid()}/status`, 'utf8')).not.toMatch(/Uid:\s+0/);
    await ask(first, 'create table kept (id integer)');
    await first.stop();
    spawnSync('chown', ['-R', '0:0', postgresFolder()]);
    expect(await ask(await start(), 'select * from kept')).toEqual([]);
  });

  it.runIf(isRoot)('works for root in a folder that is closed to all other users', async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(join(closed, 'data'), { recursive: true });
    chmodSync(closed, 0o700);
    const messages: string[] = [];
    const embedded = await startEmbedded({
      dataDir: join(closed, 'data'),
      log: (message) => messages.push(message),
    });
    const elsewhere = /kept in (\/var\/lib\/wattle\/[0-9a-f]{12})/.exec(messages.join())?.[1];
    try {
      expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(elsewhere).toBeDefined();
    } finally {
      await embedded.stop();
      if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
