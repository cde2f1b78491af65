import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { visiting } from '../../impersonation/impersonation.fixture.ts';

const signed: TestPersonSpec = { plan: { status: 'complete', answers: fullAnswers() } };

describe("a mail with the link to one's own plan", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = signed) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { ...who, client };
  }

  const mutate = (client: TestClient, user_id: string, idempotency_key: string | null = null) =>
    client.graphql(
      'mutation ($user_id: ID!, $idempotency_key: String) { mailMyPlan(user_id: $user_id, idempotency_key: $idempotency_key) }',
      { user_id, idempotency_key },
    );

  const refusal = async (client: TestClient, userId: string) =>
    (await mutate(client, userId)).errors?.[0]?.extensions;

  /** Returns the mails with the link, without the mails about signing in. */
  const mailsTo = async (email: string) => {
    const { rows } = await app.application.pool.query(
      'select subject, plain, html from mail_outbox where to_address = $1 and subject = any($2)',
      [email, ['Your link to your plan', '打开您的计划的链接']],
    );
    return rows;
  };

  it('is sent to the owner, links to a page that requires a sign-in, and contains nothing of the plan', async () => {
    const { client, userId, email, pin, shareId } = await signedIn({ ...signed, language: 'zh' });
    expect((await mutate(client, userId)).data).toEqual({ mailMyPlan: true });
    const [mail] = await vi.waitFor(async () => {
      const mails = await mailsTo(email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail.subject).toBe('打开您的计划的链接');
    const words = `${mail.plain} ${mail.html}`;
    expect(words).toContain(`${app.url}/my-acp`);
    for (const secret of [pin, shareId, 'plan.pdf', 'CPR', '%PDF']) expect(words).not.toContain(secret);
  });

  it('is sent once if the browser repeats the same request', async () => {
    const { client, userId, email } = await signedIn();
    for (let again = 0; again < 2; again += 1)
      expect((await mutate(client, userId, 'c0ffee00-0000-4000-8000-000000000001')).errors).toBeUndefined();
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1));
    const { rows } = await app.application.pool.query(
      `select 1 from audit_log where chain = $1 and action = 'mailMyPlan'`,
      [userId],
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused above three times in an hour and ten times in a day, with the time to wait', async () => {
    const { client, userId } = await signedIn();
    for (let time = 0; time < 3; time += 1) expect(await refusal(client, userId)).toBeUndefined();
    expect(await refusal(client, userId)).toMatchObject({ code: 'rate-limited' });
    const older = (minutes: number) =>
      app.application.pool.query(`update attempts set at = at - make_interval(mins => $1) where scope = $2`, [
        minutes,
        'plan-link:account',
      ]);
    for (let hour = 0; hour < 2; hour += 1) {
      await older(61);
      for (let time = 0; time < 3; time += 1) expect(await refusal(client, userId)).toBeUndefined();
    }
    await older(61);
    expect(await refusal(client, userId)).toBeUndefined();
    await older(61);
    expect(await refusal(client, userId)).toMatchObject({ code: 'rate-limited' });
  });

  it('is available only to the owner, once a plan is signed [D-14]', async () => {
    const providerId = await provider(app.services, 'Banksia House');
    const { client, userId } = await signedIn({ ...signed, providerId });
    const codeOf = async (by: TestClient, of = userId) => (await refusal(by, of))?.['code'];
    const inside = await signedIn({ role: 'provideradmin', providerId });
    expect((await visiting(app, providerId).enter(inside.client, userId)).body.ok).toBe(true);
    expect(await codeOf(new TestClient(app.url))).toBe('unauthenticated');
    expect(await codeOf((await signedIn()).client)).toBe('not-found');
    expect(await codeOf((await signedIn({ role: 'provideradmin', providerId })).client)).toBe('not-found');
    expect(await codeOf(inside.client)).toBe('forbidden');
    const draft = await signedIn({ plan: { status: 'draft', answers: {} } });
    expect((await mutate(draft.client, draft.userId)).data).toEqual({ mailMyPlan: false });
    expect(await mailsTo(draft.email)).toEqual([]);
    expect(await codeOf(client)).toBeUndefined();
  });
});
