import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import { removeCluster } from '../../database/database-cluster.ts';
import { fullAnswers, person, type TestPerson } from '../../people.ts';
import { databaseProcesses, startEmbeddedApp, type EmbeddedApp } from '../embedded-app.ts';

/** Limit for an answer, in milliseconds: three seconds, plus two for a busy machine. Without the limit the response would take fifteen. */
const patience = 5_000;

describe.runIf(process.platform === 'linux')('a database that is frozen', () => {
  let dataDir: string;
  let product: EmbeddedApp;
  let who: TestPerson;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-frozen-`));
    product = await startEmbeddedApp(dataDir);
    who = await person(product.application.services, {
      plan: { status: 'complete', answers: fullAnswers() },
    });
  }, 120_000);
  afterAll(async () => {
    await product.close();
    await removeCluster(dataDir);
  }, 60_000);

  const signal = (name: NodeJS.Signals) => {
    for (const pid of databaseProcesses(product.embedded)) process.kill(pid, name);
  };

  it('makes each opening of a card answer within seconds with the page of instructions, and shows the plan again afterwards [R-13] [fault 26]', async () => {
    const reader = new TestClient(product.url);
    expect((await typePin(reader, who.shareId, who.pin)).status).toBe(303);
    const path = `/acp-login/${who.shareId}`;
    const asks: Record<string, () => Promise<Response>> = {
      'a right PIN': () =>
        new TestClient(product.url).fetch(path, {
          method: 'POST',
          body: `pin=${who.pin}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
        }),
      'the open plan': () => reader.fetch(path),
      'its PDF': () => reader.fetch(`${path}/plan.pdf`),
    };
    signal('SIGSTOP');
    try {
      for (const round of [1, 2]) {
        // More requests at the same moment than the pool has connections.
        const answers = await Promise.all(
          [...Object.entries(asks), ...Object.entries(asks)].map(async ([name, ask]) => {
            const from = Date.now();
            const response = await ask();
            const html = await response.text();
            return [
              round,
              name,
              response.status,
              html.includes('Talk to someone'),
              Date.now() - from < patience,
            ];
          }),
        );
        for (const answer of answers) expect(answer).toEqual([round, answer[1], 503, true, true]);
      }
      expect((await new TestClient(product.url).fetch(path)).status).toBe(200);
    } finally {
      signal('SIGCONT');
    }
    await expect.poll(async () => (await asks['the open plan']!()).status, { timeout: 30_000 }).toBe(200);
    await expect.poll(async () => (await asks['a right PIN']!()).status, { timeout: 30_000 }).toBe(303);
  }, 120_000);
});
