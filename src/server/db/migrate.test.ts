import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { isMigrated, migrate, MigrationError, readMigrations } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'wattle-migrations-'));
  pool = new pg.Pool({ connectionString: database.url });
  write('0001_one.sql', 'create table one (id integer);');
  write('0002_two.sql', 'create table two (id integer); insert into two values (1);');
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = () => migrate({ url: database.url, folder });

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

  it('leave nothing of a file that fails, and go on from it when it is mended', async () => {
    write('0003_three.sql', 'create table three (id integer); select 1/0;');
    await expect(run()).rejects.toThrow(/0003_three.sql failed: division by zero/);
    expect((await pool.query(`select to_regclass('three') as found`)).rows).toEqual([{ found: null }]);
    write('0003_three.sql', 'create table three (id integer);');
    expect(await run()).toEqual(['0003_three.sql']);
  });

  it('refuse a file that was changed after it ran, but not other line ends', async () => {
    await run();
    write('0002_two.sql', 'create table two (id bigint);');
    await expect(run()).rejects.toThrow(/0002_two.sql was changed/);
    expect(await isMigrated(pool, folder)).toBe(false);
    write('0002_two.sql', 'create table two (id integer); insert into two values (1);');
    write('0001_one.sql', 'create table one (id integer);');
    await expect(run()).resolves.toEqual([]);
  });

  it('refuse a database that is newer than the program', async () => {
    await run();
    rmSync(join(folder, '0002_two.sql'));
    await expect(run()).rejects.toThrow(/newer than this Wattle: it has 0002_two.sql/);
  });

  it('refuse a new file before one that has run, two of one number, and a strange name', async () => {
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
  it('bring an empty database to where the template of the tests is', async () => {
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
