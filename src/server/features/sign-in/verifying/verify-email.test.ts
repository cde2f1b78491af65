import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { freshEmail, mailedToken, makeUser, plain, storedUser } from '../sign-in.fixture.ts';

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  describe('checking the address', () => {
    const verify = (token: unknown) => new TestClient(app.url).post('/api/auth/verify-email', { token });
    const resend = (email: unknown) =>
      new TestClient(app.url).post('/api/auth/resend-verification', { email });

    it('marks it checked by the mailed link, once, and does not sign in while no password is chosen [security 16]', async () => {
      const { id, email } = await makeUser(app, { email_verified_at: null, password_hash: null });
      expect(plain(await resend(email))).toEqual({ status: 200, body: { ok: true } });
      const token = await mailedToken(app, 'verify-email', id);
      const answer = await verify(token);
      expect(plain(answer)).toEqual({ status: 200, body: { ok: true } });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect((await storedUser(app, email))?.email_verified_at).toBeInstanceOf(Date);
      const again = await verify(token);
      expect([again.status, again.body.fields]).toEqual([
        400,
        [{ field: 'token', message: 'error.verify.linkDone' }],
      ]);
    });

    it('reports for a link that is opened twice that it is done, and for no other spent link [R-63]', async () => {
      const { db } = app.services;
      const { id, email } = await makeUser(app, { email_verified_at: null, password_hash: null });
      await resend(email);
      const messageOf = async (token: unknown) => (await verify(token)).body.fields?.[0].message;
      const token = await mailedToken(app, 'verify-email', id);
      await db
        .updateTable('one_time_tokens')
        .set({ used_at: new Date() })
        .where('user_id', '=', id)
        .execute();
      expect(await messageOf(token)).toBe('error.verify.linkExpired');
      expect(await messageOf('not-a-token')).toBe('error.verify.linkExpired');
      await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', id).execute();
      expect(await messageOf(token)).toBe('error.verify.linkDone');
      await db
        .updateTable('one_time_tokens')
        .set({ new_email: 'other@test.example' })
        .where('user_id', '=', id)
        .execute();
      expect(await messageOf(token)).toBe('error.verify.linkExpired');
      await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute();
      expect(await messageOf(token)).toBe('error.verify.linkExpired');
    });

    it('sends the link again once a minute, and never reveals whether the address is known [security 12]', async () => {
      const open = await makeUser(app, { email_verified_at: null });
      const checked = await makeUser(app);
      for (const email of [open.email, checked.email, freshEmail()]) {
        expect(plain(await resend(email))).toEqual({ status: 200, body: { ok: true } });
        expect(plain(await resend(email))).toMatchObject({
          status: 429,
          body: { details: { retryAfter: 60 } },
        });
      }
      const first = await mailedToken(app, 'verify-email', open.id);
      app.advance(60_000);
      expect((await resend(open.email)).status).toBe(200);
      expect((await verify(first)).status).toBe(400);
      expect(await mailedToken(app, 'verify-email', checked.id)).toBe('');
    });

    it('refuses forged, old and foreign tokens, and limits the attempts [security 16]', async () => {
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
