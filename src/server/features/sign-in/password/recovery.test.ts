import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import {
  browserOf,
  freshEmail,
  goodPassword,
  mailedToken,
  makeUser,
  plain,
  storedUser,
} from '../sign-in.fixture.ts';

const newPassword = 'Ferry-Lantern-7';

describe('a forgotten password', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const client = () => new TestClient(app.url);
  const forgot = (email: unknown) => client().post('/api/initiateForgotPassword', { email });
  const reset = (token: unknown, password: unknown = newPassword) =>
    client().post('/api/auth/reset-password', { token, password });
  const signIn = (email: string, password: string) =>
    client().post('/api/auth/email-password', { email, password, type: 'login' });
  const tokenFor = (userId: string) => mailedToken(app, 'reset-password', userId);

  it('is replaced by a mailed link, which ends every session and proves the address [FORGOT-04] [security 18]', async () => {
    const person = await makeUser(app, { email_verified_at: null });
    await app.services.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', person.id)
      .execute();
    const elsewhere = await browserOf(app, person);
    await app.services.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', person.id)
      .execute();
    expect(plain(await forgot(` ${person.email.toUpperCase()} `))).toEqual({
      status: 200,
      body: { ok: true },
    });
    const answer = await reset(await tokenFor(person.id));
    expect(plain(answer)).toEqual({ status: 200, body: { ok: true } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await elsewhere.graphql('{ currentUser { id } }')).data).toEqual({ currentUser: null });
    expect((await signIn(person.email, goodPassword)).status).toBe(401);
    expect((await signIn(person.email, newPassword)).body.ok).toBe(true);
    expect(await storedUser(app, person.email)).toMatchObject({
      email_verified_at: expect.any(Date),
      password_changed_at: expect.any(Date),
    });
  });

  it('gets the same response, whether or not there is an account [security 12]', async () => {
    const people = [
      await makeUser(app),
      await makeUser(app, { status: 'suspended' }),
      await makeUser(app, { status: 'archived' }),
      await makeUser(app, { email_verified_at: null }),
      // Staff who sign in through an external system have no password here (PROV-34).
      await makeUser(app, { login_provider: 'external', password_hash: null }),
      { id: '', email: freshEmail() },
    ];
    const answers = [];
    for (const { email } of people) answers.push(plain(await forgot(email)));
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { ok: true } });
    const has = await Promise.all(people.map(async ({ id }) => (id ? (await tokenFor(id)) !== '' : false)));
    expect(has).toEqual([true, false, false, true, false, false]);
  });

  it('can be requested three times in fifteen minutes, known or not, and is then refused in the same way [security 13]', async () => {
    const known = await makeUser(app);
    for (const email of [known.email, freshEmail()]) {
      const answers = [];
      for (let round = 0; round < 4; round += 1) answers.push(plain(await forgot(email)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers[3]?.body).toMatchObject({
        ok: false,
        error: 'rate-limited',
        details: { retryAfter: expect.any(Number) },
      });
    }
  });

  it('can be set for an account of the earlier system by its old address, and for an invited customer [FORGOT-04]', async () => {
    const legacy_email = freshEmail();
    const legacy = await makeUser(app, { legacy_reset: true, password_hash: null, legacy_email });
    await forgot(legacy_email);
    expect((await reset(await tokenFor(legacy.id))).status).toBe(200);
    expect((await signIn(legacy.email, newPassword)).body.ok).toBe(true);
    const invited = await makeUser(app, { status: 'invited', password_hash: null, email_verified_at: null });
    await forgot(invited.email);
    expect((await reset(await tokenFor(invited.id))).status).toBe(200);
    expect(await storedUser(app, invited.email)).toMatchObject({
      status: 'active',
      invite_accepted_date: expect.any(Date),
    });
    const staff = await makeUser(app, { status: 'invited', password_hash: null, permission_role_id: 1 });
    await forgot(staff.email);
    expect(await tokenFor(staff.id)).toBe('');
  });

  it.each(['/api/initiateForgotPassword', '/api/auth/resend-verification'])(
    'POST %s takes the same time for an unknown address [security 12]',
    async (path) => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const time = async (email: string) => {
        await app.services.db.deleteFrom('attempts').execute();
        const started = performance.now();
        expect(plain(await client().post(path, { email }))).toEqual({ status: 200, body: { ok: true } });
        return performance.now() - started;
      };
      for (let round = 0; round < 12; round += 1) {
        const open = path.includes('resend') ? { email_verified_at: null } : {};
        times.known.push(await time((await makeUser(app, open)).email));
        times.unknown.push(await time(freshEmail()));
      }
      // Compares the fastest of each: load makes requests slower, but never faster.
      const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)];
      expect(unknown).toBeGreaterThan(145);
      expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.1);
    },
  );

  it('follows the sign-up rules, including the list of common passwords, and a refused one keeps the link valid [security 11]', async () => {
    const person = await makeUser(app);
    await forgot(person.email);
    const token = await tokenFor(person.id);
    for (const [password, message] of [
      ['', 'field.password.required'],
      ['Short1a', 'field.password.tooShort'],
      [`Aa1${'x'.repeat(126)}`, 'field.password.tooLong'],
      ['Password1', 'field.password.common'],
      ['With Space1', 'field.password.characters'],
    ]) {
      const { status, body } = await reset(token, password);
      expect([status, body.fields]).toEqual([400, expect.arrayContaining([{ field: 'password', message }])]);
    }
    expect((await reset(token, `Aa1${'x'.repeat(125)}`)).status).toBe(200);
  });

  it('has a link that works once, for an hour, for this purpose and this person [security 16]', async () => {
    const person = await makeUser(app, { email_verified_at: null });
    const linkBad = {
      status: 400,
      body: { ok: false, error: 'invalid', fields: [{ field: 'token', message: 'error.reset.linkExpired' }] },
    };
    await forgot(person.email);
    const used = await tokenFor(person.id);
    expect((await reset(used)).status).toBe(200);
    expect(plain(await reset(used, goodPassword))).toEqual(linkBad);

    await forgot(person.email);
    const late = await tokenFor(person.id);
    app.advance(60 * 60_000);
    expect(plain(await reset(late))).toEqual(linkBad);

    const fresh = await makeUser(app, { email_verified_at: null });
    await client().post('/api/auth/resend-verification', { email: fresh.email });
    for (const bad of [await mailedToken(app, 'verify-email', fresh.id), 'x', '', null, `${used}A`])
      expect(plain(await reset(bad))).toEqual(linkBad);

    await forgot(fresh.email);
    const suspended = await tokenFor(fresh.id);
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', fresh.id)
      .execute();
    expect(plain(await reset(suspended))).toEqual(linkBad);
  });

  it('is set by one of many simultaneous calls with one link [security 16]', async () => {
    const person = await makeUser(app);
    await forgot(person.email);
    const token = await tokenFor(person.id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => reset(token, `Ferry-Lantern-${index}`)),
    );
    expect(answers.map(({ status }) => status).sort((one, next) => one - next)).toEqual([
      200,
      ...Array<number>(7).fill(400),
    ]);
  });

  it('has tokens that cannot be guessed: twenty attempts in fifteen minutes [security 13]', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 21; round += 1) statuses.push((await reset('x'.repeat(64))).status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
  });

  it('ends the slowdown at sign-in [security 13]', async () => {
    const person = await makeUser(app);
    for (let round = 0; round < 6; round += 1) await signIn(person.email, 'Wrong-Guess-1');
    expect((await signIn(person.email, goodPassword)).status).toBe(429);
    await forgot(person.email);
    await reset(await tokenFor(person.id));
    expect((await signIn(person.email, newPassword)).status).toBe(200);
  });

  it('accepts no other field and no invalid address [security 28]', async () => {
    const { email } = await makeUser(app);
    for (const sent of [{ email, user_id: 'x' }, { email: 'a@b.org\nBcc: eve@b.org' }, { email: '' }, {}]) {
      expect((await client().post('/api/initiateForgotPassword', sent)).status).toBe(400);
    }
    expect(
      (
        await client().post('/api/auth/reset-password', {
          token: 'x',
          password: newPassword,
          status: 'active',
        })
      ).body.fields,
    ).toEqual([{ field: 'status', message: 'error.general_error' }]);
  });
});
