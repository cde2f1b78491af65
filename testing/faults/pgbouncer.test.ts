import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../src/server/db/connection/connect.ts';
import {
  PoolerError,
  requirePreparedStatements,
  requireTimeouts,
} from '../../src/server/db/connection/pooler.ts';
import { typePin } from '../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../client.ts';
import { createTestDatabase, superuserAddress, type TestDatabase } from '../database/database.ts';
import { fullAnswers, person } from '../people.ts';
import { pgBouncerVersion, startPgBouncer } from '../processes/pgbouncer.ts';
import { startApp } from '../start-app.ts';

const version = pgBouncerVersion();
const prepares = version !== null && version[1] >= 21;

const ignored = {
  ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
};

/** A test that needs PgBouncer is skipped, with the reason in its title, where that is not installed. */
const withPgBouncer = describe.runIf(version !== null);
const needs = version === null ? ' (skipped: PgBouncer is not installed)' : '';

withPgBouncer(`through PgBouncer in transaction mode${needs}`, () => {
  let database: TestDatabase;
  const open: { close(): unknown }[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
    await roleHas({});
  });
  afterAll(() => database.drop());

  /** Sets the timeouts of the role in this database; without any, removes them. */
  async function roleHas(settings: Record<string, string>): Promise<void> {
    const admin = new pg.Client({ connectionString: await superuserAddress(database.url) });
    await admin.connect();
    const name = new URL(database.url).pathname.slice(1);
    await admin.query(`alter role wattle in database ${name} reset all`);
    for (const [key, value] of Object.entries(settings))
      await admin.query(`alter role wattle in database ${name} set ${key} = '${value}'`);
    await admin.end();
  }
  const timeouts = {
    statement_timeout: '10s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '30s',
  };

  async function poolThrough(settings: Record<string, string | number>) {
    const pooler = await startPgBouncer(database.url, settings);
    const connection = connectDatabase({ url: pooler.url });
    open.push(pooler, connection);
    return connection.pool;
  }

  it('the start fails with instructions when PgBouncer refuses or drops the timeouts [C-02]', async () => {
    const refusing = await poolThrough({});
    await expect(requireTimeouts([refusing])).rejects.toThrow(
      /refuses the settings.*ignore_startup_parameters.*alter role/,
    );
    const dropping = await poolThrough(ignored);
    await expect(requireTimeouts([dropping])).rejects.toThrow(
      /no statement_timeout, no lock_timeout, no idle_in_transaction_session_timeout/,
    );
    await roleHas(timeouts);
    await requireTimeouts([await poolThrough(ignored)]);
  });

  it('the start fails with instructions when PgBouncer does not support named statements [C-02]', async () => {
    const pool = await poolThrough({ ...ignored, ...(prepares && { max_prepared_statements: 0 }) });
    await expect(requirePreparedStatements(pool)).rejects.toThrow(PoolerError);
    if (prepares)
      await requirePreparedStatements(await poolThrough({ ...ignored, max_prepared_statements: 500 }));
  });

  it.runIf(prepares)(
    'two servers sign in, save, open cards, notify each other and leave no lock behind [C-02]',
    async () => {
      await roleHas(timeouts);
      const pooler = await startPgBouncer(database.url, { ...ignored, max_prepared_statements: 500 });
      open.push(pooler);
      const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
      const lines: string[] = [];
      const log = (line: string) => void lines.push(line);
      const first = await startApp({
        beside: { databaseUrl: pooler.url, folder: await mkdtemp(join(tmpdir(), 'wattle-files-')) },
        env,
        log,
      });
      open.push(first);
      const second = await startApp({ beside: { databaseUrl: pooler.url, folder: first.folder }, env, log });
      open.push(second);
      const who = await person(first.services, { plan: { status: 'complete', answers: fullAnswers() } });
      let news = 0;
      second.services.onNews(who.userId, () => void (news += 1));
      await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          const { url } = index % 2 ? first : second;
          const client = new TestClient(url);
          const each = await person(first.services, {
            plan: { status: 'complete', answers: fullAnswers() },
          });
          await client.signIn(each.email, each.password);
          const { errors } = await client.graphql('query { getEmergencyCard { pin } }');
          expect(errors).toBeUndefined();
        }),
      );
      expect((await typePin(new TestClient(first.url), who.shareId, who.pin)).status).toBe(303);
      await expect.poll(() => news).toBeGreaterThan(0);
      const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`.execute(first.services.db);
      expect(rows).toEqual([{ held: 0 }]);
      expect(lines).toEqual([]);
    },
  );
});
