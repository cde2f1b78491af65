import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  freshEmail,
  goodPassword,
  mailedToken,
  makeUser,
  plain,
  sendSignUp,
  storedUser,
} from '../sign-in/sign-in.fixture.ts';

const page = '/api/auth/email-password';
const otherMedicare = '3123456711';

describe('signing up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const signUp = (more?: Record<string, unknown>, path?: string) => sendSignUp(app, more, path);
  const forget = () => app.services.db.deleteFrom('attempts').execute();

  it('reports an address that has an account, whatever its capitals [ERR-03, ERR-04]', async () => {
    await forget();
    const { email } = await makeUser(app);
    const answer = await signUp({ email: email.toUpperCase() });
    expect(plain(answer)).toMatchObject({ status: 200, body: { ok: false, error: 'existingUser' } });
    const old = await makeUser(app, { legacy_email: freshEmail() });
    const { legacy_email } = (await storedUser(app, old.email))!;
    expect((await signUp({ email: legacy_email }, page)).body.error).toBe('existingUser');
  });

  it('reports a Medicare number that has an account, however it is written [ERR-02]', async () => {
    await forget();
    await person(app.services, { medicareNumber: otherMedicare, dob: '04/05/1948' });
    const answer = await signUp({ medicareNumber: '31234 567 11' });
    expect(plain(answer)).toMatchObject({
      status: 200,
      body: { ok: false, error: 'existingMedicareNumber' },
    });
  });

  it('accepts one of many simultaneous sign-ups, and gives a number to one of many [ERR-02, ERR-04, D-38]', async () => {
    await forget();
    const email = freshEmail();
    const same = await Promise.all(Array.from({ length: 6 }, () => signUp({ email })));
    expect(same.map(({ body }) => String(body.error)).sort()).toEqual([
      ...Array<string>(5).fill('existingUser'),
      'verification-required',
    ]);
    // Only a checked address can have a number: of many simultaneous checks, one gets it.
    const emails = Array.from({ length: 6 }, freshEmail);
    const ids = await Promise.all(
      emails.map(async (each) => {
        const { body } = await signUp({ email: each, medicareNumber: '4123456721' });
        expect(body.error).toBe('verification-required');
        return (await storedUser(app, each))!.id;
      }),
    );
    const checks = await Promise.all(
      ids.map(async (id) =>
        new TestClient(app.url).post('/api/auth/verify-email', {
          token: await mailedToken(app, 'verify-email', id),
          password: goodPassword,
        }),
      ),
    );
    expect(checks.map(({ body }) => body.ok)).toEqual(Array<boolean>(6).fill(true));
    const stored = await Promise.all(emails.map((each) => storedUser(app, each)));
    expect(stored.filter((user) => user?.medicare_sealed).length).toBe(1);
  });

  it('limits the number of tested addresses [security 13]', async () => {
    await forget();
    const { email } = await makeUser(app);
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) statuses.push((await signUp({ email })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    const { db } = app.services;
    await db.deleteFrom('attempts').where('scope', '=', 'sign-up:account').execute();
    for (let round = 0; round < 10; round += 1)
      await signUp({ email: (await makeUser(app, { password_hash: null })).email });
    const answer = await signUp();
    expect(plain(answer)).toMatchObject({
      status: 429,
      body: { ok: false, error: 'rate-limited', details: { retryAfter: expect.any(Number) } },
    });
    await forget();
  });
});
