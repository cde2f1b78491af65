import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection, type Database } from '../connection/connect.ts';
import { sharingConnection } from './shared-connection.ts';

describe('the connection of one call', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url, max: 2 });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  /** Returns the id of the server process that answers, after some seconds: each connection has its own. */
  async function backend(db: Database, seconds = 0.02): Promise<number> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(${seconds})`.execute(
      db,
    );
    return rows[0]!.pid;
  }
  const inUse = () => connection.pool.totalCount - connection.pool.idleCount;

  it('is shared by the statements that run at the same time, which otherwise would take one each', async () => {
    const apart = await Promise.all([backend(connection.db), backend(connection.db)]);
    expect(new Set(apart).size).toBe(2);
    const call = sharingConnection(connection.db);
    const together = await Promise.all([backend(call), backend(call), backend(call)]);
    expect(new Set(together).size).toBe(1);
  });

  it('is released while the call runs no statement, and taken again when it continues', async () => {
    const call = sharingConnection(connection.db);
    await backend(call);
    await new Promise(setImmediate);
    expect(inUse()).toBe(0);
    expect(await backend(call)).toBeGreaterThan(0);
  });

  it('differs between calls', async () => {
    const calls = [sharingConnection(connection.db), sharingConnection(connection.db)];
    const pids = await Promise.all(calls.map((call) => backend(call)));
    expect(new Set(pids).size).toBe(2);
  });

  it('serves the other statements when one of them fails, and the next call', async () => {
    const call = sharingConnection(connection.db);
    const [failed, other] = await Promise.allSettled([
      sql`select 1 / 0`.execute(call),
      sql<{ value: number }>`select 2 as value`.execute(call),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(other).toMatchObject({ status: 'fulfilled', value: { rows: [{ value: 2 }] } });
    expect(await backend(call)).toBeGreaterThan(0);
  });

  it('fails every statement of a call as unavailable when it breaks, and the next call gets a working one', async () => {
    const call = sharingConnection(connection.db);
    const [killed, other] = await Promise.allSettled([
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(call),
      backend(call),
    ]);
    expect(killed).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(await backend(sharingConnection(connection.db))).toBeGreaterThan(0);
  });

  it('is awaited as long as the pool waits, and then the call is refused as unavailable', async () => {
    const small = connectDatabase({ url: database.url, max: 1, timeoutMs: 300 });
    const slow = backend(small.db, 0.15);
    const call = sharingConnection(small.db);
    const waiting = Promise.allSettled([backend(call), backend(call)]);
    for (const one of await waiting) expect(one).toMatchObject({ reason: { code: 'unavailable' } });
    await slow;
    expect(await backend(call)).toBeGreaterThan(0);
    await small.close();
  });
});
