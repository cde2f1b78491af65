import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { signUpWaitsDays } from '../../../../domain/accounts/sign-up.ts';
import { removeStaleSignUps } from '../nightly.ts';
import { freshEmail, mailedToken, signupBody, storedUser } from '../sign-in.fixture.ts';

const day = 24 * 60 * 60_000;

describe('the nightly job for sign-ups whose address was never checked [D-39, R-46]', () => {
  let app: TestApp;
  const lines: string[] = [];

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signUp() {
    const email = freshEmail();
    const body = signupBody({ email, medicareNumber: '2123456701' });
    const sent = await new TestClient(app.url).post('/api/auth/email-password', body);
    expect(sent.body).toMatchObject({ ok: false, error: 'verification-required' });
    return { email, id: (await storedUser(app, email))!.id };
  }
  const nightlyRunAfter = (days: number) => {
    const clock = () => new Date(Date.now() + days * day);
    return removeStaleSignUps({ ...app.services, clock }, (line) => void lines.push(line));
  };
  const isThere = async ({ email }: { email: string }) => (await storedUser(app, email)) !== undefined;

  it('removes them with all entered data after thirty days, and not before; the address is free again', async () => {
    expect(signUpWaitsDays).toBe(30);
    const waiting = await signUp();
    await nightlyRunAfter(29);
    expect(await isThere(waiting)).toBe(true);
    await nightlyRunAfter(31);
    expect(await isThere(waiting)).toBe(false);
    const links = await app.services.db
      .selectFrom('one_time_tokens')
      .select('id')
      .where('user_id', '=', waiting.id)
      .execute();
    expect(links).toEqual([]);
    const again = signupBody({ email: waiting.email });
    const sent = await new TestClient(app.url).post('/api/auth/email-password', again);
    expect(sent.body).toMatchObject({ error: 'verification-required' });
    expect(lines).toEqual([]);
  });

  it('keeps people with a checked address or a valid link, customers, staff and the invited', async () => {
    const checked = await signUp();
    const token = await mailedToken(app, 'verify-email', checked.id);
    await app.services.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', checked.id)
      .execute();
    const linked = await signUp();
    await app.services.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() + 60 * day) })
      .where('user_id', '=', linked.id)
      .execute();
    const others = [
      await person(app.services),
      await person(app.services, { role: 'provideradmin' }),
      await person(app.services),
    ];
    const unchecked = { email_verified_at: null };
    await app.services.db.updateTable('users').set(unchecked).where('id', '=', others[1]!.userId).execute();
    await app.services.db
      .updateTable('users')
      .set({ ...unchecked, status: 'invited', password_hash: null })
      .where('id', '=', others[2]!.userId)
      .execute();
    expect(token).toBeTruthy();
    await nightlyRunAfter(40);
    for (const who of [checked, linked, ...others]) expect(await isThere(who)).toBe(true);
  });

  it('restores the invitation of an invited customer', async () => {
    const waiting = await signUp();
    await app.services.db
      .updateTable('users')
      .set({ invite_accepted_date: new Date() })
      .where('id', '=', waiting.id)
      .execute();
    await nightlyRunAfter(31);
    const row = await app.services.db
      .selectFrom('users')
      .select(['status', 'password_hash', 'invite_accepted_date'])
      .where('id', '=', waiting.id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'invited', password_hash: null, invite_accepted_date: null });
  });

  it('does the work once when two servers run it at the same time', async () => {
    const waiting = await Promise.all([signUp(), signUp(), signUp()]);
    await Promise.all([nightlyRunAfter(31), nightlyRunAfter(31)]);
    for (const who of waiting) expect(await isThere(who)).toBe(false);
    expect(lines).toEqual([]);
  });
});
