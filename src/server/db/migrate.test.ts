import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../testing/database/database.ts';
import { isMigrated, migrate, plannedMigrations, type MigrateOptions } from './migrate.ts';
import { MigrationError, readMigrations } from './migrations.ts';

let database: TestDatabase;
let folder: string;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'wattle-migrations-'));
  pool = new pg.Pool({ connectionString: database.url });
  // The database may be dropped before a closing connection has received its end.
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', () => {});
  write('0001_one.sql', 'create table one (id integer);');
  write('0002_two.sql', 'create table two (id integer); insert into two values (1);');
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = (more: Partial<MigrateOptions> = {}) => migrate({ url: database.url, folder, ...more });

describe('migrations', () => {
  it('run in order, once', async () => {
    expect(await isMigrated(pool, folder)).toBe(false);
    expect(await run()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await run()).toEqual([]);
    expect(await isMigrated(pool, folder)).toBe(true);
    write('0003_three.sql', 'alter table two add column name text;');
    expect(await isMigrated(pool, folder)).toBe(false);
    expect(await run()).toEqual(['0003_three.sql']);
  });

  it('run once when several servers start together [fault 23]', async () => {
    const ran = await Promise.all([run(), run(), run(), run()]);
    expect(ran.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect((await pool.query('select * from two')).rows).toHaveLength(1);
  });

  it('leave nothing of a file that fails, and continue from it when it is corrected', async () => {
    write('0003_three.sql', 'create table three (id integer); select 1/0;');
    await expect(run()).rejects.toThrow(/0003_three.sql failed: division by zero/);
    expect((await pool.query(`select to_regclass('three') as found`)).rows).toEqual([{ found: null }]);
    write('0003_three.sql', 'create table three (id integer);');
    expect(await run()).toEqual(['0003_three.sql']);
  });

  it('refuse a file that was changed after it ran, except for different line ends', async () => {
    await run();
    write('0002_two.sql', 'create table two (id bigint);');
    await expect(run()).rejects.toThrow(/0002_two.sql was changed/);
    expect(await isMigrated(pool, folder)).toBe(false);
    write('0002_two.sql', 'create table two (id integer); insert into two values (1);');
    write('0001_one.sql', 'create table one (id integer);');
    await expect(run()).resolves.toEqual([]);
  });

  it('let a program work on a newer database that allows it, and refuse it on any other [R-11]', async () => {
    write('0003_three.sql', '-- compatible-from: 0001\ncreate table three (id integer);');
    await run();
    rmSync(join(folder, '0003_three.sql'));
    rmSync(join(folder, '0002_two.sql'));
    expect(await run()).toEqual([]);
    expect(await isMigrated(pool, folder)).toBe(true);
    rmSync(join(folder, '0001_one.sql'));
    await expect(run()).rejects.toThrow(/newer than this Wattle: it has 0003_three.sql/);
    expect(await isMigrated(pool, folder)).toBe(false);
  });

  it('refuse a program that a migration declares incompatible [R-11]', async () => {
    write('0003_three.sql', 'drop table one;\n-- compatible-from: 0003\n');
    await run();
    rmSync(join(folder, '0003_three.sql'));
    await expect(run()).rejects.toThrow(/newer than this Wattle: it has 0003_three.sql/);
    write('0003_three.sql', '-- compatible-from: 0004');
    expect(() => readMigrations(folder)).toThrow(/its own number or an earlier one/);
    write('0003_three.sql', '-- compatible from 3');
    expect(() => readMigrations(folder)).toThrow(/compatible-from: NNNN/);
  });

  it('upgrade a table of migrations from an earlier release [R-11]', async () => {
    await run();
    await pool.query('alter table schema_migrations drop column compatible_from');
    expect(await isMigrated(pool, folder)).toBe(true);
    write('0003_three.sql', '-- compatible-from: 0003\nselect 1');
    expect(await run()).toEqual(['0003_three.sql']);
    expect((await pool.query('select compatible_from from schema_migrations order by number')).rows).toEqual(
      [0, 0, 3].map((compatible_from) => ({ compatible_from })),
    );
  });

  it('are listed before they run [R-11]', async () => {
    const planned = async () =>
      (await plannedMigrations({ url: database.url, folder })).map(({ name }) => name);
    expect(await planned()).toEqual(['0001_one.sql', '0002_two.sql']);
    await run();
    expect(await planned()).toEqual([]);
  });

  it('wait for no lock so long that others wait behind them: retried, with a line each time [R-11]', async () => {
    await run();
    write('0003_three.sql', 'alter table two add column name text;');
    const reader = await pool.connect();
    await reader.query('begin; select * from two');
    const lines: string[] = [];
    const others: Promise<unknown>[] = [];
    const log = (line: string) => {
      lines.push(line);
      // Between two attempts the other statements that arrived meanwhile run.
      others.push(pool.query('insert into two values (2)'));
      if (lines.length === 3) others.push(Promise.all(others).then(() => reader.query('commit')));
    };
    expect(await run({ log, patience: { lockMs: 50, pauseMs: 200 } })).toEqual(['0003_three.sql']);
    await Promise.all(others);
    reader.release();
    expect(lines.length).toBeGreaterThan(3);
    expect(lines[0]).toMatch(
      /^migrations\/0003_three.sql waits for a lock and lets others pass \(try 1 of 240\). The oldest transaction is that of process \d+, \d+ s old.$/,
    );
    expect(lines.at(-1)).toBe('Migrated: 0003_three.sql');
  });

  it('are retried after a deadlock with a server [R-11]', async () => {
    await run();
    write('0003_three.sql', 'create index on two (id); create index on one (id);');
    const holder = await pool.connect();
    await holder.query('begin; insert into one values (1)');
    const migrating = run({ patience: { pauseMs: 1_500 } });
    const waiting = `select from pg_stat_activity where application_name = 'wattle migrate' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    // The migration has waited longer, so PostgreSQL ends it.
    await holder.query('insert into two values (2)');
    await holder.query('commit');
    holder.release();
    expect(await migrating).toEqual(['0003_three.sql']);
  });

  it('give up on a lock, and on another migrating process, after a time, with the reason [R-11, R-94]', async () => {
    await run();
    write('0003_three.sql', 'alter table two add column name text;');
    const holder = await pool.connect();
    await holder.query('begin; select * from two');
    await expect(run({ patience: { lockMs: 20, pauseMs: 1, tries: 2 } })).rejects.toThrow(
      /0003_three.sql failed: canceling statement due to lock timeout/,
    );
    await holder.query('commit; select pg_advisory_lock(928853)');
    const lines: string[] = [];
    const late = run({ patience: { turnMs: 10 }, log: (line) => void lines.push(line) });
    await expect(late).rejects.toThrow(/migrating for too long \(process \d+ of the database\)/);
    expect(lines).toEqual([
      expect.stringMatching(/^Another Wattle is migrating \(process \d+ of the database\)/),
    ]);
    await holder.query('select pg_advisory_unlock(928853)');
    holder.release();
    expect(await run()).toEqual(['0003_three.sql']);
  });

  it('refuse a new file before one that has run, two files with one number, and an invalid name', async () => {
    rmSync(join(folder, '0001_one.sql'));
    await run();
    write('0001_one.sql', 'select 1;');
    await expect(run()).rejects.toThrow(/comes before/);
    write('0001_other.sql', 'select 1;');
    expect(() => readMigrations(folder)).toThrow(/same number/);
    write('three.sql', 'select 1;');
    expect(() => readMigrations(folder)).toThrow(MigrationError);
  });
});

describe("the project's migrations", () => {
  it('declare for which earlier servers they remove something [R-11]', () => {
    const silent = readMigrations()
      .filter(({ number, sql }) => number > 7 && !/^-- compatible-from: /m.test(sql))
      .filter(({ sql }) => /\b(drop\s+(table|column)|rename\s+(to|column)|set\s+not\s+null)\b/i.test(sql))
      .map(({ name }) => name);
    expect(silent).toEqual([]);
  });

  it("bring an empty database to the state of the tests' template", async () => {
    await migrate({ url: database.url });
    expect(await isMigrated(pool)).toBe(true);
    const migrated = await createTestDatabase();
    try {
      const other = new pg.Client({ connectionString: migrated.url });
      await other.connect();
      const tables = `select table_name from information_schema.tables where table_schema = 'public' order by 1`;
      expect((await pool.query(tables)).rows).toEqual((await other.query(tables)).rows);
      await other.end();
    } finally {
      await migrated.drop();
    }
  });
});
