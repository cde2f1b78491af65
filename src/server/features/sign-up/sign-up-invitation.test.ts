import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  freshEmail,
  makeUser,
  plain,
  sendSignUp,
  signupBody,
  storedUser,
} from '../sign-in/sign-in.fixture.ts';
import { createSignupToken, type Invitation, type InvitationPurpose } from './invitations.ts';

const page = '/api/auth/email-password';

describe('signing up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const visitor = () => new TestClient(app.url);
  const signUp = (more?: Record<string, unknown>) => sendSignUp(app, more);
  const sign = (purpose: InvitationPurpose, invitation: Invitation, at = app.services.clock()) =>
    createSignupToken(app.services.secrets, at, purpose, invitation);

  describe('by invitation', () => {
    it('signs in at once only the person to whom the token was mailed [SIGNUP-05] [security 16]', async () => {
      const email = freshEmail();
      const client = visitor();
      const answer = await client.post(page, signupBody({ email, token: sign('signup-token', { email }) }));
      expect(plain(answer)).toMatchObject({
        status: 200,
        body: { ok: true, user: { email, acps: [{ status: 'draft' }] } },
      });
      expect(answer.headers.getSetCookie()[0]).toMatch(/^wattle=[\w-]{43}; .*HttpOnly.*SameSite=Lax/);
      expect((await client.graphql('{ currentUser { email } }')).data).toEqual({ currentUser: { email } });
      const other = await signUp({ token: sign('signup-token', { email: freshEmail() }) });
      expect(other.body.error).toBe('verification-required');
      const month = new Date(app.services.clock().getTime() - 30 * 24 * 60 * 60_000 - 1);
      const late = freshEmail();
      expect(
        (await signUp({ email: late, token: sign('signup-token', { email: late }, month) })).body.error,
      ).toBe('verification-required');
      const swapped = freshEmail();
      expect(
        (await signUp({ email: swapped, token: sign('signup-payload', { email: swapped }) })).body.error,
      ).toBe('verification-required');
    });

    it('links the account to the provider of the payload, and ignores an invalid payload [SIGNUP-08]', async () => {
      const { db } = app.services;
      const grove = await provider(app.services, 'Wattle Grove');
      const gone = await provider(app.services, 'Closed');
      await db.updateTable('providers').set({ archived: true }).where('id', '=', gone).execute();
      const linked = async (payload: unknown) => {
        const email = freshEmail();
        expect((await signUp({ email, payload })).body.error).toBe('verification-required');
        return (await storedUser(app, email))!.provider_id;
      };
      expect(await linked(sign('signup-payload', { provider_id: grove }))).toBe(grove);
      expect(await linked(sign('signup-payload', { provider_id: gone }))).toBeNull();
      expect(await linked(sign('signup-payload', { provider_id: crypto.randomUUID() }))).toBeNull();
      for (const nothing of ['', null, 'abc', grove, `${sign('signup-payload', { provider_id: grove })}x`]) {
        expect(await linked(nothing)).toBeNull();
      }
    });

    it('takes over the invited account for its own address, and only with the invitation [SIGNUP-08]', async () => {
      const invited = await makeUser(app, {
        status: 'invited',
        password_hash: null,
        email_verified_at: null,
        customer_id: 'C-1',
      });
      expect((await signUp({ email: invited.email })).body.error).toBe('existingUser');
      const stranger = freshEmail();
      await signUp({ email: stranger, payload: sign('signup-payload', { user_id: invited.id }) });
      expect((await storedUser(app, stranger))!.id).not.toBe(invited.id);
      const active = await makeUser(app);
      expect(
        (await signUp({ email: active.email, payload: sign('signup-payload', { user_id: active.id }) })).body
          .error,
      ).toBe('existingUser');
      const token = sign('signup-token', { email: invited.email, user_id: invited.id });
      expect((await signUp({ email: invited.email, token })).body).toMatchObject({
        ok: true,
        user: { id: invited.id },
      });
      expect(await storedUser(app, invited.email)).toMatchObject({
        status: 'active',
        customer_id: 'C-1',
        invite_accepted_date: expect.any(Date),
      });
    });

    it('fills in the address of the token, and refuses one that is not ours [SIGNUP-05] [security 16]', async () => {
      const read = (token: unknown) => visitor().post('/api/auth/signup-token', { token });
      expect(plain(await read(sign('signup-token', { email: 'ann@example.org' })))).toEqual({
        status: 200,
        body: { ok: true, email: 'ann@example.org' },
      });
      for (const bad of ['', 'x.y', sign('signup-payload', { email: 'ann@example.org' }), 7]) {
        const { status, body } = await read(bad);
        expect([status, body.error, body.fields]).toEqual([
          400,
          'invalid',
          [{ field: 'token', message: 'error.signup.tokenBad' }],
        ]);
      }
    });
  });
});
