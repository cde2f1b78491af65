import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { browserOf, goodPassword, mailedToken, makeUser, storedUser } from '../sign-in.fixture.ts';

const newPassword = 'Ferry-Lantern-7';
const mutation = `mutation changePassword($current: String!, $password: String!) {
  changePassword(current: $current, password: $password)
}`;

describe('changing the password', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const changeIt = (client: TestClient, current: string, password: string) =>
    client.graphql(mutation, { current, password });
  const signIn = (email: string, password: string) =>
    new TestClient(app.url).post('/api/auth/email-password', { email, password, type: 'login' });
  const whoIs = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser?.id ?? null;
  const fieldsOf = (answer: Awaited<ReturnType<typeof changeIt>>) =>
    answer.errors?.[0].extensions.fields.map(
      ({ field, message }: Record<string, string>) => `${field}: ${message}`,
    );

  it('ends every other session and gives this one a new token, so that the old token is invalid [SET-01, GAP-76, D-13] [security 17, security 18]', async () => {
    const who = await makeUser(app);
    const [here, there] = [await browserOf(app, who), await browserOf(app, who)];
    const thief = new TestClient(app.url);
    const stolen = here.cookieHeader();
    const withStolen = async () =>
      (await thief.post('/api/graphql', { query: '{ currentUser { id } }' }, { cookie: stolen })).body.data
        .currentUser;
    expect(await withStolen()).not.toBeNull();

    expect((await changeIt(here, goodPassword, newPassword)).data).toEqual({ changePassword: true });
    expect(here.cookieHeader()).not.toBe(stolen);
    expect([await whoIs(here), await whoIs(there), await withStolen()]).toEqual([who.id, null, null]);
    expect((await signIn(who.email, goodPassword)).status).toBe(401);
    expect((await signIn(who.email, newPassword)).body.ok).toBe(true);
    expect((await storedUser(app, who.email))?.password_changed_at?.getTime()).toBeGreaterThan(
      Date.now() - 60_000,
    );
    const { data } = await here.graphql('{ currentUser { password_changed_at } }');
    expect(Date.parse(data.currentUser.password_changed_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('keeps the session cookie out of reach of scripts, as at sign-in [security 17]', async () => {
    const client = await browserOf(app, await makeUser(app));
    const variables = { current: goodPassword, password: newPassword };
    const { headers } = await client.post('/api/graphql', { query: mutation, variables });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^wattle=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('is confirmed by mail [security 19]', async () => {
    const who = await makeUser(app);
    await changeIt(await browserOf(app, who), goodPassword, newPassword);
    await expect
      .poll(async () =>
        app.services.db
          .selectFrom('mail_outbox')
          .select('subject')
          .where('to_address', '=', who.email)
          .execute(),
      )
      .toEqual([{ subject: 'Your Wattle password was changed' }]);
  });

  it('requires the current password, and slows down guessing at an unattended computer [security 13]', async () => {
    const who = await makeUser(app);
    const client = await browserOf(app, who);
    const before = client.cookieHeader();
    app.freeze();
    for (let tries = 0; tries < 5; tries += 1)
      expect(fieldsOf(await changeIt(client, `Wrong-Guess-${tries}`, newPassword))).toEqual([
        'current: field.password.currentWrong',
      ]);
    const { errors } = await changeIt(client, goodPassword, newPassword);
    expect(errors?.[0].extensions).toMatchObject({ code: 'rate-limited', details: { retryAfter: 1 } });
    app.unfreeze();
    expect(client.cookieHeader()).toBe(before);
    expect((await signIn(who.email, goodPassword)).body.ok).toBe(true);
    const row = await app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', who.id)
      .where('action', '=', 'changePassword')
      .execute();
    expect(row).toHaveLength(5);
    expect(JSON.stringify(row)).not.toMatch(/Guess|Ferry/);
  });

  it('counts each guess in one call with many aliases [security 13, security 27]', async () => {
    const client = await browserOf(app, await makeUser(app));
    const calls = ['a', 'b', 'c', 'd', 'e'].map(
      (name) => `${name}: changePassword(current: "Wrong-Guess-1", password: "${newPassword}")`,
    );
    app.freeze();
    let guesses = 0;
    for (let round = 0; round < 8; round += 1) {
      const { errors } = await client.graphql(`mutation { ${calls.join(' ')} }`);
      guesses += errors?.filter(({ extensions }) => extensions.code === 'invalid').length ?? 0;
    }
    app.unfreeze();
    expect(guesses).toBe(5);
  });

  it.each([
    ['', 'password: field.password.required'],
    ['Short1a', 'password: field.password.tooShort'],
    [`Aa1${'x'.repeat(126)}`, 'password: field.password.tooLong'],
    ['ferry-lantern-7', 'password: field.password.uppercase'],
    ['Password1', 'password: field.password.common'],
    ['With Space1', 'password: field.password.characters'],
    [goodPassword, 'password: field.password.sameAsOld'],
  ])(
    'refuses the new password %j by the rules of sign-up [D-10, GAP-76] [security 11]',
    async (password, problem) => {
      const client = await browserOf(app, await makeUser(app));
      expect(fieldsOf(await changeIt(client, goodPassword, password))).toContain(problem);
      expect(fieldsOf(await changeIt(client, '', newPassword))).toEqual(['current: field.password.required']);
    },
  );

  it('compares the password exactly as it was typed [security 11]', async () => {
    const client = await browserOf(app, await makeUser(app));
    for (const typed of [goodPassword.toLowerCase(), `${goodPassword} `, goodPassword.slice(0, -1)])
      expect(fieldsOf(await changeIt(client, typed, newPassword))).toEqual([
        'current: field.password.currentWrong',
      ]);
  });

  it('voids the links to a new password and the passed first steps [security 16]', async () => {
    const who = await makeUser(app);
    const client = await browserOf(app, who);
    await client.post('/api/initiateForgotPassword', { email: who.email });
    const token = await mailedToken(app, 'reset-password', who.id);
    await app.services.db
      .insertInto('second_step_challenges')
      .values({
        token_hash: Buffer.from('x'),
        user_id: who.id,
        purpose: 'sign-in',
        expires_at: new Date(Date.now() + 60_000),
        factor_id: null,
        code_hash: null,
        code_sent_at: null,
        code_expires_at: null,
        used_at: null,
      })
      .execute();
    await changeIt(client, goodPassword, newPassword);
    const reset = await client.post('/api/auth/reset-password', { token, password: 'Other-Lantern-8' });
    expect(reset.status).toBe(400);
    const open = await app.services.db
      .selectFrom('second_step_challenges')
      .select('id')
      .where('user_id', '=', who.id)
      .execute();
    expect(open).toEqual([]);
  });

  it('is done once for two simultaneous calls [security 17]', async () => {
    const who = await makeUser(app);
    const [one, two] = [await browserOf(app, who), await browserOf(app, who)];
    const answers = await Promise.all([
      changeIt(one, goodPassword, newPassword),
      changeIt(two, goodPassword, 'Other-Lantern-8'),
    ]);
    expect(answers.filter(({ data }) => data?.changePassword === true)).toHaveLength(1);
    expect([await whoIs(one), await whoIs(two)].filter((id) => id === who.id)).toHaveLength(1);
  });

  it('is refused to visitors [security 1]', async () => {
    const { errors } = await changeIt(new TestClient(app.url), goodPassword, newPassword);
    expect(errors?.[0].extensions.code).toBe('unauthenticated');
  });
});
