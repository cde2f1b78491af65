import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../client.ts';
import { tokenIn } from '../links.ts';
import { password, fullAnswers, person, type TestPerson } from '../people.ts';
import { letGuessesAge, startApp, type TestApp } from '../start-app.ts';
import { issueToken, linkOf } from '../../src/server/features/sign-in/api.ts';
import { findProblems } from './checker.ts';
import { startSavers, withoutSignedLimit } from './saving.ts';

const minute = 60_000;
const hour = 60 * minute;
const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };

describe('a clock that jumps by an hour', () => {
  let app: TestApp;
  let shift = 0;

  const jump = (ms: number) => {
    shift += ms;
    app.advance(ms);
  };

  beforeAll(async () => {
    app = await startApp();
  });
  afterEach(() => jump(-shift));
  afterAll(() => app.close());

  const signedIn = async (spec = {}) => {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { who, client };
  };
  const isIn = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser !== null;

  const typePin = async (client: TestClient, { shareId }: TestPerson, pin: string) =>
    client.fetch(`/acp-login/${shareId}`, {
      method: 'POST',
      body: new URLSearchParams({ pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const seesPlan = async (client: TestClient, { shareId }: TestPerson) =>
    (await (await client.fetch(`/acp-login/${shareId}`)).text()).includes('Margaret Doyle');
  const wrongFor = ({ pin }: TestPerson) => (pin === '000000' ? '111111' : '000000');

  async function issue(purpose: 'verify-email' | 'reset-password', userId: string): Promise<string> {
    const id = await issueToken(app.services.db, app.services.clock(), purpose, userId);
    return tokenIn(linkOf(app.services, purpose, id));
  }
  const verify = async (token: string) =>
    (await new TestClient(app.url).post('/api/auth/verify-email', { token, password })).status;
  const reset = async (token: string) =>
    (await new TestClient(app.url).post('/api/auth/reset-password', { token, password: 'Tram-Kettle-42' }))
      .status;

  it.each([
    ['forward', hour],
    ['back', -hour],
  ])(
    '%s: customers stay signed in, and no session lasts longer than a week because of the jump [fault 19]',
    async (_, by) => {
      const { client } = await signedIn();
      jump(by);
      expect(await isIn(client)).toBe(true);
      jump(-by);
      expect(await isIn(client)).toBe(true);
      jump(7 * 24 * hour + minute);
      expect(await isIn(client)).toBe(false);
    },
  );

  it('forward: staff are signed out after half an hour without use; the jump back does not end a session, and its limit still holds [fault 19]', async () => {
    const { client } = await signedIn({ role: 'admin' });
    jump(hour);
    expect(await isIn(client)).toBe(false);
    const again = await signedIn({ role: 'admin' });
    jump(-hour);
    expect(await isIn(again.client)).toBe(true);
    jump(12 * hour + hour + minute);
    expect(await isIn(again.client)).toBe(false);
  });

  describe("in a customer's account", () => {
    const enter = async () => {
      const customer = await person(app.services);
      const { who, client } = await signedIn({ role: 'admin' });
      const entry = { customerId: customer.userId, reason: 'She rang', password: who.password };
      expect((await client.post('/api/auth/login-as-customer', entry)).body.ok).toBe(true);
      return client;
    };
    const goBack = async (client: TestClient) => (await client.post('/api/auth/return-to-own', {})).status;

    it('forward: staff are signed out, and must sign in again as after an hour without use [fault 19, security 8]', async () => {
      const client = await enter();
      jump(hour);
      expect(await isIn(client)).toBe(false);
      expect(await goBack(client)).toBe(401);
    });

    it('back: staff stay signed in for an hour more at most, and then return to their own session [fault 19, security 8]', async () => {
      const client = await enter();
      jump(-hour);
      for (let spent = 0; spent < 110; spent += 10) {
        expect(await isIn(client)).toBe(true);
        jump(10 * minute);
        // The server extends the idle limit after it has sent the response.
        await isIn(client);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      jump(10 * minute);
      expect(await isIn(client)).toBe(false);
      expect(await goBack(client)).toBe(200);
      expect(await isIn(client)).toBe(true);
    });
  });

  it('forward: a reset link expires, a verification link does not; neither works twice after the clock jumps back [fault 19]', async () => {
    const { userId } = await person(app.services);
    await app.services.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', userId)
      .execute();
    const link = await issue('verify-email', userId);
    const forgotten = await issue('reset-password', userId);
    jump(hour + minute);
    expect(await reset(forgotten)).toBe(400);
    expect(await verify(link)).toBe(200);
    jump(-hour - minute);
    expect(await verify(link)).toBe(400);
    const second = await issue('reset-password', userId);
    expect(await reset(forgotten)).toBe(400);
    expect(await reset(second)).toBe(200);
    expect(await reset(second)).toBe(400);
  });

  it('back: links made before the jump work once, and expire at most an hour late [fault 19]', async () => {
    const { userId } = await person(app.services);
    const [first, late] = [await issue('verify-email', userId), await issue('reset-password', userId)];
    jump(-hour);
    expect(await verify(first)).toBe(200);
    expect(await verify(first)).toBe(400);
    jump(2 * hour + minute);
    expect(await reset(late)).toBe(400);
  });

  it('forward: an open plan closes; back: a card that was opened an hour "later" is closed, and its PIN opens it again [fault 19]', async () => {
    const who = await person(app.services, signed);
    const reader = new TestClient(app.url);
    expect((await typePin(reader, who, who.pin)).status).toBe(303);
    expect(await seesPlan(reader, who)).toBe(true);
    jump(hour);
    expect(await seesPlan(reader, who)).toBe(false);
    expect((await typePin(reader, who, who.pin)).status).toBe(303);
    expect(await seesPlan(reader, who)).toBe(true);
    jump(-hour);
    expect(await seesPlan(reader, who)).toBe(false);
    expect((await typePin(reader, who, who.pin)).status).toBe(303);
    expect(await seesPlan(reader, who)).toBe(true);
  });

  it('back: a reader who mistyped a PIN before the jump waits seconds, not the hour, and guesses are still slowed [fault 19, security 21]', async () => {
    const who = await person(app.services, signed);
    const reader = new TestClient(app.url);
    // Limits of guesses use the database's clock, so the passing of time is simulated in the database.
    const pass = (ms: number) => letGuessesAge(app.services.db, ms);
    for (const wait of [0, 3_000, 5_000]) {
      await pass(wait);
      expect((await typePin(reader, who, wrongFor(who))).status).not.toBe(429);
    }
    jump(-hour);
    const waits = async (status: number) => {
      const { status: found } = await typePin(reader, who, wrongFor(who));
      expect(found === 429).toBe(status === 429);
    };
    await pass(31_000);
    await waits(0);
    await waits(429);
    await pass(31_000);
    expect((await typePin(reader, who, who.pin)).status).toBe(303);
  });

  it('back: a user who mistyped a password before the jump waits a minute at most, not the hour, and guesses are still slowed [fault 19, security 13]', async () => {
    const who = await person(app.services);
    const client = new TestClient(app.url);
    const type = async (password: string) =>
      (await client.post('/api/auth/email-password', { email: who.email, password, type: 'login' })).status;
    for (let tries = 0; tries < 5; tries += 1) expect(await type('Wrong-Kettle-1')).toBe(401);
    expect(await type(who.password)).toBe(429);
    jump(-hour);
    jump(minute + 1_000);
    expect(await type(who.password)).toBe(200);
  });

  it('forward and back: mails are still sent, saves keep their order, and the audit chain stays intact [fault 19]', async () => {
    const people = await Promise.all(
      [0, 1].map(async () => {
        const { who, client } = await signedIn(signed);
        return { person: who, client, status: 'complete' as const, version: 2 };
      }),
    );
    await withoutSignedLimit(app.services);
    const savers = startSavers({ people });
    for (const by of [hour, -hour, -hour, hour]) {
      await savers.untilAcknowledged(savers.acknowledged.length + 10);
      jump(by);
    }
    await savers.untilAcknowledged(savers.acknowledged.length + 10);
    await savers.stop();
    expect(savers.unexpected).toEqual([]);
    expect(await findProblems(app.services, savers.acknowledged)).toEqual([]);
  });
});
