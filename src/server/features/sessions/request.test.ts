import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

/** Two tabs of one browser share its session: the content of the first may be older than the session. */
describe('a page that another user opened before the current one signed in', () => {
  let app: TestApp;
  let margaret: TestPerson;
  let george: TestPerson;
  let browser: TestClient;

  beforeAll(async () => {
    app = await startApp();
    margaret = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    george = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    browser = new TestClient(app.url);
    await browser.signIn(george.email, george.password);
  });
  afterAll(() => app.close());

  const ask = async (query: string, who: TestPerson) =>
    (await browser.post('/api/graphql', { query }, { 'wattle-person': who.userId })).body;

  it('is answered as signed out, and reads no data of the other person', async () => {
    expect((await ask('{ currentUser { id dob } }', margaret)).data).toEqual({ currentUser: null });
    expect((await ask('{ currentUser { id } }', george)).data).toEqual({
      currentUser: { id: george.userId },
    });
    const plan = await browser.fetch('/api/acp/plan.pdf', { headers: { 'wattle-person': margaret.userId } });
    expect(plan.status).toBe(401);
  });

  it('changes no data of the other person', async () => {
    const { postcode } = await stored();
    const { data, errors } = await ask('mutation { updateProfile(postcode: "3280") { id } }', margaret);
    expect([data, errors[0].extensions.code]).toEqual([null, 'unauthenticated']);
    expect((await stored()).postcode).toBe(postcode);
  });

  it('is signed out as well if the header contains an unknown id', async () => {
    for (const header of ['', 'x', `${george.userId},${margaret.userId}`]) {
      const { body } = await browser.post(
        '/api/graphql',
        { query: '{ currentUser { id } }' },
        { 'wattle-person': header },
      );
      expect(body.data).toEqual({ currentUser: null });
    }
  });

  const stored = () =>
    app.services.db
      .selectFrom('users')
      .select('postcode')
      .where('id', '=', george.userId)
      .executeTakeFirstOrThrow();
});
