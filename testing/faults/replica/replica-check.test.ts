import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../../scripts/operator/config-checks/check.ts';
import { createTestDatabase } from '../../database/database.ts';
import { startReplicaPair, type ReplicaPair } from '../../database/replica-pair.ts';
import { newKeys } from '../../new-keys.ts';

describe.runIf(process.platform === 'linux')('check:config on a replica', () => {
  let pair: ReplicaPair;
  beforeAll(async () => {
    pair = await startReplicaPair();
  }, 120_000);
  afterAll(() => pair.remove(), 60_000);

  async function checked(replicaUrl: string, databaseUrl = pair.primary.url) {
    const findings = await checkConfig({
      ...{ APP_ENV: 'test', WATTLE_KEYS: newKeys(), DATABASE_URL: databaseUrl },
      ...{ DATABASE_REPLICA_URL: replicaUrl, SERVER_PROCESSES: '2' },
    });
    const { isRight, words } = findings.find(({ about }) => about === 'replica')!;
    return [isRight, words];
  }

  it('reports one that receives the changes of the database as right [C-01]', async () => {
    expect(await checked(pair.replica.url)).toEqual([
      true,
      expect.stringMatching(/^a replica of the database, at most \d s behind it$/),
    ]);
  });

  it('names the primary itself, another database, one that is unavailable, and one that lags [C-01]', async () => {
    expect(await checked(pair.primary.url)).toEqual([false, expect.stringContaining('accepts changes')]);
    const other = await createTestDatabase();
    expect(await checked(other.url)).toEqual([false, 'it is of another database']);
    await other.drop();
    const away = new URL(pair.replica.url);
    away.port = '1';
    expect(await checked(away.href)).toEqual([false, 'nothing listens at its port']);
    await pair.replica.asAdmin('select pg_wal_replay_pause()');
    await pair.primary.asAdmin('create table later (n int)');
    expect(await checked(pair.replica.url)).toEqual([false, expect.stringContaining('it lags')]);
    await pair.replica.asAdmin('select pg_wal_replay_resume()');
  }, 60_000);
});
