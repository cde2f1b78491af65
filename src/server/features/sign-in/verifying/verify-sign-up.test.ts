import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { freshEmail, goodPassword, mailedToken, signupBody, storedUser } from '../sign-in.fixture.ts';

const medicare = '2123456701';

describe('a sign-up whose address is not checked yet', () => {
  let app: TestApp;
  let admin: TestClient;
  let adminId: string;

  beforeAll(async () => {
    app = await startApp();
    const staff = await person(app.services, { role: 'admin' });
    adminId = staff.userId;
    admin = new TestClient(app.url);
    await admin.signIn(staff.email, staff.password);
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signUp(more: Record<string, unknown> = {}) {
    const email = freshEmail();
    const browser = new TestClient(app.url);
    const { body } = await browser.post('/api/auth/email-password', signupBody({ email, ...more }));
    expect(body).toMatchObject({ ok: false, error: 'verification-required' });
    const { id } = (await storedUser(app, email))!;
    return { email, id, browser, token: await mailedToken(app, 'verify-email', id) };
  }

  const verify = (client: TestClient, token: string, password?: string) =>
    client.post('/api/auth/verify-email', { token, ...(password !== undefined && { password }) });
  const disown = (token: unknown) => new TestClient(app.url).post('/api/auth/disown-sign-up', { token });
  const isSignedIn = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser !== null;
  const isChecked = async (email: string) =>
    ((await storedUser(app, email))?.email_verified_at ?? null) !== null;
  const customers = async () =>
    (await admin.graphql('{ staffOverview { customers none } }')).data.staffOverview;
  const notices = async (userId: string) =>
    (
      await app.services.db
        .selectFrom('notifications')
        .select('receiver_id')
        .where('user_id', '=', userId)
        .where('template', '=', 'ACP_SIGNUP')
        .execute()
    ).map((row) => row.receiver_id);

  it('is signed in by the link in the browser that signed up [D-39, R-09]', async () => {
    const { email, browser, token } = await signUp();
    expect((await verify(browser, token)).body).toMatchObject({ ok: true, user: { email } });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isChecked(email)).toBe(true);
    expect((await verify(browser, token)).body.ok).toBe(false);
  });

  it('requires the password in another browser, and neither confirms nor signs in without it [D-39, R-09]', async () => {
    const { email, token } = await signUp();
    const other = new TestClient(app.url);
    for (const password of [undefined, '']) {
      expect((await verify(other, token, password)).body).toEqual({ ok: true, asks: 'password' });
      expect([await isSignedIn(other), await isChecked(email)]).toEqual([false, false]);
    }
    const wrong = await verify(other, token, 'Ferry-Lantern-7');
    expect(wrong.body).toMatchObject({ ok: false, error: 'invalid', fields: [{ field: 'password' }] });
    expect([await isSignedIn(other), await isChecked(email)]).toEqual([false, false]);
    const { body } = await verify(other, token, goodPassword);
    expect(body).toMatchObject({ ok: true, user: { email } });
    expect(body).not.toHaveProperty('with_file');
    expect([await isSignedIn(other), await isChecked(email)]).toEqual([true, true]);
  });

  it('is not confirmed by the browser of another sign-up, or by a mark in the request [D-39, R-09]', async () => {
    const [one, other] = [await signUp(), await signUp()];
    expect((await verify(other.browser, one.token)).body).toEqual({ ok: true, asks: 'password' });
    const forged = await new TestClient(app.url).post('/api/auth/verify-email', {
      token: one.token,
      browser: 'A'.repeat(43),
    });
    expect(forged.body).toEqual({ ok: true, asks: 'password' });
    expect(await isChecked(one.email)).toBe(false);
  });

  it('limits the attempts of passwords at one link [D-39, security 16]', async () => {
    const { email, token } = await signUp();
    let status = 0;
    for (let round = 0; round < 21; round += 1)
      ({ status } = await verify(new TestClient(app.url), token, `Wrong-guess-${round}`));
    expect(status).toBe(429);
    expect(await isChecked(email)).toBe(false);
  });

  it('is removed by "it was not me", and the address is free [D-39, R-09]', async () => {
    const { email, id, browser, token } = await signUp();
    expect((await disown(token)).body).toEqual({ ok: true });
    expect(await storedUser(app, email)).toBeUndefined();
    expect((await disown(token)).body.ok).toBe(false);
    expect((await verify(browser, token)).body.ok).toBe(false);
    const trail = await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('chain', '=', id)
      .orderBy('seq')
      .execute();
    expect(trail.at(-1)).toEqual({ action: 'disownSignUp', details: { removed: true } });
    const again = await browser.post('/api/auth/email-password', signupBody({ email }));
    expect(again.body).toMatchObject({ ok: false, error: 'verification-required' });
  });

  it('is the only kind of account that "it was not me" removes [D-39]', async () => {
    const { email, id, browser, token } = await signUp();
    await verify(browser, token);
    for (const bad of [token, 'x', '']) expect((await disown(bad)).status).toBe(400);
    await app.services.db
      .updateTable('one_time_tokens')
      .set({ used_at: null })
      .where('user_id', '=', id)
      .execute();
    expect((await disown(token)).status).toBe(400);
    expect(await isChecked(email)).toBe(true);
  });

  it('restores the invitation of an invited customer by "it was not me" [D-39]', async () => {
    const { email, id, token } = await signUp();
    await app.services.db
      .updateTable('users')
      .set({ invite_accepted_date: app.services.clock() })
      .where('id', '=', id)
      .execute();
    expect((await disown(token)).body).toEqual({ ok: true });
    expect(await storedUser(app, email)).toMatchObject({
      status: 'invited',
      password_hash: null,
      invite_accepted_date: null,
    });
  });

  it('is not counted and not announced to staff before it is checked, and is afterwards [D-39, R-46]', async () => {
    const before = await customers();
    const { id, browser, token } = await signUp();
    expect(await customers()).toEqual(before);
    const activities = () =>
      app.services.db.selectFrom('recent_activities').select('template').where('user_id', '=', id).execute();
    expect(await activities()).toEqual([]);
    await verify(browser, token);
    expect(await customers()).toEqual({ customers: before.customers + 1, none: before.none + 1 });
    expect(await activities()).toEqual([{ template: 'accountOpened' }]);
    await vi.waitFor(async () => expect(await notices(id)).toEqual([adminId]), {
      timeout: 20_000,
      interval: 100,
    });
  });

  it('also becomes a customer by a new password that its address requested [D-39]', async () => {
    const { email, id } = await signUp();
    const client = new TestClient(app.url);
    await client.post('/api/initiateForgotPassword', { email });
    const reset = await mailedToken(app, 'reset-password', id);
    const done = await client.post('/api/auth/reset-password', { token: reset, password: 'Ferry-Lantern-7' });
    expect(done.body).toEqual({ ok: true });
    await vi.waitFor(async () => expect(await notices(id)).toEqual([adminId]), {
      timeout: 20_000,
      interval: 100,
    });
  });

  it('has no Medicare number: it is stored with the link, and another person can have it meanwhile [D-38, R-46]', async () => {
    const one = await signUp({ medicareNumber: medicare });
    const other = await signUp({ medicareNumber: medicare });
    const stored = async (id: string) => {
      const { medicare_sealed } = await app.services.db
        .selectFrom('users')
        .select('medicare_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return medicare_sealed && app.services.keyring.open(medicarePlace(id), medicare_sealed);
    };
    expect([await stored(one.id), await stored(other.id)]).toEqual([null, null]);
    await app.services.db.deleteFrom('attempts').execute();
    await new TestClient(app.url).post('/api/auth/resend-verification', { email: other.email });
    const fresh = await mailedToken(app, 'verify-email', other.id);
    expect((await verify(other.browser, fresh)).body).toMatchObject({ ok: true });
    expect(await stored(other.id)).toBe(medicare);
    expect((await verify(one.browser, one.token)).body).toMatchObject({ ok: true });
    expect(await stored(one.id)).toBeNull();
    const waiting = await app.services.db
      .selectFrom('one_time_tokens')
      .select('id')
      .where('medicare_sealed', 'is not', null)
      .execute();
    expect(waiting).toEqual([]);
  });
});
