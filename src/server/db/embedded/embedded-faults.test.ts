import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeCluster } from '../../../../testing/database/database-cluster.ts';
import { AppError } from '../../../domain/errors.ts';
import { connectDatabase, type Connection } from '../connection/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts';

let dataDir: string;
let embedded: EmbeddedDatabase;
let connection: Connection;

async function open(folder: string): Promise<void> {
  embedded = await startEmbedded({ dataDir: folder });
  connection = connectDatabase({ url: () => embedded.url() });
  await sql`create table if not exists saves (writer integer, number integer, half text, primary key (writer, number, half))`.execute(
    connection.db,
  );
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-faults-`));
});

afterEach(async () => {
  await connection.close();
  await embedded.stop();
  await removeCluster(dataDir);
});

/** Returns every process of the cluster: the postmaster and its children. */
function databaseProcesses(): number[] {
  const postmaster = embedded.pid();
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && (pid === postmaster || Number(parent) === postmaster);
      } catch {
        return false;
      }
    });
}

/** Saves two rows in one transaction: afterwards both or none exist. Resolves when the save was acknowledged. */
async function save(writer: number, number: number): Promise<void> {
  await connection.db.transaction().execute(async (tx) => {
    await sql`insert into saves values (${writer}, ${number}, 'first')`.execute(tx);
    await sql`insert into saves values (${writer}, ${number}, 'second')`.execute(tx);
  });
}

type Writers = { acknowledged: Set<string>; refusals: unknown[]; stop: () => Promise<void> };

function startWriters(count: number): Writers {
  const acknowledged = new Set<string>();
  const refusals: unknown[] = [];
  let going = true;
  const loops = Array.from({ length: count }, async (_, writer) => {
    for (let number = 0; going; number += 1) {
      try {
        await save(writer, number);
        acknowledged.add(`${writer}/${number}`);
      } catch (error) {
        refusals.push(error);
        await pause(20);
      }
    }
  });
  return {
    acknowledged,
    refusals,
    stop: async () => {
      going = false;
      await Promise.all(loops);
    },
  };
}

async function untilServing(withinMs: number): Promise<number> {
  const from = Date.now();
  for (;;) {
    try {
      await sql`select 1`.execute(connection.db);
      return Date.now() - from;
    } catch (error) {
      if (Date.now() - from > withinMs) throw error;
      await pause(50);
    }
  }
}

async function expectNothingLost(acknowledged: Set<string>): Promise<void> {
  const { rows } = await sql<{ save: string; halves: number }>`
    select writer || '/' || number as save, count(*) as halves from saves group by writer, number`.execute(
    connection.db,
  );
  const stored = new Map(rows.map((row) => [row.save, row.halves]));
  expect([...acknowledged].filter((one) => !stored.has(one))).toEqual([]);
  expect([...stored].filter(([, halves]) => halves !== 2)).toEqual([]);
}

describe('when the database fails', () => {
  it('kill -9 of every database process: serving again within 10 s, nothing acknowledged lost [fault 2]', async () => {
    await open(dataDir);
    const writers = startWriters(4);
    for (let round = 0; round < 3; round += 1) {
      await pause(500);
      for (const pid of databaseProcesses()) process.kill(pid, 'SIGKILL');
      await expect(save(100, round)).rejects.toThrow();
      expect(await untilServing(10_000)).toBeLessThan(10_000);
    }
    await writers.stop();
    expect(writers.acknowledged.size).toBeGreaterThan(50);
    for (const refusal of writers.refusals) expect(refusal).toMatchObject({ code: 'unavailable' });
    await expectNothingLost(writers.acknowledged);
  });

  it('kill -9 of the postmaster alone: its orphaned processes do not prevent the next start [fault 2]', async () => {
    await open(dataDir);
    const busy = sql`select count(*) from generate_series(1, 1e12)`
      .execute(connection.db)
      .catch((error: unknown) => error);
    await pause(200);
    process.kill(embedded.pid()!, 'SIGKILL');
    expect(await busy).toBeInstanceOf(AppError);
    expect(await untilServing(10_000)).toBeLessThan(10_000);
  });

  it(
    'SIGTERM and SIGKILL in the middle of transactions, 50 times: opens every time [fault 3]',
    { timeout: 120_000 },
    async () => {
      await open(dataDir);
      const writers = startWriters(4);
      const rounds = 50;
      const until = Date.now() + 110_000;
      for (let round = 0; round < rounds; round += 1) {
        await pause(Math.random() * 150);
        const ended = embedded.pid()!;
        process.kill(ended, ['SIGTERM', 'SIGKILL', 'SIGQUIT'][round % 3]);
        const patience = { timeout: 10_000, interval: 20 };
        await expect.poll(() => ![undefined, ended].includes(embedded.pid()), patience).toBe(true);
        // One save of each writer may have been in progress: the later ones use the new postmaster.
        const before = writers.acknowledged.size;
        await expect.poll(() => writers.acknowledged.size, patience).toBeGreaterThan(before + 4);
      }
      expect(Date.now()).toBeLessThan(until);
      await writers.stop();
      await expectNothingLost(writers.acknowledged);
    },
  );

  const disk = join(tmpdir(), `wattle-test-${process.pid}-disk`);
  const canMount = (() => {
    if (process.getuid?.() !== 0) return false;
    mkdirSync(disk, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
    if (mounted) spawnSync('umount', [disk]);
    return mounted;
  })();

  it.runIf(canMount)(
    'a full disk: refused as unavailable, nothing acknowledged lost, continues when there is space [fault 4]',
    { timeout: 90_000 },
    async () => {
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
      const ballast = join(disk, 'ballast');
      try {
        await open(disk);
        const writers = startWriters(2);
        await pause(300);
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - 4 * bsize));
        let refusal: unknown;
        const wide = 'x'.repeat(200_000);
        for (let number = 0; number < 400 && !refusal; number += 1) {
          await sql`create table if not exists wide (content text storage external)`
            .execute(connection.db)
            .catch((e: unknown) => (refusal ??= e));
          await sql`insert into wide values (${wide})`
            .execute(connection.db)
            .catch((e: unknown) => (refusal ??= e));
        }
        expect(refusal).toMatchObject({ code: 'unavailable' });
        rmSync(ballast);
        expect(await untilServing(15_000)).toBeLessThan(15_000);
        const before = writers.acknowledged.size;
        await expect.poll(() => writers.acknowledged.size, { timeout: 15_000 }).toBeGreaterThan(before);
        await writers.stop();
        await expectNothingLost(writers.acknowledged);
      } finally {
        await connection.close();
        await embedded.stop().finally(() => spawnSync('umount', ['-l', disk]));
        await open(dataDir);
      }
    },
  );

  it.runIf(canMount)('a disk that is full from the start: one clear sentence [fault 4]', async () => {
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
    try {
      await expect(startEmbedded({ dataDir: disk })).rejects.toThrow(
        /^The disk that holds .* is full\. Free some space and start again\.$/,
      );
    } finally {
      spawnSync('umount', ['-l', disk]);
      await open(dataDir);
    }
  });
});
