import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  browserOf,
  freshEmail,
  goodPassword,
  mailedToken,
  makeUser,
  plain,
  storedUser,
} from './accounts.fixture.ts';

const path = '/api/auth/email-password';

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const signIn = (email: unknown, password: unknown = goodPassword, more: Record<string, unknown> = {}) =>
    new TestClient(app.url).post(path, { email, password, type: 'login', ...more });
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

  it('lets in who knows the password, with an address in any capitals and a closed cookie [SIGNIN-06, SIGNIN-07, API-34] [security 17]', async () => {
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
      'date_format',
      'delete_on',
      'dob',
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
      'status',
      'stripe_promotion_id',
      'subscription_id',
    ]);
    expect((await storedUser(app, email))?.last_login_at).toBeInstanceOf(Date);
  });

  it('binds the cookie to host and TLS where the address is https [security 17]', async () => {
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

  it('answers a wrong password, an unknown address and people who may not enter alike [ERR-14] [security 12]', async () => {
    const provider = await app.services.db
      .insertInto('providers')
      .values({ name: 'Closed', archived: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const known = await makeUser(app);
    const shut = await Promise.all([
      makeUser(app, { status: 'suspended' }),
      makeUser(app, { status: 'archived' }),
      makeUser(app, { status: 'invited', password_hash: null }),
      makeUser(app, { status: 'suspended', email_verified_at: null }),
      makeUser(app, { status: 'suspended', legacy_reset: true, password_hash: null }),
      makeUser(app, { permission_role_id: 1, provider_id: provider.id }),
      makeUser(app, { password_hash: null }),
    ]);
    const answers = [await signIn(known.email, 'Wrong-Guess-1'), await signIn(freshEmail())];
    for (const { email } of shut) answers.push(await signIn(email));
    answers.push(await signIn((await makeUser(app, { email_verified_at: null })).email, 'Wrong-Guess-1'));
    for (const answer of answers) {
      expect(plain(answer)).toEqual({
        status: 401,
        body: { ok: false, error: 'unauthenticated', fields: [] },
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('takes as long for an unknown address as for a wrong password [security 12]', async () => {
    const time = async (email: string) => {
      await app.services.db.deleteFrom('attempts').execute();
      const start = performance.now();
      await signIn(email, 'Wrong-Guess-1');
      return performance.now() - start;
    };
    const { email } = await makeUser(app);
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time(email));
      unknown.push(await time(freshEmail()));
    }
    // The quickest of each: a busy machine makes some slower, none quicker. Without the hash it would be a tenth.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('asks for the address to be checked, but only who knows the password [ERR-12, ERR-13]', async () => {
    const { email } = await makeUser(app, { email_verified_at: null });
    const answer = await signIn(email);
    expect(plain(answer)).toMatchObject({
      status: 200,
      body: { ok: false, error: 'requiredEmailConfirmation' },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await signIn(email, 'Wrong-Guess-1')).status).toBe(401);
  });

  it('sends an account of the earlier system to make a new password, by either address [FORGOT-03]', async () => {
    const legacy_email = freshEmail();
    const { email } = await makeUser(app, { legacy_reset: true, password_hash: null, legacy_email });
    for (const address of [email, legacy_email]) {
      expect(plain(await signIn(address))).toMatchObject({
        status: 200,
        body: { ok: false, error: 'legacyreset' },
      });
    }
  });

  it('needs an address and a password, and takes nothing else [SIGNIN-06, SIGNIN-08] [security 7]', async () => {
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

  it('gives every sign-in a session of its own, and ends the one the browser had: a planted cookie is worth nothing [security 17]', async () => {
    const [attacker, victim] = [await makeUser(app), await makeUser(app)];
    const client = await browserOf(app, attacker);
    const planted = client.cookieHeader();
    await client.signIn(victim.email, goodPassword);
    expect(client.cookieHeader()).not.toBe(planted);
    expect(await whoIs(client.cookieHeader())).toBe(victim.id);
    expect(await whoIs(planted)).toBeNull();
    expect(await whoIs('wattle=made-up-by-somebody')).toBeNull();
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

  it('ends at once for somebody who is suspended [security 18] [fault 21]', async () => {
    const person = await makeUser(app);
    const client = await browserOf(app, person);
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', person.id)
      .execute();
    expect(await whoIs(client.cookieHeader())).toBeNull();
  });

  it('hashes a weaker password again, and keeps the password [security 10]', async () => {
    const weak = await hash(goodPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const person = await makeUser(app, { password_hash: weak });
    await browserOf(app, person);
    expect((await storedUser(app, person.email))?.password_hash).toMatch(/m=19456,t=2,p=1/);
    await browserOf(app, person);
  });

  it('slows down who guesses, for known and unknown addresses alike, even with the right password [security 13]', async () => {
    const { email } = await makeUser(app);
    app.freeze();
    const histories = [];
    for (const address of [email, freshEmail()]) {
      const history = [];
      for (let round = 0; round < 6; round += 1) history.push(plain(await signIn(address, 'Wrong-Guess-1')));
      histories.push(history);
    }
    expect(histories[0]).toEqual(histories[1]);
    expect(histories[0]?.[5]).toEqual({
      status: 429,
      body: { ok: false, error: 'rate-limited', fields: [], retryAfter: 1 },
    });
    const waiting = await signIn(email);
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '1']);
    app.advance(1_000);
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(email, 'Wrong-Guess-1')).status).toBe(401);
    app.unfreeze();
  });

  it('counts guesses made at the same moment: of thirty, five are looked at [security 13]', async () => {
    const { email } = await makeUser(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(email, `Wrong-Guess-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  it('keeps failed and good sign-ins in the trail, without a word of what was typed', async () => {
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

  it('is refused from another site and as a plain form [security 31]', async () => {
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

  describe('checking the address', () => {
    const verify = (token: unknown) => new TestClient(app.url).post('/api/auth/verify-email', { token });
    const resend = (email: unknown) =>
      new TestClient(app.url).post('/api/auth/resend-verification', { email });

    it('marks it checked by the mailed link, once, and signs nobody in [security 16]', async () => {
      const { id, email } = await makeUser(app, { email_verified_at: null });
      expect(plain(await resend(email))).toEqual({ status: 200, body: { ok: true } });
      const token = await mailedToken(app, 'verify-email', id);
      const answer = await verify(token);
      expect(plain(answer)).toEqual({ status: 200, body: { ok: true } });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect((await signIn(email)).body.ok).toBe(true);
      const again = await verify(token);
      expect([again.status, again.body.fields]).toEqual([
        400,
        [{ field: 'token', message: 'error.verify.linkExpired' }],
      ]);
    });

    it('sends the link again once a minute, and never says whether the address is known [security 12]', async () => {
      const open = await makeUser(app, { email_verified_at: null });
      const checked = await makeUser(app);
      for (const email of [open.email, checked.email, freshEmail()]) {
        expect(plain(await resend(email))).toEqual({ status: 200, body: { ok: true } });
        expect(plain(await resend(email))).toMatchObject({ status: 429, body: { retryAfter: 60 } });
      }
      const first = await mailedToken(app, 'verify-email', open.id);
      app.advance(60_000);
      expect((await resend(open.email)).status).toBe(200);
      expect((await verify(first)).status).toBe(400);
      expect(await mailedToken(app, 'verify-email', checked.id)).toBe('');
    });

    it('refuses forged, old and foreign tokens, and stops who tries many [security 16]', async () => {
      const { id, email } = await makeUser(app, { email_verified_at: null });
      await resend(email);
      const token = await mailedToken(app, 'verify-email', id);
      await new TestClient(app.url).post('/api/initiateForgotPassword', { email });
      const reset = await mailedToken(app, 'reset-password', id);
      for (const bad of ['', 'x', reset, token.toLowerCase(), null, { token }])
        expect((await verify(bad)).status).toBe(400);
      app.advance(24 * 60 * 60_000);
      expect((await verify(token)).status).toBe(400);
      let status = 0;
      for (let round = 0; round < 21; round += 1) ({ status } = await verify('x'));
      expect(status).toBe(429);
      expect((await storedUser(app, email))?.email_verified_at).toBeNull();
    });
  });
});
