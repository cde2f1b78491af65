import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { typePin } from '../../../src/server/features/emergency/emergency.fixture.ts';
import { TestClient } from '../../client.ts';
import { fullAnswers, person, provider } from '../../people.ts';
import { startProduct, trialVariables, type Product } from '../../security/product.ts';
import { findProblems } from '../checker.ts';
import { startSavers, type SaverOptions } from '../saving.ts';

const migrations = resolve(import.meta.dirname, '../../../migrations');
const upgrades = 3;
const migrationsOfUpgrade = 4;

/**
 * Returns a migration that takes the same locks as migration 0024, in the same order: indexes on two large tables first, then
 * changes of several tables that requests read together, `users` last.
 */
const likeOrganisation = (n: number) => `
  create index users_trial_${n} on users (created_at desc, id desc) where permission_role_id <> 5;
  create index transactions_trial_${n} on transactions (provider_id) where provider_id is not null;
  alter table providers
    add column trial_${n} timestamptz,
    add constraint providers_trial_${n} check (cardinality(path) <= 7) not valid;
  update providers set trial_${n} = now() where archived;
  alter table permission_roles add column trial_${n} integer not null default 0;
  alter table customer_providers
    add column trial_${n} text not null generated always as (lower(provider_name)) stored;
  create index customer_providers_trial_${n} on customer_providers using gin (trial_${n} gin_trgm_ops);
  alter table customer_list add constraint customer_list_trial_${n} check (true) not valid;
  alter table users
    add column trial_${n} text,
    add constraint users_trial_${n} check (trial_${n} <> '') not valid;`;

const readPlan = 'query plan($id: ID!) { getActiveAcps(id: $id) { id version answers } }';
const readList = 'query list { getCustomers { count data { id } } }';

/** Requests of one kind at a constant rate; `send` resolves with a description of a failure. */
function startStream(perSecond: number, send: (turn: number) => Promise<unknown>) {
  const failures: unknown[] = [];
  const running = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    const request: Promise<void> = send((sent += 1))
      .then(
        (failure) => void (failure && failures.push(failure)),
        (error: unknown) => void failures.push(error),
      )
      .then(() => void running.delete(request));
    running.add(request);
  }, 1_000 / perSecond);
  return {
    failures,
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

describe('a server whose database is migrated under load', () => {
  let product: Product;
  let folder: string;
  let newest = 9_000;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    folder = mkdtempSync(join(tmpdir(), 'wattle-upgrade-'));
    cpSync(migrations, folder, { recursive: true });
  }, 60_000);
  afterAll(async () => {
    await product.close();
    rmSync(folder, { recursive: true });
  });

  /** Adds the migrations of one more release and runs them, as `npm run migrate` does. */
  async function upgrade(): Promise<void> {
    const names = Array.from({ length: migrationsOfUpgrade }, () => {
      newest += 1;
      const name = `${newest}_trial.sql`;
      writeFileSync(join(folder, name), likeOrganisation(newest));
      return name;
    });
    expect(await migrate({ url: product.databaseUrl, folder })).toEqual(names);
  }

  it(
    'answers every one of a hundred requests per second while three upgrades run four migrations each [S-30, fault 23]',
    { timeout: 240_000 },
    async () => {
      const houseId = await provider(product.services);
      const people = await Promise.all(
        Array.from({ length: 16 }, async () => {
          const who = await person(product.services, { providerId: houseId });
          const client = new TestClient(product.url);
          await client.signIn(who.email, who.password);
          return { person: who, client, status: 'draft' as const, version: 0 };
        }),
      );
      const manager = await person(product.services, { role: 'provideradmin', providerId: houseId });
      const staff = new TestClient(product.url);
      await staff.signIn(manager.email, manager.password);
      const cards = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const who = await person(product.services, {
            plan: { status: 'complete', answers: fullAnswers() },
          });
          const reader = new TestClient(product.url);
          expect((await typePin(reader, who.shareId, who.pin)).status).toBe(303);
          return { ...who, reader };
        }),
      );
      const nth = <Item>(items: readonly Item[], turn: number) => items[turn % items.length]!;
      const asked = async (client: TestClient, query: string, variables: Record<string, unknown>) => {
        const { status, errors } = await client.graphql(query, variables);
        return status !== 200 || errors ? { status, errors } : null;
      };
      const savers = startSavers({ people: people satisfies SaverOptions['people'], pauseMs: 550 });
      const streams = [
        startStream(42, (turn) => {
          const { client, person: owner } = nth(people, turn);
          return asked(client, readPlan, { id: owner.acpId });
        }),
        startStream(8, () => asked(staff, readList, {})),
        startStream(34, async (turn) => {
          const { reader, shareId } = nth(cards, turn);
          const page = await reader.fetch(`/acp-login/${shareId}`);
          return (await page.text()).includes('<h1>Margaret') ? null : { status: page.status, shareId };
        }),
        startStream(8, async (turn) => {
          const { shareId, pin } = nth(cards, turn);
          const { status } = await typePin(new TestClient(product.url), shareId, pin);
          return status === 303 ? null : { status, opening: shareId };
        }),
      ];
      for (let round = 0; round < upgrades; round += 1) {
        await upgrade();
        await pause(500);
      }
      const sent = () => savers.acknowledged.length + streams.reduce((sum, stream) => sum + stream.sent(), 0);
      // On a fast machine the upgrades are over sooner.
      await expect.poll(sent).toBeGreaterThan(1_000);
      await Promise.all([savers.stop(), ...streams.map((stream) => stream.stop())]);

      expect(streams.flatMap(({ failures }) => failures)).toEqual([]);
      expect([savers.refusals, savers.unexpected, savers.lost()]).toEqual([[], [], 0]);
      expect(await findProblems(product.services, savers.acknowledged)).toEqual([]);
    },
  );
});
