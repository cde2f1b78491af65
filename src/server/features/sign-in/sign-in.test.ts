import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  browserOf,
  freshEmail,
  goodPassword,
  makeUser,
  plain,
  sendSignIn,
  storedUser,
} from './sign-in.fixture.ts';

const path = '/api/auth/email-password';

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const signIn = (email: unknown, password?: unknown, more?: Record<string, unknown>) =>
    sendSignIn(app, email, password, more);
  const whoIs = async (cookie: string) => {
    const headers = { origin: app.url, 'content-type': 'application/json', cookie };
    const response = await fetch(`${app.url}/api/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: '{ currentUser { id } }' }),
    });
    const { data } = (await response.json()) as { data: { currentUser: { id: string } | null } };
    return data.currentUser?.id ?? null;
  };

  it('signs in with the password, with an address in any capitals and a protected cookie [SIGNIN-06, SIGNIN-07, API-34] [security 17]', async () => {
    const { id, email } = await makeUser(app);
    const answer = await signIn(`  ${email.toUpperCase()} `, goodPassword, { phone: '' });
    expect(plain(answer)).toMatchObject({
      status: 200,
      body: { ok: true, user: { id, permission_role: { role: 'user' } } },
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^wattle=[\w-]{43};/);
    for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax']) expect(cookie).toContain(part);
    expect(cookie).not.toMatch(/Domain/i);
    expect(Object.keys(answer.body.user).sort()).toEqual([
      'account_owner',
      'acps',
      'cognito_sync_status',
      'customer_columns',
      'date_format',
      'delete_on',
      'dob',
      'donor_confirm_date',
      'email',
      'eusa_read_at',
      'eusa_read_version',
      'file_counts',
      'first_name',
      'for_my_self',
      'gender',
      'health_record_confirm_date',
      'id',
      'image',
      'language',
      'last_name',
      'login_provider',
      'next_billing_date',
      'permission_role',
      'postcode',
      'privacy_policy_read_at',
      'privacy_policy_read_version',
      'provider',
      'provider_id',
      'removed_by_staff',
      'status',
      'stripe_promotion_id',
      'subscription_id',
    ]);
    expect((await storedUser(app, email))?.last_login_at).toBeInstanceOf(Date);
  });

  it('binds the cookie to host and TLS when the address is https [security 17]', async () => {
    const secure = await startApp({ env: { PUBLIC_URL: 'https://wattle.test' } });
    try {
      const { email } = await makeUser(secure);
      const payload = { email, password: goodPassword, type: 'login' };
      const answer = await secure.application.app.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { origin: 'https://wattle.test' },
      });
      expect(answer.json()).toMatchObject({ ok: true });
      expect(answer.headers['set-cookie']).toMatch(
        /^__Host-wattle=[\w-]{43};(?!.*Domain).* Path=\/;.*Secure/,
      );
    } finally {
      await secure.close();
    }
  });

  it('requires a verified address, but reports that only after the correct password [ERR-12, ERR-13]', async () => {
    const { email } = await makeUser(app, { email_verified_at: null });
    const answer = await signIn(email);
    expect(plain(answer)).toMatchObject({
      status: 200,
      body: { ok: false, error: 'requiredEmailConfirmation' },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await signIn(email, 'Wrong-Guess-1')).status).toBe(401);
  });

  it('requires a new password for an account of the earlier system, by either address [FORGOT-03]', async () => {
    const legacy_email = freshEmail();
    const { email } = await makeUser(app, { legacy_reset: true, password_hash: null, legacy_email });
    for (const address of [email, legacy_email]) {
      expect(plain(await signIn(address))).toMatchObject({
        status: 200,
        body: { ok: false, error: 'legacyreset' },
      });
    }
  });

  it('requires an address and a password, and accepts nothing else [SIGNIN-06, SIGNIN-08] [security 7]', async () => {
    const problems = async (email: unknown, password: unknown, more = {}) => {
      const { status, body } = await signIn(email, password, more);
      expect(status).toBe(400);
      return body.fields.map(
        ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
      );
    };
    expect(await problems('ann@local', '')).toEqual([
      'email: field.email.invalid',
      'password: field.password.required',
    ]);
    expect(await problems({ $gt: '' }, ['x'])).toEqual([
      'email: field.email.required',
      'password: field.password.required',
    ]);
    expect(await problems('ann@example.org', 'x', { role: 'admin' })).toEqual(['role: error.general_error']);
    expect((await signIn('ann@example.org', 'x', { type: 'admin' })).body.fields).toEqual([
      { field: 'type', message: 'error.general_error' },
    ]);
    expect((await new TestClient(app.url).post(path, null)).status).toBe(400);
    expect((await new TestClient(app.url).post(path, [])).status).toBe(400);
  });

  it("starts a new session for every sign-in, and ends the browser's old one, so that a planted cookie is useless [security 17]", async () => {
    const [attacker, victim] = [await makeUser(app), await makeUser(app)];
    const client = await browserOf(app, attacker);
    const planted = client.cookieHeader();
    await client.signIn(victim.email, goodPassword);
    expect(client.cookieHeader()).not.toBe(planted);
    expect(await whoIs(client.cookieHeader())).toBe(victim.id);
    expect(await whoIs(planted)).toBeNull();
    expect(await whoIs('wattle=an-invented-token')).toBeNull();
  });

  it('signs out this browser and no other [security 18]', async () => {
    const person = await makeUser(app);
    const [here, there] = [await browserOf(app, person), await browserOf(app, person)];
    const cookie = here.cookieHeader();
    const answer = await here.post('/api/auth/sign-out', {});
    expect(plain(answer)).toEqual({ status: 200, body: { ok: true } });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^wattle=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    expect(await whoIs(cookie)).toBeNull();
    expect(await whoIs(there.cookieHeader())).toBe(person.id);
    expect((await here.post('/api/auth/sign-out', {})).status).toBe(200);
  });

  it('ends at once for a person who is suspended [security 18] [fault 21]', async () => {
    const person = await makeUser(app);
    const client = await browserOf(app, person);
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', person.id)
      .execute();
    expect(await whoIs(client.cookieHeader())).toBeNull();
  });

  it('hashes a password with a weaker hash again, and keeps the password [security 10]', async () => {
    const weak = await hash(goodPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const person = await makeUser(app, { password_hash: weak });
    await browserOf(app, person);
    expect((await storedUser(app, person.email))?.password_hash).toMatch(/m=19456,t=2,p=1/);
    await browserOf(app, person);
  });

  it('records failed and successful sign-ins in the trail, without the entered texts', async () => {
    const { id, email } = await makeUser(app);
    await signIn(email, 'Wrong-Guess-1');
    await signIn(email);
    const rows = await app.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('chain', '=', id)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action, details }) => [action, details['refused'] ?? 'none'])).toEqual([
      ['signIn', 'unauthenticated'],
      ['signIn', 'none'],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Wrong-Guess|Kettle|@/);
  });

  it('is refused from another site and for a plain form [security 31]', async () => {
    const { email } = await makeUser(app);
    const body = JSON.stringify({ email, password: goodPassword, type: 'login' });
    const foreign = await fetch(app.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: 'https://evil.test' },
    });
    expect(foreign.status).toBe(403);
    const form = await fetch(app.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain', origin: app.url },
    });
    expect(form.status).toBe(415);
  });
});
