import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase, type Connection } from './connect.ts';

let database: TestDatabase;
let proxy: Server;
let connection: Connection;
const sockets = new Set<Socket>();
let isFrozen = false;

/** Stops all traffic in both directions; new connections are accepted and get no answer. */
function freeze(): void {
  isFrozen = true;
  for (const socket of sockets) socket.pause();
}

beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  const target = { host: address.hostname, port: Number(address.port) };
  proxy = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    if (isFrozen) return void near.pause();
    const far = connect(target);
    sockets.add(far);
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.on('data', (bytes: Buffer) => near.write(bytes));
    near.on('data', (bytes: Buffer) => far.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  address.hostname = '127.0.0.1';
  address.port = String((proxy.address() as AddressInfo).port);
  connection = connectDatabase({ url: address.href, max: 2 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await connection.close();
  proxy.close();
  await database.drop();
});

describe('a database that does not respond', () => {
  it('for some seconds, because a statement is slow, is awaited [S-32]', async () => {
    const slow = sql<{ done: number }>`select 1 as done from pg_sleep(5)`.execute(connection.db);
    expect((await slow).rows).toEqual([{ done: 1 }]);
  }, 20_000);

  it('to any connection is detected long before the statement timeout, in a transaction and outside [S-32]', async () => {
    await Promise.all([1, 2].map(() => sql`select 1`.execute(connection.db)));
    const from = performance.now();
    freeze();
    const outside = sql`select 1`.execute(connection.db);
    const inside = connection.db.transaction().execute((tx) => sql`select 1`.execute(tx));
    const ended = await Promise.allSettled([outside, inside]);
    expect(ended).toMatchObject(ended.map(() => ({ status: 'rejected', reason: { code: 'unavailable' } })));
    // Five seconds, and some more on a busy machine; fifteen without the check.
    expect(performance.now() - from).toBeLessThan(9_000);
  }, 40_000);
});
