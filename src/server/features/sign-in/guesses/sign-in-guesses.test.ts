import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { hashPassword } from '../../../pipeline/passwords/passwords.ts';
import { freshEmail, makeUser, plain, sendSignIn } from '../sign-in.fixture.ts';

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const signIn = (email: string, password?: string) => sendSignIn(app, email, password);

  it('answers a wrong password, an unknown address and people who cannot sign in alike [ERR-14] [security 12]', async () => {
    const closed = await provider(app.services, 'Closed');
    await app.services.db.updateTable('providers').set({ archived: true }).where('id', '=', closed).execute();
    const known = await makeUser(app);
    const shut = await Promise.all([
      makeUser(app, { status: 'suspended' }),
      makeUser(app, { status: 'archived' }),
      makeUser(app, { status: 'invited', password_hash: null }),
      makeUser(app, { status: 'suspended', email_verified_at: null }),
      makeUser(app, { status: 'suspended', legacy_reset: true, password_hash: null }),
      makeUser(app, { permission_role_id: 1, provider_id: closed }),
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
    // Compares the fastest of each: load makes requests slower, but never faster. Without the hash the ratio would be a tenth.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('slows down guessing, for known and unknown addresses alike, even with the correct password [security 13]', async () => {
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
      body: { ok: false, error: 'rate-limited', fields: [], details: { retryAfter: 1 } },
    });
    const waiting = await signIn(email);
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '1']);
    app.advance(1_000);
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(email, 'Wrong-Guess-1')).status).toBe(401);
    app.unfreeze();
  });

  it('refuses a password that was changed after it was checked [R-21, security 17]', async () => {
    const { id, email } = await makeUser(app);
    const { db } = app.services;
    const waiting = () =>
      sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    // The change locks the person's row: the attempt has read the old hash before it waits for the lock.
    const answer = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      const asked = signIn(email);
      await expect.poll(async () => (await waiting()).rows[0]?.count, { timeout: 4_000 }).toBe(1);
      const password_hash = await hashPassword('Another-Kettle-43');
      await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
      return { asked };
    });
    expect(plain(await answer.asked)).toEqual(plain(await signIn(email, 'Never-Right-1')));
    expect((await answer.asked).status).toBe(401);
    expect((await signIn(email, 'Another-Kettle-43')).status).toBe(200);
  });

  it('counts simultaneous guesses: of thirty, five are checked [security 13]', async () => {
    const { email } = await makeUser(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(email, `Wrong-Guess-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });
});
