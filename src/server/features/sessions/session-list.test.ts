import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { browserOf, goodPassword, makeUser } from '../sign-in/sign-in.fixture.ts';

const list = '{ sessions { id device { browser system } created_at last_seen_at current } }';
const onWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const onIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('where a person is signed in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signedIn({ email }: { email: string }, userAgent: string): Promise<TestClient> {
    const client = new TestClient(app.url);
    const body = { email, password: goodPassword, type: 'login' };
    await client.post('/api/auth/email-password', body, { 'user-agent': userAgent });
    return client;
  }
  const sessionsOf = async (client: TestClient) => (await client.graphql(list)).data.sessions;
  const whoIs = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser?.id ?? null;
  const end = (client: TestClient, id: string, password = goodPassword) =>
    client.graphql('mutation ($id: ID!, $password: String!) { endSession(id: $id, password: $password) }', {
      id,
      password,
    });
  const endOthers = `mutation { endOtherSessions(password: "${goodPassword}") }`;

  it('is listed by device, this one first, without secrets [D-13, GAP-76] [security 18]', async () => {
    const who = await makeUser(app);
    await signedIn(who, onIphone);
    const here = await signedIn(who, onWindows);
    const sessions = await sessionsOf(here);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        device: { browser: 'Chrome', system: 'Windows' },
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        current: true,
      },
      expect.objectContaining({ device: { browser: 'Safari', system: 'iPhone' }, current: false }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain(here.cookieHeader().split('=')[1]);
    const forged = new TestClient(app.url);
    const { body } = await forged.post(
      '/api/graphql',
      { query: list },
      { cookie: `wattle=${sessions[1].id}` },
    );
    expect(body.errors[0].extensions.code).toBe('unauthenticated');
  });

  it('excludes expired sessions, and visits of staff in the account [security 18]', async () => {
    const who = await makeUser(app);
    await signedIn(who, onIphone);
    app.advance(13 * 60 * 60_000);
    const here = await signedIn(who, onWindows);
    const staff = await makeUser(app, { permission_role_id: 4 });
    await app.services.db
      .insertInto('sessions')
      .values({
        token_hash: Buffer.from(who.id),
        user_id: who.id,
        acting_staff_id: staff.id,
        idle_expires_at: new Date(Date.now() + 1e9),
        absolute_expires_at: new Date(Date.now() + 1e9),
        user_agent: onIphone,
        staff_session_id: null,
        second_step_at: null,
      })
      .execute();
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  it('can be ended one by one [D-13] [security 18]', async () => {
    const who = await makeUser(app);
    const there = await signedIn(who, onIphone);
    const here = await signedIn(who, onWindows);
    const [, other] = await sessionsOf(here);
    expect((await end(here, other.id)).data).toEqual({ endSession: true });
    expect([await whoIs(here), await whoIs(there)]).toEqual([who.id, null]);
    expect((await end(here, other.id)).errors?.[0].extensions.code).toBe('not-found');
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  it('can be ended everywhere else at once [D-13] [security 18]', async () => {
    const who = await makeUser(app);
    const others = [await browserOf(app, who), await browserOf(app, who)];
    const here = await browserOf(app, who);
    const { data } = await here.graphql(endOthers);
    expect(data).toEqual({ endOtherSessions: true });
    expect([await whoIs(here), ...(await Promise.all(others.map(whoIs)))]).toEqual([who.id, null, null]);
  });

  it('is ended only with the password: a wrong one is reported at the field, counted and slowed [security 13, security 18]', async () => {
    const who = await makeUser(app);
    const there = await browserOf(app, who);
    const here = await browserOf(app, who);
    const [, other] = await sessionsOf(here);
    const extensions = async (call: Promise<{ errors: any[] | undefined }>) =>
      (await call).errors?.[0].extensions;
    const wrong = {
      code: 'invalid',
      fields: [{ field: 'password', message: 'field.password.currentWrong' }],
    };
    const endAll = (typed: string) => here.graphql(`mutation { endOtherSessions(password: "${typed}") }`);
    expect(await extensions(endAll(''))).toMatchObject({ code: 'invalid' });
    for (let time = 0; time < 3; time += 1)
      expect(await extensions(endAll('Wrong-Guess-1'))).toMatchObject(wrong);
    for (let time = 0; time < 2; time += 1)
      expect(await extensions(end(here, other.id, 'Wrong-Guess-1'))).toMatchObject(wrong);
    expect(await extensions(endAll(goodPassword))).toMatchObject({ code: 'rate-limited' });
    expect(await whoIs(there)).toBe(who.id);
  });

  it('cannot be ended by staff in the account in place of the person [D-14, security 8]', async () => {
    const who = await makeUser(app);
    const there = await browserOf(app, who);
    const here = await browserOf(app, who);
    const staff = await makeUser(app, { permission_role_id: 4 });
    const [own] = await sessionsOf(here);
    await app.services.db
      .updateTable('sessions')
      .set({ acting_staff_id: staff.id })
      .where('id', '=', own.id)
      .execute();
    expect((await here.graphql(endOthers)).errors?.[0].extensions.code).toBe('forbidden');
    expect(await whoIs(there)).toBe(who.id);
  });

  it("is private: other people's sessions are not in the list [security 2]", async () => {
    const [who, other] = [await makeUser(app), await makeUser(app, { permission_role_id: 4 })];
    const [mine, theirs] = [await browserOf(app, who), await browserOf(app, other)];
    const [session] = await sessionsOf(mine);
    expect((await end(theirs, session.id)).errors?.[0].extensions.code).toBe('not-found');
    expect((await end(theirs, 'no-id')).errors?.[0].extensions.code).toBe('invalid');
    await theirs.graphql(endOthers);
    expect(await whoIs(mine)).toBe(who.id);
    const visitor = new TestClient(app.url);
    for (const query of [
      list,
      endOthers,
      `mutation { endSession(id: "${session.id}", password: "${goodPassword}") }`,
    ])
      expect((await visitor.graphql(query)).errors?.[0].extensions.code).toBe('unauthenticated');
    expect(await whoIs(mine)).toBe(who.id);
  });
});

describe('notices of signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const signIn = (email: string, userAgent: string, password = goodPassword) =>
    new TestClient(app.url).post(
      '/api/auth/email-password',
      { email, password, type: 'login' },
      { 'user-agent': userAgent },
    );
  const mailsTo = (email: string) =>
    app.services.db
      .selectFrom('mail_outbox')
      .select(['subject', 'plain'])
      .where('to_address', '=', email)
      .orderBy('created_at')
      .execute();
  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
  /** Waits until the jobs have run, by waiting for a later mail. */
  async function settled(): Promise<void> {
    const last = await makeUser(app);
    await new TestClient(app.url).post('/api/initiateForgotPassword', { email: last.email });
    await expect.poll(() => subjects(last.email)).toHaveLength(1);
  }

  it('report a device that the person has not used before, and no other [security 19]', async () => {
    const { email } = await makeUser(app);
    await signIn(email, onWindows);
    await signIn(email, onWindows.replace('138', '152'));
    await settled();
    expect(await subjects(email)).toEqual([]);
    await signIn(email, onIphone);
    await expect.poll(() => subjects(email)).toEqual(['A new sign-in to your Wattle account']);
    expect((await mailsTo(email))[0]?.plain).toMatch(
      /Someone signed in on \d+ \w+ 20\d\d at \d\d:\d\d \(Melbourne time\) with Safari on iPhone, which we had not seen before/,
    );
    await signIn(email, onIphone);
    await signIn(email, onWindows);
    await settled();
    expect(await subjects(email)).toHaveLength(1);
  });

  it("are in the person's language, without any text that a browser sent [security 24, LANG-01]", async () => {
    const { email } = await makeUser(app, { language: 'zh' });
    await signIn(email, onWindows);
    await signIn(email, '<img src=x onerror=alert(1)> Firefox/1 (Android)');
    await expect.poll(() => subjects(email)).toEqual(['您的 Wattle 账户有新的登录']);
    const [mail] = await mailsTo(email);
    expect(mail?.plain).toContain('Android 上的 Firefox');
    expect(mail?.plain).not.toContain('onerror');
  });

  it('report many wrong passwords, once a day, and only for an account that exists [security 19, security 12]', async () => {
    const { email } = await makeUser(app);
    app.freeze();
    const wrong = async (tries: number) => {
      for (let count = 0; count < tries; count += 1) {
        expect((await signIn(email, onWindows, 'Wrong-Guess-1')).status).toBe(401);
        app.advance(61_000);
      }
    };
    await wrong(9);
    await settled();
    expect(await subjects(email)).toEqual([]);
    await wrong(5);
    await expect.poll(() => subjects(email)).toEqual(['Someone tried to sign in to your account']);
    app.advance(60 * 60_000);
    await wrong(12);
    await settled();
    expect(await subjects(email)).toHaveLength(1);
    app.advance(24 * 60 * 60_000);
    await wrong(10);
    await expect.poll(() => subjects(email)).toHaveLength(2);
    app.unfreeze();
  });
});
