import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../client.ts';
import { fullAnswers, person, type TestPerson } from '../../people.ts';
import { startApp, type TestApp } from '../../start-app.ts';
import { typePin, wrongPin } from '../../../src/server/features/emergency/emergency.fixture.ts';

let app: TestApp;
let others: TestPerson[];

beforeAll(async () => {
  app = await startApp();
  others = await Promise.all(Array.from({ length: 5 }, signed));
}, 120_000);
afterAll(() => app.close());

const signed = () => person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
const type = (shareId: string, pin: string) => typePin(new TestClient(app.url), shareId, pin);
const madeUp = () => randomBytes(18).toString('base64url');

/** One device that sends wrong PINs continuously, ten at a time, until it is stopped. */
function startFlood() {
  let stopped = false;
  let sent = 0;
  const one = async () => {
    while (!stopped) {
      const other = others[sent % (2 * others.length)];
      sent += 1;
      await (other ? type(other.shareId, wrongPin(other.pin)) : type(madeUp(), '123456'));
    }
  };
  const running = Promise.all(Array.from({ length: 10 }, one));
  return {
    sent: () => sent,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

describe('endless wrong PINs from one network address', () => {
  it('at made-up ids and at other cards do not block a right PIN: it opens at the first try, and at the second after a typing mistake [R-03] [D-40]', async () => {
    const flood = startFlood();
    await expect.poll(flood.sent, { timeout: 60_000 }).toBeGreaterThan(120);
    for (const _ of [1, 2, 3]) {
      const { shareId, pin } = await signed();
      expect((await type(shareId, pin)).status).toBe(303);
    }
    const { shareId, pin } = await signed();
    expect(await type(shareId, wrongPin(pin))).toMatchObject({ status: 403, retryAfter: '2' });
    await app.pass(2_000);
    expect((await type(shareId, pin)).status).toBe(303);
    await flood.stop();
  }, 120_000);

  it('do not wait for each other in the database: a guess that hangs does not block other cards [R-03]', async () => {
    const { shareId, pin } = await signed();
    // Locks what guesses at every other card and id need.
    const held = await app.application.pool.connect();
    await held.query('begin');
    const keys = await Promise.all([madeUp(), others[0]!.shareId].map(lockOf));
    for (const key of keys) await held.query('select pg_advisory_xact_lock($1::bigint)', [key]);
    const waiting = type(others[0]!.shareId, wrongPin(others[0]!.pin));
    expect((await type(shareId, pin)).status).toBe(303);
    await held.query('rollback');
    held.release();
    await waiting;
  });

  it('get the same answers at a card as at an unknown id, guess by guess [R-03] [security 20]', async () => {
    const { shareId, pin } = await signed();
    const unknown = madeUp();
    for (const pause of [0, 2_000, 1_000, 3_000, 8_000, 15_000, 30_000, 0]) {
      await app.pass(pause);
      const answers = await Promise.all([type(shareId, wrongPin(pin)), type(unknown, wrongPin(pin))]);
      expect(answers[0]).toEqual(answers[1]);
    }
  });

  it('leave a bounded number of rows [R-03] [security 27]', async () => {
    const { rows } = await sql<{ last: number; cycles: boolean }>`
      select max_value as last, cycle as cycles from pg_sequences where sequencename = 'emergency_attempt_slots'`.execute(
      app.services.db,
    );
    expect(rows).toEqual([{ last: 100_000, cycles: true }]);
    const { rows: unbounded } = await sql`
      select share_hash from emergency_attempts where slot is null group by share_hash having count(*) > 101`.execute(
      app.services.db,
    );
    expect(unbounded).toEqual([]);
  });
});

const lockOf = async (shareId: string) =>
  String(app.services.secrets.sign('attempts', `emergency card ${shareId}`).readBigInt64BE());
