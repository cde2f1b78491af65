import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../client.ts';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { removeCluster } from '../../database/database-cluster.ts';
import { person, type TestPerson } from '../../people.ts';
import { productionVariables } from '../../security/product.ts';
import { databaseProcesses, startEmbeddedApp } from '../embedded-app.ts';
import { freePort } from '../../processes/free-port.ts';
import { servicesBeside, startServer, type ServerProcess } from '../server-process.ts';
import { newKeys } from '../../new-keys.ts';

type Line = Record<string, unknown>;

describe('a server whose database cannot be written to, or is unavailable', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let server: ServerProcess;
  let beside: Awaited<ReturnType<typeof servicesBeside>>;
  let who: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await freePort();
    const variables: Record<string, string> = {
      ...productionVariables(),
      DATABASE_URL: database.url,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      WATTLE_KEYS: newKeys(),
    };
    server = await startServer(variables);
    beside = await servicesBeside(variables);
    admin = new pg.Client({ connectionString: database.url });
    admin.on('error', () => {});
    await admin.connect();
    who = await person(beside.services);
    client = new TestClient(server.url);
    await client.signIn(who.email, who.password);
  });
  afterAll(async () => {
    await server.kill();
    await beside.close();
    await admin.end();
    await database.drop();
  });

  const lines = (): Line[] =>
    server
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  const refusalsFor = (reason: string) =>
    lines().filter((line) => line['msg'] === 'calls are refused for now' && line['reason'] === reason);
  /** Errors of the program. Lines about an outage have no error of the program. */
  const faults = () => lines().filter((line) => Number(line['level']) >= 50 && 'err' in line);
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, await response.json()];
  };
  const save = (version = 0) =>
    client.post('/api/graphql', {
      query: `mutation($id: ID!, $version: Int!) { updateAnswers(id: $id, answers: { explanations: "x" }, status: draft, version: $version) { returning { version } } }`,
      variables: { id: who.acpId, version },
    });

  it('answers 503 with the reason when the database is read-only, logs one line, shows it in its readiness, and recovers by itself [R-14, R-95]', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect.poll(ready).toEqual([200, { ok: true, database: 'read-only' }]);
    // The first save may still get one of the connections that were ended.
    await save();
    for (let time = 0; time < 10; time += 1) {
      const { status, body } = await save();
      expect([status, body.errors[0].extensions.details]).toEqual([503, { reason: 'read-only' }]);
    }
    expect(refusalsFor('read-only')).toHaveLength(1);
    expect(faults()).toEqual([]);

    await admin.query('set default_transaction_read_only = off');
    await admin.query(`alter database ${name} set default_transaction_read_only = off`);
    // The read-only connections stay open, but the server does not use them again.
    await expect.poll(async () => (await save()).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, { ok: true, database: 'ok' }]);
  });

  it('logs a line when the disk is full, and its readiness names it [R-14]', async () => {
    await admin.query(
      `create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
    );
    await admin.query(
      'create trigger full_disk before insert on audit_log for each row execute function full_disk()',
    );
    for (let time = 0; time < 10; time += 1) expect((await save(1)).status).toBe(503);
    await admin.query('drop trigger full_disk on audit_log');
    expect(refusalsFor('disk-full')).toMatchObject([{ level: 50, refused: 1 }]);
    expect((await ready())[1]).toEqual({ ok: true, database: 'disk-full' });
    expect(JSON.stringify(refusalsFor('disk-full'))).not.toMatch(/audit_log|insert|explanations/);
  });

  it('logs no fault when a caller closes the connection during a request [R-14]', async () => {
    const { hostname, port } = new URL(server.url);
    const arrived = () => lines().filter((line) => 'req' in line).length;
    const before = arrived();
    for (const path of ['/api/graphql', '/api/auth/email-password', '/acp-login/none']) {
      const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded';
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 500\r\n\r\n{"query":`,
      );
      await once(socket, 'connect');
      await pause(300);
      socket.destroy();
    }
    // Log lines of earlier requests may arrive late.
    await expect.poll(arrived).toBeGreaterThanOrEqual(before + 3);
    await pause(500);
    expect(faults()).toEqual([]);
    expect([...refusalsFor('other'), ...refusalsFor('emergency-page')]).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a server whose database is frozen', () => {
  it('answers within seconds that it is ready and the database is unavailable, so that no balancer removes all servers [R-04, R-14]', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-frozen-`));
    const product = await startEmbeddedApp(dataDir);
    let processes: number[] = [];
    const send = (signal: NodeJS.Signals) => {
      for (const pid of processes) process.kill(pid, signal);
    };
    try {
      const ready = async () => {
        const response = await fetch(`${product.url}/readyz`);
        return [response.status, await response.json()];
      };
      expect(await ready()).toEqual([200, { ok: true, database: 'ok' }]);
      await pause(1_100);
      processes = databaseProcesses(product.embedded);
      send('SIGSTOP');
      const from = Date.now();
      expect(await Promise.all([ready(), ready(), ready()])).toEqual(
        Array.from({ length: 3 }, () => [200, { ok: true, database: 'away' }]),
      );
      expect(Date.now() - from).toBeLessThan(3_000);
      send('SIGCONT');
      await expect.poll(ready, { timeout: 20_000 }).toEqual([200, { ok: true, database: 'ok' }]);
    } finally {
      send('SIGCONT');
      await product.close();
      await removeCluster(dataDir);
    }
  }, 60_000);
});
