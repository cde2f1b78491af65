import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { typePin, wrongPin } from '../emergency.fixture.ts';
import { newOpening } from './openings-folder.ts';

describe('an opening whose request a proxy repeats at another server', () => {
  let app: TestApp;
  let who: TestPerson;

  beforeAll(async () => {
    app = await startApp();
  }, 120_000);
  beforeEach(async () => {
    await app.services.db.deleteFrom('emergency_attempts').execute();
    who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
  });
  afterAll(() => app.close());

  const open = (requestId: string) =>
    typePin(new TestClient(app.url), who.shareId, who.pin, { headers: { 'x-request-id': requestId } });
  const recorded = async () => {
    const { rows } = await sql<{ trail: number; activities: number }>`
      select (select count(*)::int from audit_log where chain = ${who.userId} and action = 'openEmergency'
          and not details ? 'repeated') as trail,
        (select count(*)::int from recent_activities where user_id = ${who.userId} and template = 'ACP_OPENED') as activities`.execute(
      app.services.db,
    );
    return rows[0];
  };

  it('is recorded once, and opens the plan both times [C-01]', async () => {
    const requestId = randomUUID();
    const answers = [await open(requestId), await open(requestId)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await recorded()).toEqual({ trail: 1, activities: 1 });
  });

  it('of a wrong PIN is counted once, and another PIN with the same id is another guess [C-01] [D-07]', async () => {
    const requestId = randomUUID();
    const sent = (pin: string) =>
      typePin(new TestClient(app.url), who.shareId, pin, { headers: { 'x-request-id': requestId } });
    const wrong = wrongPin(who.pin);
    const answers = [await sent(wrong), await sent(wrong), await sent(wrongPin(wrong)), await sent(who.pin)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 429, 429]);
    const { count } = await app.services.db
      .selectFrom('emergency_attempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  it('is recorded for each of two requests [C-01]', async () => {
    await open(randomUUID());
    await open(randomUUID());
    expect(await recorded()).toEqual({ trail: 2, activities: 2 });
  });

  it('is the same over the end of a minute, when its id begins with the time of the request [C-01]', () => {
    const seconds = Date.parse('2026-11-30T10:00:59Z') / 1_000;
    const idAt = (time: string, requestId: string) =>
      newOpening({ userId: who.userId, at: new Date(`2026-11-30T${time}Z`), requestId }).id;
    for (const requestId of [`${seconds}-0f8e`, `${seconds}.123-0f8e`]) {
      expect(idAt('10:01:00.500', requestId)).toBe(idAt('10:00:59.300', requestId));
      // Such an id also suppresses openings for at most a minute.
      expect(idAt('10:01:59', requestId)).not.toBe(idAt('10:00:59.300', requestId));
      expect(idAt('10:03:00', requestId)).not.toBe(idAt('10:01:59', requestId));
    }
  });

  it('is another one for another person, paper or minute, so that no proxy hides openings with one id for all [C-01]', () => {
    const at = new Date('2026-11-30T10:00:00Z');
    const first = { userId: randomUUID(), at, requestId: 'the-same-id' };
    const fileId = randomUUID();
    const ids = [
      first,
      { ...first, userId: randomUUID() },
      { ...first, fileId },
      { ...first, at: new Date('2026-11-30T10:01:00Z') },
      { ...first, requestId: 'another-id' },
    ].map((opened) => newOpening(opened).id);
    expect(new Set(ids).size).toBe(5);
    expect(newOpening({ ...first, at: new Date('2026-11-30T10:00:02Z') }).id).toBe(ids[0]);
  });
});
