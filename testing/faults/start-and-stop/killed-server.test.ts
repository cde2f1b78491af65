import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../client.ts';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { fullAnswers, person } from '../../people.ts';
import { findProblems } from '../checker.ts';
import { startSavers, withoutSignedLimit } from '../saving.ts';
import { freePort } from '../../processes/free-port.ts';
import { servicesBeside, startServer, type ServerProcess } from '../server-process.ts';
import { newKeys } from '../../new-keys.ts';

const kills = 20;
const savesPerRound = 50;

describe('a server process that is killed', () => {
  let database: TestDatabase;
  let beside: Awaited<ReturnType<typeof servicesBeside>>;
  let server: ServerProcess;
  let variables: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    variables = {
      APP_ENV: 'test',
      DATABASE_URL: database.url,
      WATTLE_KEYS: newKeys(),
      PORT: String(await freePort()),
    };
    server = await startServer(variables);
    beside = await servicesBeside(variables);
  });
  afterAll(async () => {
    await server.kill();
    await beside.close();
    await database.drop();
  });

  it(
    'loses no acknowledged save and writes no partial one in 20 kills and 1,000 saves, and starts again each time [fault 1]',
    { timeout: 300_000 },
    async () => {
      const signed = { status: 'complete' as const, answers: fullAnswers() };
      const people = await Promise.all(
        Array.from({ length: 5 }, async (_, index) => {
          const who = await person(beside.services, index < 2 ? { plan: signed } : {});
          const client = new TestClient(server.url);
          await client.signIn(who.email, who.password);
          const status = index < 2 ? ('complete' as const) : ('draft' as const);
          return { person: who, client, status, version: index < 2 ? 2 : 0 };
        }),
      );
      await withoutSignedLimit(beside.services);
      const savers = startSavers({ people });
      for (let round = 1; round <= kills; round += 1) {
        await savers.untilAcknowledged(round * savesPerRound);
        await pause(Math.random() * 25);
        await server.kill();
        server = await startServer(variables);
      }
      await savers.untilAcknowledged(kills * savesPerRound + 50);
      await savers.stop();
      expect(savers.unexpected).toEqual([]);
      expect(savers.acknowledged.length).toBeGreaterThanOrEqual(1_000);
      // Proves that saves were in progress when the server was killed.
      expect(savers.lost()).toBeGreaterThan(kills);
      expect(await findProblems(beside.services, savers.acknowledged)).toEqual([]);
    },
  );
});
