import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { connectDatabase } from './connect.ts';
import { listenDatabase, type Listening } from './listen.ts';
import { PoolerError, requirePreparedStatements, requireTimeouts } from './pooler.ts';

/**
 * Starts a proxy between a client and the database. It replaces a string once with another of the same length, as a pooler that
 * drops settings.
 */
async function startPooler(url: string, from: string, to: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.add(near).add(far);
    let isDone = false;
    near.on('data', (data) => {
      const words = data.toString('latin1');
      far.write(isDone ? data : Buffer.from(words.replace(from, to), 'latin1'));
      isDone ||= words.includes(from);
    });
    far.on('data', (data) => near.write(data));
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a database behind a pooler', () => {
  let database: TestDatabase;
  const open: { close(): unknown }[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));
  afterAll(() => database.drop());

  it('that drops the timeouts is refused at the start, in one sentence [R-94] [C-02]', async () => {
    const limited = connectDatabase({ url: database.url });
    open.push(limited);
    await requireTimeouts([limited.pool]);
    await requirePreparedStatements(limited.pool);
    const pooler = await startPooler(database.url, 'statement_timeout', 'pooler.takesaway_');
    open.push(pooler);
    const unlimited = connectDatabase({ url: pooler.url });
    open.push(unlimited);
    await expect(requireTimeouts([limited.pool, unlimited.pool])).rejects.toThrow(PoolerError);
  });

  /** Listens, and sends a notification to it over another connection. */
  async function listenAt(url: string) {
    const lines: string[] = [];
    const channels: string[] = [];
    let opened = 0;
    const listening: Listening = listenDatabase({
      url,
      channel: 'wattle_test',
      onMessage: (message) => void channels.push(message),
      onOpen: () => void (opened += 1),
      log: (line) => void lines.push(line),
    });
    open.push(listening);
    await vi.waitFor(() => expect(opened).toBe(1), 10_000);
    const speaker = new pg.Client({ connectionString: database.url });
    await speaker.connect();
    await speaker.query(`notify wattle_test, 'news'`);
    await speaker.end();
    return { lines, channels };
  }

  it('on which a connection does not receive its own notification is reported once, within ten seconds [R-94]', async () => {
    const pooler = await startPooler(database.url, 'listen "', 'select--');
    open.push(pooler);
    const { lines, channels } = await listenAt(pooler.url);
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('DATABASE_DIRECT_URL')]), 10_000);
    expect(channels).toEqual([]);
  });

  it('is not reported for a connection that receives its own notification, and only the notifications of others are passed on [R-94]', async () => {
    const [first, second] = [await listenAt(database.url), await listenAt(database.url)];
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    expect([...first.lines, ...second.lines]).toEqual([]);
    expect(first.channels).toEqual(['news', 'news']);
    expect(second.channels).toEqual(['news']);
  });
});
