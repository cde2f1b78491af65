import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { typePin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import { startReplicaPair, type ReplicaPair } from '../../database/replica-pair.ts';
import { fullAnswers, person, type TestPerson } from '../../people.ts';
import { startApp, type TestApp } from '../../start-app.ts';

/** A primary with a replica, and server processes that share both. */
export type ReplicaApps = {
  pair: ReplicaPair;
  apps: readonly TestApp[];
  /** Log lines of all processes. */
  lines: string[];
  /** Waits until every process uses the replica, or again has the primary. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/** The state that a server shows on /readyz. */
export const readyOf = async ({ url }: Pick<TestApp, 'url'>) =>
  (await (await fetch(`${url}/readyz`)).json()) as object;

export async function startReplicaApps(
  count: number,
  env: Record<string, string> = {},
): Promise<ReplicaApps> {
  const pair = await startReplicaPair();
  const folder = await mkdtemp(join(tmpdir(), 'wattle-files-'));
  const lines: string[] = [];
  const apps: TestApp[] = [];
  for (let made = 0; made < count; made += 1)
    apps.push(
      await startApp({
        beside: { databaseUrl: pair.primary.url, folder },
        env: {
          DATABASE_REPLICA_URL: pair.replica.url,
          SERVER_PROCESSES: String(count),
          TRUST_PROXY: 'loopback',
          ...env,
        },
        log: (line) => void lines.push(line),
      }),
    );
  return {
    ...{ pair, apps, lines },
    async ready() {
      for (const { services } of apps)
        await expect
          .poll(() => services.replica?.facts(), { timeout: 30_000 })
          .toMatchObject({ problem: null, servingSince: null });
    },
    async close() {
      for (const app of apps) await app.close();
      await pair.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const signed = ({ services }: TestApp) =>
  person(services, { plan: { status: 'complete', answers: fullAnswers() } });

/** A reader who opened the plan of a card at a server. */
export async function openedAt({ url }: TestApp, who: TestPerson): Promise<TestClient> {
  const reader = new TestClient(url);
  expect((await typePin(reader, who.shareId, who.pin)).status).toBe(303);
  return reader;
}

/** Waits until the replica has everything that the primary has. */
export async function caughtUp({ primary, replica }: ReplicaPair): Promise<void> {
  const [end] = await primary.asAdmin<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
  await expect
    .poll(async () => {
      const [row] = await replica.asAdmin<{ has: boolean }>(
        `select pg_last_wal_replay_lsn() >= '${end!.at}'::pg_lsn as has`,
      );
      return row!.has;
    })
    .toBe(true);
}
