import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../client.ts';
import { fullAnswers, person, type TestPerson } from '../../people.ts';
import { startProduct, trialVariables, type Product } from '../../security/product.ts';
import { findProblems } from '../checker.ts';
import { startSavers } from '../saving.ts';

/** Limit for the emergency page in 99 of 100 requests under any load, in milliseconds. */
const paramedicWaits = 500;

/** Limit for a save: two seconds for a connection for its session, two for its own, and extra time for a busy machine. */
const answeredWithin = 5_500;

const rank = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;

describe('a database that is too slow for its load', () => {
  let product: Product;
  let patient: TestPerson;
  let locker: pg.Client;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    patient = await person(product.services, { plan: { status: 'complete', answers: fullAnswers() } });
    locker = new pg.Client({ connectionString: product.databaseUrl });
    await locker.connect();
  });
  afterAll(async () => {
    await locker.end();
    await product.close();
  });

  const openPlan = async (): Promise<TestClient> => {
    const reader = new TestClient(product.url);
    const opened = await reader.fetch(`/acp-login/${patient.shareId}`, {
      method: 'POST',
      body: new URLSearchParams({ pin: patient.pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(opened.status).toBe(303);
    return reader;
  };

  /** Occupies every connection of the product's pool with long queries, until the returned function is called. */
  async function exhaust(): Promise<() => Promise<void>> {
    let going = true;
    const sleepers = Array.from({ length: 30 }, async () => {
      while (going) await sql`select pg_sleep(1.5)`.execute(product.services.db).catch(() => {});
    });
    await pause(200);
    return async () => {
      going = false;
      await Promise.all(sleepers);
    };
  }

  async function measure(): Promise<{ reads: number[]; openings: number[] }> {
    const reader = await openPlan();
    const reads: number[] = [];
    const openings: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      const from = performance.now();
      const page = await reader.fetch(`/acp-login/${patient.shareId}`);
      expect([page.status, (await page.text()).includes('Margaret Doyle')]).toEqual([200, true]);
      reads.push(performance.now() - from);
      if (count % 20 > 0) continue;
      const start = performance.now();
      await openPlan();
      openings.push(performance.now() - start);
    }
    return { reads, openings };
  }

  async function peopleWhoSave(count: number) {
    const people = await Promise.all(Array.from({ length: count }, () => person(product.services)));
    return Promise.all(
      people.map(async (who) => {
        const client = new TestClient(product.url);
        await client.signIn(who.email, who.password);
        return { person: who, client, status: 'draft' as const, version: 0 };
      }),
    );
  }

  it(
    'refuses saves within seconds while every connection is taken, keeps the emergency page fast, and serves at once afterwards [fault 24]',
    { timeout: 90_000 },
    async () => {
      const people = await peopleWhoSave(8);
      const release = await exhaust();
      const savers = startSavers({ people });
      const { reads, openings } = await measure();
      await expect.poll(() => savers.refusals.length, { timeout: 10_000 }).toBeGreaterThan(3);
      await release();
      const from = Date.now();
      await savers.untilAcknowledged(savers.acknowledged.length + 16);
      expect(Date.now() - from).toBeLessThan(5_000);
      await savers.stop();
      expect(savers.unexpected).toEqual([]);
      for (const refusal of savers.refusals)
        expect(refusal).toMatchObject({ status: 503, reason: 'database' });
      expect(Math.max(...savers.refusals.map(({ took }) => took))).toBeLessThan(answeredWithin);
      expect(rank(reads, 0.99)).toBeLessThan(paramedicWaits);
      // Checking a PIN takes a quarter of a second by design.
      expect(rank(openings, 0.5)).toBeLessThan(paramedicWaits);
      expect(await findProblems(product.services, savers.acknowledged)).toEqual([]);
    },
  );

  it(
    'is not slowed for other plans by a lock on one plan, and refuses saves of that plan after five seconds [fault 24]',
    { timeout: 90_000 },
    async () => {
      const [held, ...others] = await peopleWhoSave(5);
      await locker.query('begin');
      await locker.query('select id from acps where id = any($1) for update', [
        [held!.person.acpId, patient.acpId],
      ]);
      const waiting = startSavers({ people: [held!] });
      const savers = startSavers({ people: others });
      const { reads } = await measure();
      expect(rank(reads, 0.99)).toBeLessThan(paramedicWaits);
      expect(savers.acknowledged.length).toBeGreaterThan(20);
      await expect.poll(() => waiting.refusals.length, { timeout: 15_000 }).toBeGreaterThan(0);
      expect(waiting.acknowledged).toEqual([]);
      await locker.query('rollback');
      await waiting.untilAcknowledged(1);
      await Promise.all([waiting.stop(), savers.stop()]);
      expect([...waiting.unexpected, ...savers.unexpected, ...savers.refusals]).toEqual([]);
      for (const { took } of waiting.refusals) expect(took).toBeLessThan(5_000 + answeredWithin);
      expect(await findProblems(product.services, [...waiting.acknowledged, ...savers.acknowledged])).toEqual(
        [],
      );
    },
  );
});
