import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { typePin } from '../emergency.fixture.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

const countOf = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(app.services.db)).rows[0]?.count;

describe('openings of one card', () => {
  it('are each recorded, and cause mails at most once in a quarter of an hour [R-09] [D-08]', async () => {
    const decider = `${crypto.randomUUID()}@test.example`;
    const { userId, email, shareId, pin } = await person(app.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [
        {
          name: 'Helen Doyle',
          email: decider,
          phone: '0491 570 156',
          relationship: 'Daughter',
          substitutedDecisionMaker: true,
          accepted: true,
        },
      ],
    });
    const open = async () => (await typePin(new TestClient(app.url), shareId, pin)).status;
    const recorded = async () => ({
      trail: await countOf(
        sql`select count(*)::int as count from audit_log where chain = ${userId} and action = 'openEmergency'`,
      ),
      activities: await countOf(
        sql`select count(*)::int as count from recent_activities where user_id = ${userId} and template = 'ACP_OPENED'`,
      ),
      notifications: await countOf(
        sql`select count(*)::int as count from notifications where receiver_id = ${userId} and template = 'ACP_OPENED'`,
      ),
      waiting: await countOf(
        sql`select count(*)::int as count from jobs.job where state not in ('completed', 'cancelled', 'failed')`,
      ),
    });
    const mails = async () =>
      Promise.all(
        [email, decider].map((to) =>
          countOf(
            sql`select count(*)::int as count from mail_outbox where to_address = ${to} and subject like '%emergency page%opened%'`,
          ),
        ),
      );
    const allDone = (openings: number) =>
      vi.waitFor(
        async () =>
          expect(await recorded()).toEqual({
            trail: openings,
            activities: openings,
            notifications: openings,
            waiting: 0,
          }),
        { timeout: 30_000, interval: 100 },
      );

    // Five at the same moment: concurrent ones are delayed, as after a wrong guess.
    expect(await Promise.all(Array.from({ length: 5 }, open))).toContain(303);
    await app.pass(2_000);
    const before = (await recorded()).trail ?? 0;
    for (let openings = before; openings < 40; openings += 1) expect(await open()).toBe(303);
    await allDone(40);
    expect(await mails()).toEqual([1, 1]);
    await app.pass(14 * 60_000);
    expect(await open()).toBe(303);
    await allDone(41);
    expect(await mails()).toEqual([1, 1]);
    await app.pass(2 * 60_000);
    expect(await open()).toBe(303);
    await allDone(42);
    expect(await mails()).toEqual([2, 2]);
  }, 120_000);

  it.each([
    ['the current card', '?v=2', 'The card was the current one, of 21 November 2026.'],
    ['an older card', '?v=1', 'The card was an old one, of 1 May 2026. The plan has changed since.'],
    ['an older paper', '?v=1&from=pdf', 'The code was on an old printed plan, of 1 May 2026.'],
    ['an unknown version', '?v=7', null],
    ['an address without a version', '', null],
  ])('are mailed with the card that was scanned: %s [S-68]', async (_, search, line) => {
    const { db } = app.services;
    const answers = fullAnswers();
    const { userId, email, shareId, pin } = await person(app.services, {
      plan: { status: 'complete', answers },
    });
    const plan = db.updateTable('acps').where('user_id', '=', userId);
    await plan.set({ plan_version: 2, updated_at: new Date('2026-11-20T22:05:00Z') }).execute();
    await sql`insert into acps (user_id, type, status, plan_version, updated_at, completed_at, answers_sealed)
      select user_id, 'revision', status, 1, '2026-05-01T02:00:00Z', '2026-05-01T02:00:00Z', answers_sealed
      from acps where user_id = ${userId}`.execute(db);
    const response = await new TestClient(app.url).fetch(`/acp-login/${shareId}${search}`, {
      method: 'POST',
      body: new URLSearchParams({ pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    });
    expect(response.status).toBe(303);
    const { plain } = await vi.waitFor(
      () =>
        db
          .selectFrom('mail_outbox')
          .select('plain')
          .where('to_address', '=', email)
          .where('subject', '=', 'Your Wattle emergency page was opened')
          .executeTakeFirstOrThrow(),
      { timeout: 20_000, interval: 50 },
    );
    expect(plain).toContain(':\nhttp');
    if (line === null) expect(plain).not.toMatch(/The card was|The code was/);
    else expect(plain).toContain(line);
  });

  it.each([
    ['said yes, though left off the page', { accepted: true, on_emergency_page: false }, true],
    ['has not answered', {}, false],
  ])(
    'are mailed to the decision makers whom the page names as notified: one who %s [R-44] [D-08]',
    async (_, state, isNotified) => {
      const decider = `${crypto.randomUUID()}@test.example`;
      const { email, shareId, pin } = await person(app.services, {
        plan: { status: 'complete', answers: fullAnswers() },
        contacts: [
          {
            name: 'Helen Doyle',
            email: decider,
            phone: '0491 570 156',
            relationship: 'Daughter',
            substitutedDecisionMaker: true,
            ...state,
          },
        ],
      });
      const reader = new TestClient(app.url);
      expect((await typePin(reader, shareId, pin)).status).toBe(303);
      const page = await (await reader.fetch(`/acp-login/${shareId}`)).text();
      expect(page).toContain(
        isNotified
          ? 'This is recorded. Margaret is told, and so is each substitute decision maker who said yes.'
          : 'This is recorded, and Margaret is told.',
      );
      const mailsTo = (to: string) =>
        countOf(
          sql`select count(*)::int as count from mail_outbox where to_address = ${to} and subject like '%emergency page%opened%'`,
        );
      await vi.waitFor(async () => expect(await mailsTo(email)).toBeGreaterThan(0), { timeout: 30_000 });
      const jobsLeft = sql<{
        count: number;
      }>`select count(*)::int as count from jobs.job where state not in ('completed', 'cancelled', 'failed')`;
      await vi.waitFor(async () => expect(await countOf(jobsLeft)).toBe(0), { timeout: 30_000 });
      expect(await mailsTo(decider)).toBe(isNotified ? 1 : 0);
    },
  );
});
