import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const [root, house, ward] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003',
] as const;
const own = '0007_provider_paths.sql';

describe("a provider's path", () => {
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
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const copy = (wanted: (name: string) => boolean) => {
    const from = resolve(import.meta.dirname, '../../../migrations');
    for (const { name } of readMigrations().filter((file) => wanted(file.name)))
      copyFileSync(join(from, name), join(folder, name));
    return migrate({ url: database.url, folder });
  };
  const insert = (id: string, path: string[]) =>
    pool.query('insert into providers (id, name, path) values ($1, $2, $3)', [id, 'Banksia', path]);

  it('ends with the provider itself, in older rows too', async () => {
    await copy((name) => name < own);
    await insert(root, []);
    await insert(house, [root]);
    await insert(ward, [root, house, ward]);
    expect(await copy(() => true)).toContain(own);
    const { rows } = await pool.query<{ path: string[] }>('select path from providers order by id');
    expect(rows.map(({ path }) => path)).toEqual([[root], [root, house], [root, house, ward]]);
  });

  it('is refused if it does not end with the provider', async () => {
    await copy(() => true);
    await insert(root, [root]);
    for (const path of [[], [root], [ward, root]])
      await expect(insert(ward, path)).rejects.toThrow('providers_path_ends_with_itself');
    await expect(
      pool.query('insert into providers (id, name) values ($1, $2)', [house, 'Banksia']),
    ).rejects.toThrow('path');
  });
});
