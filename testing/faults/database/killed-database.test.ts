import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeCluster } from '../../database/database-cluster.ts';
import { findProblems } from '../checker.ts';
import { databaseProcesses, peopleWhoSave, startEmbeddedApp, type EmbeddedApp } from '../embedded-app.ts';
import { startSavers, withoutSignedLimit } from '../saving.ts';

/** Limit for the product to serve again, in milliseconds. */
const patience = 10_000;

describe.runIf(process.platform === 'linux')('a database that is killed while the product runs', () => {
  let dataDir: string;
  let product: EmbeddedApp;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-killed-`));
    product = await startEmbeddedApp(dataDir);
  });
  const isReady = async () => {
    const response = await fetch(`${product.url}/readyz`);
    return ((await response.json()) as { database: string }).database === 'ok';
  };
  afterAll(async () => {
    await product.close();
    await removeCluster(dataDir);
  });

  it(
    'is used again within 10 s without a restart of the server: saves got "not now", none is lost, mails and notifications continue [fault 2]',
    { timeout: 90_000 },
    async () => {
      await withoutSignedLimit(product.application.services);
      const savers = startSavers({ people: await peopleWhoSave(product, 5) });
      await savers.untilAcknowledged(50);
      for (const round of [1, 2, 3]) {
        await pause(Math.random() * 100);
        const before = product.embedded.pid();
        const processes = databaseProcesses(product.embedded);
        expect(processes.length).toBeGreaterThan(3);
        for (const pid of processes) process.kill(pid, 'SIGKILL');
        const from = Date.now();
        while (product.embedded.pid() === before || !(await isReady())) {
          expect([round, Date.now() - from < patience]).toEqual([round, true]);
          await pause(20);
        }
        await savers.untilAcknowledged(savers.acknowledged.length + 20);
        expect([round, Date.now() - from < patience]).toEqual([round, true]);
      }
      await savers.stop();
      expect(savers.unexpected).toEqual([]);
      expect(savers.lost()).toBe(0);
      expect(savers.refusals.length).toBeGreaterThan(0);
      for (const refusal of savers.refusals)
        expect(refusal).toMatchObject({ status: 503, code: 'unavailable', reason: 'database' });
      expect(await findProblems(product.application.services, savers.acknowledged)).toEqual([]);
    },
  );
});
