import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueToken, linkOf } from '../../src/server/features/sign-in/api.ts';
import type { TestClient } from '../client.ts';
import { tokenIn } from '../links.ts';
import { password, person, provider, type TestPerson } from '../people.ts';
import { appCode, enrol, type Enrolled } from '../second-step.ts';
import { productionVariables, startProduct, type Product } from './product.ts';

const minute = 60_000;
const newPassword = 'Ferry-Lantern-7';

describe('sessions in production', () => {
  let product: Product;
  let providerId: string;
  let customer: TestPerson;
  let staff: TestPerson;
  let factors: Enrolled;

  beforeAll(async () => {
    product = await startProduct(productionVariables());
    providerId = await provider(product.services);
    customer = await person(product.services, { providerId });
    staff = await person(product.services, { role: 'provideradmin', providerId });
    factors = await enrol(product.services, staff.userId, { app: true });
  });
  beforeEach(() => product.services.db.deleteFrom('attempts').execute());
  afterAll(() => product.close());

  const login = (client: TestClient, { email }: TestPerson, typed = password, headers = {}) =>
    client.post('/api/auth/email-password', { email, password: typed, type: 'login' }, headers);
  const whoIs = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser?.id ?? null;
  /** Returns an unused code: each time step of the app counts once. */
  const freshCode = () => {
    product.advance(minute);
    return appCode(factors.secret, product.services.clock());
  };

  async function staffBrowser(): Promise<TestClient> {
    const client = product.client();
    const first = await login(client, staff);
    expect(client.cookieHeader()).toBe('');
    const sent = { email: staff.email, session: first.body.session, code: await freshCode(), method: 'app' };
    expect((await client.post('/api/auth/cognito_2fa', sent)).body.ok).toBe(true);
    return client;
  }

  const strict = /^__Host-wattle=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/;

  it('begin, change and end with a cookie that is never sent to a script, another host or an unencrypted connection [D-13] [security 17]', async () => {
    const cookies: string[] = [];
    const client = product.client();
    cookies.push(...(await login(client, customer)).headers.getSetCookie());
    const query = `mutation { changePassword(current: "${password}", password: "${newPassword}") }`;
    cookies.push(...(await client.post('/api/graphql', { query })).headers.getSetCookie());
    const own = await staffBrowser();
    const entry = { customerId: customer.userId, reason: 'She rang', password };
    cookies.push(...(await own.post('/api/auth/login-as-customer', entry)).headers.getSetCookie());
    cookies.push(...(await own.post('/api/auth/return-to-own', {})).headers.getSetCookie());
    expect(cookies).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(strict)));
    expect(new Set(cookies.map((cookie) => cookie.split(';')[0])).size).toBe(4);
    const out = await own.post('/api/auth/sign-out', {});
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-wattle=; .*Expires=Thu, 01 Jan 1970/);
  });

  it('cannot be planted: cookies set by others are never accepted as a session of ours [security 17]', async () => {
    const who = await person(product.services);
    const planted = `__Host-wattle=${'a'.repeat(43)}`;
    const client = product.client();
    const answer = await login(client, who, password, { cookie: planted });
    const [set = ''] = answer.headers.getSetCookie();
    expect(set).toMatch(strict);
    expect(set).not.toContain('aaaa');
    const attacker = product.client();
    for (const cookie of [planted, '__Host-wattle=', `__Host-wattle=${'x'.repeat(5_000)}`, 'wattle=x']) {
      const { body } = await attacker.post('/api/graphql', { query: '{ currentUser { id } }' }, { cookie });
      expect(body?.data?.currentUser ?? null).toBeNull();
    }
    const [real = ''] = set.split(';');
    const underOtherName = real.replace('__Host-wattle', 'wattle');
    const { body } = await attacker.post(
      '/api/graphql',
      { query: '{ currentUser { id } }' },
      { cookie: underOtherName },
    );
    expect(body.data.currentUser).toBeNull();
  });

  it('of a person who resets the password by mail end everywhere, and the mail opens none: the second step is still required [FORGOT-04] [security 15, security 18]', async () => {
    const colleague = await person(product.services, { role: 'provideradmin', providerId });
    const own = await enrol(product.services, colleague.userId, { app: true });
    const { db, clock } = product.services;
    const id = await issueToken(db, clock(), 'reset-password', colleague.userId);
    const token = tokenIn(linkOf(product.services, 'reset-password', id));
    const client = product.client();
    const reset = await client.post('/api/auth/reset-password', { token, password: newPassword });
    expect([reset.status, reset.headers.getSetCookie()]).toEqual([200, []]);
    const answer = await login(client, colleague, newPassword);
    expect(answer.body).toMatchObject({ ok: true, phones: [], app: true, session: expect.any(String) });
    expect([answer.headers.getSetCookie(), await whoIs(client)]).toEqual([[], null]);
    const { session } = answer.body;
    product.advance(minute);
    const code = await appCode(own.secret, clock());
    const sent = { email: colleague.email, session, code, method: 'app' };
    expect((await client.post('/api/auth/cognito_2fa', sent)).body.ok).toBe(true);
    expect(await whoIs(client)).toBe(colleague.userId);
  });

  describe('of staff who log in as a customer', () => {
    const enter = (client: TestClient, more: Record<string, unknown>) =>
      client.post('/api/auth/login-as-customer', {
        customerId: customer.userId,
        reason: 'She rang',
        ...more,
      });

    it('begin with a second-step code in place of the password, which works once [D-14] [security 8, security 14]', async () => {
      const client = await staffBrowser();
      const code = await freshCode();
      expect((await enter(client, { code, method: 'app' })).body.ok).toBe(true);
      await client.post('/api/auth/return-to-own', {});
      const again = await enter(client, { code, method: 'app' });
      expect([again.status, again.body.fields]).toEqual([
        400,
        [{ field: 'code', message: 'error.mfa.used' }],
      ]);
      const wrong = await enter(client, { code: '000000', method: 'app' });
      expect(wrong.body.fields).toEqual([{ field: 'code', message: 'error.mfaVerify' }]);
      expect(await whoIs(client)).toBe(staff.userId);
    });

    it('begin with a recovery code, once, and not with a code for another purpose [D-14] [security 8, security 16]', async () => {
      const client = await staffBrowser();
      const [code = ''] = factors.recoveryCodes;
      const signIn = await login(product.client(), staff);
      const foreign = await enter(client, { code, method: 'recovery', session: signIn.body.session });
      expect(foreign.body.fields).toEqual([{ field: 'code', message: 'error.mfa.sessionGone' }]);
      expect((await enter(client, { code, method: 'recovery' })).body.ok).toBe(true);
      await client.post('/api/auth/return-to-own', {});
      expect((await enter(client, { code, method: 'recovery' })).status).toBe(400);
      const sms = await enter(client, { code: '123456', method: 'sms' });
      expect(sms.body.fields).toEqual([{ field: 'code', message: 'error.mfa.sessionGone' }]);
    });

    it('are slowed down after guessed codes, as at sign-in [security 13]', async () => {
      const client = await staffBrowser();
      const statuses = [];
      for (let tries = 0; tries < 6; tries += 1)
        statuses.push((await enter(client, { code: `00000${tries}`, method: 'app' })).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    });

    it('do not begin before the mandatory second step of staff is set up [D-12] [security 8, security 14]', async () => {
      const fresh = await person(product.services, { role: 'admin' });
      const client = product.client();
      await login(client, fresh);
      const { data } = await client.graphql('{ currentUser { second_step_due } }');
      expect(data.currentUser.second_step_due).toBe(true);
      const answer = await enter(client, { password });
      expect([answer.status, answer.body.error]).toEqual([403, 'requiredAuthorization']);
    });
  });
});
